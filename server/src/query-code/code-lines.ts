/** Lines of code: `false` and `undefined` are left out, lists are flattened. */
export type Part = string | false | undefined | readonly Part[];

/** Joins the lines of code. */
export const codeOf = (...parts: readonly Part[]): string => `${flat(parts).join('\n')}\n`;

const flat = (parts: readonly Part[]): string[] =>
  parts.flatMap(part => {
    if (part === false || part === undefined) return [];
    return typeof part === 'string' ? [part] : flat(part);
  });

/** Indents lines. */
export const indented = (parts: readonly Part[], by: string): string[] =>
  flat(parts).map(line => (line === '' ? '' : by + line));
