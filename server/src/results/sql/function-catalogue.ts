import catalogue from '../../../catalogue/sql/functions.json' with { type: 'json' };

export interface SqlFunction {
  readonly name: string;
  readonly signature: string;
  readonly summary: string;
}

/** SQLite's functions that a statement may call, by their names in lower case. */
export const functions: ReadonlyMap<string, SqlFunction> = new Map(
  Object.entries(catalogue).map(([name, texts]) => [name, { name, ...texts }]),
);
