// @ts-check
/** Tables that a figure fills with what it shows now. */

/** @param {"th" | "td"} kind @param {string} text @param {"row" | "col"} [scope] */
export function cell(kind, text, scope) {
  const box = document.createElement(kind);
  box.textContent = text;
  if (scope) box.setAttribute("scope", scope);
  return box;
}

/**
 * @param {HTMLElement} table @param {HTMLElement[]} top @param {(HTMLElement[] | HTMLTableRowElement)[]} rows  of cells
 */
export function fillTable(table, top, rows) {
  const [head, body] = [document.createElement("thead"), document.createElement("tbody")];
  const line = (/** @type {HTMLElement[] | HTMLTableRowElement} */ cells) => {
    if (!Array.isArray(cells)) return cells;
    const row = document.createElement("tr");
    row.append(...cells);
    return row;
  };
  head.append(line(top));
  body.append(...rows.map(line));
  table.replaceChildren(head, body);
}
