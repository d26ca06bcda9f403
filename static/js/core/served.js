// @ts-check
/** A figure writes into the HTML that the server sent. When it goes, that HTML is put back. */

/** Others write here: controls, buttons, and figures within the figure. */
const OTHERS = "[data-control], [data-figure], [data-preset], [data-reset], .sentence-row > .help";

/**
 * Remember what stands in an element. Nodes are kept, not copied, so that listeners of controls and buttons stay.
 * @param {Element} root
 * @returns {() => void} puts it back
 */
export function rememberServed(root) {
  /** @type {{text: Text, data: string}[]} */
  const texts = [];
  /** @type {{element: Element, attributes: Map<string, string>, children: ChildNode[]}[]} */
  const elements = [];
  /** @param {Element} element */
  const visit = (element) => {
    const attributes = new Map([...element.attributes].map(({ name, value }) => [name, value]));
    elements.push({ element, attributes, children: [...element.childNodes] });
    for (const child of element.childNodes) {
      if (child instanceof Text) texts.push({ text: child, data: child.data });
      else if (child instanceof Element && !child.matches(OTHERS)) visit(child);
    }
  };
  visit(root);
  return () => {
    for (const { element, attributes, children } of elements) {
      restoreAttributes(element, attributes);
      const now = element.childNodes;
      // Moving a node costs its focus: only where something has changed.
      if (now.length !== children.length || children.some((child, k) => child !== now[k]))
        element.replaceChildren(...children);
    }
    for (const { text, data } of texts) if (text.data !== data) text.data = data;
  };
}

/** @param {Element} element @param {Map<string, string>} served */
function restoreAttributes(element, served) {
  for (const { name } of [...element.attributes]) {
    // What the reader has unfolded stays open.
    if (!served.has(name) && name !== "open") element.removeAttribute(name);
  }
  for (const [name, value] of served) {
    if (element.getAttribute(name) !== value && name !== "open") element.setAttribute(name, value);
  }
}
