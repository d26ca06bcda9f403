// Turns every templates/partials/formulas/*.tex into MathML beside it: `make formulas`. Nothing of this runs on the page.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import temml from "temml";

const folder = new URL("../../templates/partials/formulas/", import.meta.url);
for (const name of readdirSync(folder).filter((file) => file.endsWith(".tex"))) {
  const source = readFileSync(new URL(name, folder), "utf8");
  // trust: \class names the colour that a symbol shares with the text and the figures.
  const markup = temml.renderToString(source, { displayMode: true, trust: true, annotate: false });
  writeFileSync(new URL(name.replace(/\.tex$/, ".html"), folder), `${markup}\n`);
}
