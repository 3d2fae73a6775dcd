/** The panel's style sheets, limited to results pages: all results of a notebook share one document with its texts. */

/** The class of an element that holds a results page. */
export const frameClass = 'wikijql-results';

const root = /:root\b|(?<![\w.#-])html\s*,\s*body\b|(?<![\w.#-])body\b/g;

/** Limits style sheets to frames, which take the place of the document and its body. */
export const scoped = (sheets: string): string =>
  `@scope (.${frameClass}) {\n${sheets.replaceAll(root, ':scope')}\n` +
  ':scope { height: 360px; min-height: 160px; resize: vertical; border: 1px solid var(--edge); }\n' +
  // Without a table, a result takes the height of what it says.
  ':scope:has(.blank) { height: auto; }\n' +
  // A cell of a notebook has one result, so that pinning makes no sense.
  '.heading button[aria-pressed] { display: none; }\n}\n';
