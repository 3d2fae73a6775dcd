import data from './fields.json' with { type: 'json' };

export type KindName = keyof typeof data.kinds;

/** A field as both the REST interface and the query language know it. */
export interface Field {
  readonly id: string;
  readonly name: string;
  /** `undefined` = queries do not know it. */
  readonly kind: KindName | undefined;
  /** Its names in queries, the usual one first. */
  readonly jql: readonly string[];
  /** `undefined` = issues do not show it. */
  readonly schema: Readonly<Record<string, string | number>> | undefined;
  readonly custom: boolean;
  readonly orderable: boolean;
  /** Sorted downwards unless a query says otherwise. */
  readonly descending: boolean;
  /** The name in histories; `undefined` = `was` and `changed` do not support the field. */
  readonly history: string | undefined;
  readonly operators: readonly string[];
}

const isKind = (name: string): name is KindName => Object.hasOwn(data.kinds, name);

export const fields: readonly Field[] = data.fields.map((row): Field => {
  const kind = row.kind !== null && isKind(row.kind) ? row.kind : undefined;
  const history = 'history' in row ? row.history : undefined;
  return {
    id: row.id,
    name: row.name,
    kind,
    jql: row.jql,
    schema: 'schema' in row && row.schema ? { ...row.schema } : undefined,
    custom: 'custom' in row,
    orderable: 'orderable' in row,
    descending: 'descending' in row,
    history,
    operators: kind ? [...data.kinds[kind].operators, ...(history ? data.historyOperators : [])] : [],
  };
});

const byName = new Map(
  fields.flatMap(field => field.jql.map((name): [string, Field] => [name.toLowerCase(), field])),
);

/** The field that a query means; in any case, by each of its names. */
export const fieldNamed = (name: string): Field | undefined => byName.get(name.toLowerCase());

const byId = new Map(fields.map((field): [string, Field] => [field.id, field]));
export const fieldById = (id: string): Field | undefined => byId.get(id);

/** The properties of a kind of value in queries. */
export const kindOf = (name: KindName): { readonly type: string; readonly auto?: boolean } =>
  data.kinds[name];

export interface JqlFunction {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly returns: KindName;
  readonly list: boolean;
}

export const functions: readonly JqlFunction[] = data.functions.flatMap(row =>
  isKind(row.returns) ? [{ ...row, returns: row.returns }] : [],
);

const byFunctionName = new Map(functions.map((one): [string, JqlFunction] => [one.name.toLowerCase(), one]));
export const functionNamed = (name: string): JqlFunction | undefined =>
  byFunctionName.get(name.toLowerCase());
