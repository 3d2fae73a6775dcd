/** Joins the lines of code; what is `false` or `undefined` is left out, a list is put in. */
export type Part = string | false | undefined | readonly Part[];

export const codeOf = (...parts: readonly Part[]): string => `${flat(parts).join('\n')}\n`;

const flat = (parts: readonly Part[]): string[] =>
  parts.flatMap(part => {
    if (part === false || part === undefined) return [];
    return typeof part === 'string' ? [part] : flat(part);
  });

/** Lines further in. */
export const indented = (parts: readonly Part[], by: string): string[] =>
  flat(parts).map(line => (line === '' ? '' : by + line));
