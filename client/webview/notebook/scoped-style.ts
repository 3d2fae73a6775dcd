/** The panel's style sheets for a document that is not the panel's alone: all results of a notebook share one with its texts. */

/** The class of an element that holds a results page. */
export const frameClass = 'wikijql-results';

const root = /:root\b|(?<![\w.#-])html\s*,\s*body\b|(?<![\w.#-])body\b/g;

/** Sheets that hold for frames alone, which are in the place of the document and its body. */
export const scoped = (sheets: string): string =>
  `@scope (.${frameClass}) {\n${sheets.replaceAll(root, ':scope')}\n` +
  ':scope { height: 360px; min-height: 160px; resize: vertical; border: 1px solid var(--edge); }\n' +
  // A notebook has one result below each cell.
  '.heading button[aria-pressed] { display: none; }\n}\n';
