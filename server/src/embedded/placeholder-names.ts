const identifier = /[A-Za-z_]\w*/g;
/** Words of host languages that do not describe a value. */
const plain = new Set([
  'this',
  'self',
  'str',
  'String',
  'join',
  'format',
  'encodeURIComponent',
  'quote',
  'r',
  'd',
  's',
]);

/** Names the computed parts of queries: one name for each expression, made of the last identifier in it. */
export class PlaceholderNames {
  readonly #byExpression = new Map<string, string>();
  readonly #used = new Set<string>();
  /** The numbers up to which the names with a base are used. */
  readonly #counts = new Map<string, number>();

  /**
   * Returns the name of an expression.
   *
   * @param preferred the name of an expression that does not have one yet
   */
  of(expression: string, preferred?: string): string {
    const current = this.#byExpression.get(expression);
    if (current !== undefined) return current;
    const words = (expression.slice(0, 500).match(identifier) ?? []).filter(word => !plain.has(word));
    const base = preferred ?? words.at(-1)?.slice(0, 40) ?? 'value';
    let name = base;
    let count = this.#counts.get(base) ?? 1;
    while (this.#used.has(name)) name = `${base}${++count}`;
    this.#counts.set(base, count);
    this.#used.add(name);
    this.#byExpression.set(expression, name);
    return name;
  }
}
