/** A longer substitution, in UTF-16 code units, is not one: nothing closes it. */
const longestSubstitution = 2000;

/** Where the `$(…)` and `${…}` of a script end, with others in them. */
export class ShellSubstitutions {
  /** By the place of the opening character. */
  readonly #ends = new Map<number, number>();

  constructor(source: string) {
    const open = { '(': [] as number[], '{': [] as number[] };
    for (let at = 0; at < source.length; at++) {
      const character = source[at]!;
      if (character === '\\') at++;
      else if (character === '(' || character === '{') open[character].push(at);
      else if (character === ')') this.#close(open['('].pop(), at);
      else if (character === '}') this.#close(open['{'].pop(), at);
    }
  }

  /** @param from the place of a `$` that `(` or `{` follows */
  endOf(from: number): number {
    return this.#ends.get(from + 1) ?? from + 2;
  }

  #close(opened: number | undefined, at: number): void {
    if (opened !== undefined && at - opened < longestSubstitution - 1) this.#ends.set(opened, at + 1);
  }
}
