const pattern = /^\s*#\s*@([A-Za-z][\w-]*)[^\S\r\n]*/;

/** A line `# @key value` of a query file. The members are offsets in the line. */
export interface DirectiveLine {
  /** Without the `@`. */
  readonly key: string;
  readonly keyStart: number;
  /** The offset after the key and the blanks that follow it. */
  readonly valueStart: number;
}

/** Reads a line as a directive; `undefined` = the line is not a directive. */
export function readDirectiveLine(line: string): DirectiveLine | undefined {
  const match = pattern.exec(line);
  return match ? { key: match[1]!, keyStart: line.indexOf('@') + 1, valueStart: match[0].length } : undefined;
}

/** Writes a directive in its canonical form. */
export const directiveLine = (key: string, value: string): string => `# @${key} ${value}`.trimEnd();
