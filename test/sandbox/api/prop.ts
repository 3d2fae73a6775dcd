import type { Title } from '../world/types.ts';
import { type Call, fail } from './call.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Slice } from './list.ts';
import type { Entry } from './pageset.ts';

/** A prop module: what it knows about each page of the query. */
export interface Prop<Item> {
  readonly name: string;
  /** Where the items are in a page; default the module's name. */
  readonly key?: string;
  /** Checks and warns once, before the pages. */
  begin?(call: Call): void;
  items(entry: Entry, call: Call): Iterable<Item>;
  /** The part of a continuation value that identifies an item, after the page; default: its number. */
  token?(item: Item): string;
  show(item: Item, call: Call): Json;
  page?(item: Item): Title | undefined;
  /** Members of a page beside the items, on every page that the answer speaks about. */
  beside?(entry: Entry, call: Call): JsonObject;
  /** True where a page has one item and no array of them; such modules continue by a count of pages. */
  readonly single?: boolean;
  /** True where `limit` means something else than items in all. */
  readonly unlimited?: boolean;
}

export interface PropSlice extends Pick<Slice, 'pages' | 'next'> {
  /** Members to merge into the pages, by the entry's id. */
  readonly members: () => ReadonlyMap<number, JsonObject>;
}

export interface PropModule {
  readonly name: string;
  slice(call: Call): PropSlice;
}

interface Found<Item> {
  readonly entry: Entry;
  readonly item: Item;
  readonly token: string;
}

export function defineProp<Item>(prop: Prop<Item>): PropModule {
  const key = prop.key ?? prop.name;
  return {
    name: prop.name,
    slice: call => {
      prop.begin?.(call);
      const { found, next } = take(prop, call);
      return {
        next: next === undefined ? undefined : { continue: prop.single ? Number(next) : next },
        pages: () => found.flatMap(({ item }) => prop.page?.(item) ?? []),
        members: () => {
          const items = Map.groupBy(found, ({ entry }) => entry.id);
          return new Map(
            call.pages.map(entry => {
              const shown = (items.get(entry.id) ?? []).map(({ item }) => prop.show(item, call));
              const [only] = shown;
              const listed = only === undefined ? {} : { [key]: prop.single ? only : shown };
              return [entry.id, { ...prop.beside?.(entry, call), ...listed }];
            }),
          );
        },
      };
    },
  };
}

function take<Item>(prop: Prop<Item>, call: Call): { found: Found<Item>[]; next: string | undefined } {
  const limit = (prop.unlimited ? undefined : call.parameters.number('limit')) ?? Number.POSITIVE_INFINITY;
  const start = call.parameters.text('continue') ?? call.parameters.number('continue');
  const found: Found<Item>[] = [];
  let reached = start === undefined || start === 0;
  for (const row of everything(prop, call)) {
    reached ||= row.token === String(start);
    if (!reached) continue;
    if (found.length === limit) return { found, next: row.token };
    found.push(row);
  }
  if (!reached) fail(call, 'badcontinue', 'continue');
  return { found, next: undefined };
}

function* everything<Item>(prop: Prop<Item>, call: Call): Generator<Found<Item>> {
  let count = 0;
  for (const entry of call.pages) {
    let index = 0;
    for (const item of prop.items(entry, call)) {
      yield {
        entry,
        item,
        token: prop.single ? String(count) : `${entry.id}|${prop.token?.(item) ?? index}`,
      };
      index += 1;
      count += 1;
    }
  }
}

/** A prop module that has a fixed set of members for a page, and nothing to continue. */
export function defineFacts(name: string, describe: (entry: Entry, call: Call) => JsonObject): PropModule {
  return defineProp<never>({ name, items: () => [], show: item => item, beside: describe });
}
