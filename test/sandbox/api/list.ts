import type { Title } from '../world/types.ts';
import { type Call, fail } from './call.ts';
import type { Json, JsonObject } from '../json.ts';

/** A list module: its rows, how a row is shown, and what continues after one. */
export interface List<Row> {
  readonly name: string;
  /** The rows in order; taken only as far as the answer needs. */
  rows(call: Call): Iterable<Row>;
  /** The part of a continuation value that identifies a row. */
  token(row: Row, index: number): string;
  show(row: Row, call: Call): Json;
  /** The page that the module generates for a row; `undefined` = none. */
  page?(row: Row): Title | undefined;
  /** The parameter that takes the continuation value; one that is neither `continue` nor `offset` is for `rows` to obey. */
  readonly continueBy?: string;
  /** Where the rows are in the answer, where it is not the module's name. */
  readonly key?: string;
  /** The JSON of the list where it is more than the rows. */
  wrap?(rows: readonly Json[], call: Call): JsonObject;
  /** True where the rows are beside `query`, not within. */
  readonly outside?: boolean;
  /** Members of the answer beside the rows. */
  beside?(call: Call): JsonObject;
}

/** A part of a list: what one answer holds of it. */
export interface Slice {
  readonly key: string;
  readonly outside: boolean;
  readonly rows: () => Json;
  readonly pages: () => readonly Title[];
  readonly beside: () => JsonObject;
  /** The parameter without prefix, and its value for the next part; `undefined` = the list ends here. */
  readonly next: Readonly<Record<string, string | number>> | undefined;
}

export interface ListModule {
  readonly name: string;
  slice(call: Call): Slice;
}

export function defineList<Row>(list: List<Row>): ListModule {
  const continueBy = list.continueBy ?? 'continue';
  return {
    name: list.name,
    slice: call => {
      const { rows, next } = take(list, call, continueBy);
      return {
        key: list.key ?? list.name,
        outside: list.outside ?? false,
        rows: () => {
          const shown = rows.map(row => list.show(row, call));
          return list.wrap?.(shown, call) ?? shown;
        },
        pages: () => rows.flatMap(row => list.page?.(row) ?? []),
        beside: () => list.beside?.(call) ?? {},
        next:
          next === undefined ? undefined : { [continueBy]: continueBy === 'offset' ? Number(next) : next },
      };
    },
  };
}

function take<Row>(
  list: List<Row>,
  call: Call,
  continueBy: string,
): { rows: Row[]; next: string | undefined } {
  const limit = call.parameters.number('limit') ?? Number.POSITIVE_INFINITY;
  const given = ['continue', 'offset'].includes(continueBy)
    ? (call.parameters.text(continueBy) ?? call.parameters.number(continueBy))
    : undefined;
  const from = given === undefined || given === 0 ? undefined : String(given);
  const rows: Row[] = [];
  let index = -1;
  let reached = from === undefined;
  for (const row of list.rows(call)) {
    index += 1;
    reached ||= list.token(row, index) === from;
    if (!reached) continue;
    if (rows.length === limit) return { rows, next: list.token(row, index) };
    rows.push(row);
  }
  if (!reached && continueBy === 'continue') fail(call, 'badcontinue', continueBy);
  return { rows, next: undefined };
}
