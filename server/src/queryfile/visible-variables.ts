import type { Variable } from './variables.ts';

/** A variable and from where on it holds. */
export interface Definition {
  /** The offset in the query; 0 = in all of it. */
  readonly from: number;
  readonly variable: Variable;
}

/** The variables that can be used at one offset of a query. Many offsets share one list of definitions. */
export class VisibleVariables {
  readonly #definitions: ReadonlyMap<string, readonly Definition[]>;
  readonly #offset: number;

  /** `definitions` = by name, those of a name in the order of the text. */
  constructor(definitions: ReadonlyMap<string, readonly Definition[]>, offset: number) {
    this.#definitions = definitions;
    this.#offset = offset;
  }

  /** The last definition above the offset; `undefined` = the name is not defined there. */
  get(name: string): Variable | undefined {
    return this.#definitions.get(name)?.findLast(({ from }) => from <= this.#offset)?.variable;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** In the order in which their names were first defined. */
  *values(): Generator<Variable> {
    for (const name of this.#definitions.keys()) {
      const variable = this.get(name);
      if (variable) yield variable;
    }
  }

  *keys(): Generator<string> {
    for (const { name } of this.values()) yield name;
  }
}
