/**
 * Records the columns of a wiki's responses as the product's tables have them, by module, with the parameters that
 * bring each.
 */
import type { TableHeader } from '#shared/protocol/run.ts';
import { isObject, textOf, type JsonObject } from '#shared/protocol/json-values.ts';
import { WikiTables } from '../../server/src/network/table/wiki-tables.ts';
import { withDefaults } from '../../server/src/network/wiki/wiki-request.ts';
import { allowedValues, type Module } from '../../server/src/wiki/catalogue/module.ts';
import type { Catalogue } from '../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type {
  RecordedColumn,
  RecordedModule,
  RecordedTable,
} from '../../server/src/wiki/result-columns/recorded-columns.ts';
import queries from '../conformance/mediawiki/column-queries.json' with { type: 'json' };
import type { WikiSession } from './wiki-session.ts';
import samples from '../conformance/mediawiki/module-queries.json' with { type: 'json' };

type Shape = keyof RecordedModule;

/** Sends a query; rejects if the response is an error. */
export type Ask = (parameters: ReadonlyMap<string, string>) => Promise<JsonObject>;

const maxRequests = 3;
const queriesByModule = new Map(samples.queries.map(query => [/^\w+=(\w+)/.exec(query)?.[1] ?? '', query]));
const sampleOf = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : table['*'];
const listOf = (table: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] =>
  Object.hasOwn(table, name) ? (table[name] ?? []) : [];

/** Records the modules of a catalogue that the wiki supports. */
export async function recordColumns(
  catalogue: Catalogue,
  ask: Ask,
  isWanted: (module: string) => boolean = () => true,
): Promise<Readonly<Record<string, RecordedModule>>> {
  const recorder = new Recorder(ask);
  const modules: Record<string, RecordedModule> = {
    query: { rows: plain(await recorder.tables(pairsOf(queries.aside))) },
  };
  const all = (['list', 'prop', 'meta'] as const).flatMap(group => catalogue.modules(group));
  for (const module of all.filter(({ name }) => isWanted(name) && !queries.without.includes(name))) {
    const recorded = await recorder.module(module);
    if (Object.keys(recorded).length > 0) modules[module.name] = recorded;
  }
  return Object.fromEntries(Object.entries(modules).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Adds pages to the watchlist of the account, so that the modules about it have a response. */
export async function watchPages(session: WikiSession): Promise<void> {
  const { query } = await session.ask<{ query: { tokens: { watchtoken: string } } }>({
    action: 'query',
    meta: 'tokens',
    type: 'watch',
  });
  await session.ask({ action: 'watch', titles: 'Physics|Sun|Gravity', token: query.tokens.watchtoken });
}

type Parameters = ReadonlyMap<string, string>;

class Recorder {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** The tables of a query; `[]` = the wiki rejects the query. */
  async tables(parameters: Parameters): Promise<readonly TableHeader[]> {
    const all = withDefaults(parameters);
    const tables = new WikiTables(all);
    let continuation: Parameters = new Map();
    const headers = new Map<string, TableHeader>();
    for (let request = 0; request < maxRequests; request++) {
      const answer = await this.#ask(new Map([...all, ...continuation]));
      if (Array.isArray(answer['errors'])) return [];
      tables.add(answer);
      for (const { table } of tables.take(() => Infinity, true)) headers.set(table.id, table);
      const next = answer['continue'];
      if (!isObject(next)) break;
      continuation = new Map(Object.entries(next).map(([name, value]) => [name, textOf(value)]));
    }
    return [...headers.values()];
  }

  async module(module: Module): Promise<RecordedModule> {
    const recorded: { -readonly [Key in Shape]?: RecordedModule[Key] } = {};
    const limit: Parameters = new Map(
      module.parameter('limit') === undefined ? [] : [[`${module.prefix}limit`, 'max']],
    );
    if (module.group === 'prop') {
      const titles = sampleOf(queries.pages, module.name) ?? '';
      const several = pairsOf(`${titles}|Nothing at all here&prop=${module.name}`);
      const single = pairsOf(`${titles.replace(/\|.*/, '')}&prop=${module.name}`);
      const isLimited = ['revisions', 'imageinfo'].includes(module.name);
      recorded.pages = await this.#shape(module, isLimited ? several : new Map([...several, ...limit]));
      recorded.listed = await this.#shape(module, new Map([...single, ...limit]));
      if (isLimited) recorded.page = await this.#shape(module, single);
    } else {
      const query = pairsOf(
        (queriesByModule.get(module.name) ?? `list=${module.name}`).replaceAll('\n', '&'),
      );
      const extra = pairsOf(sampleOf(queries.lists, module.name) ?? '');
      recorded.rows = await this.#shape(module, new Map([...query, ...extra, ...limit]));
    }
    const generator = sampleOf(queries.generators, module.name);
    if (generator !== undefined)
      recorded.generator = plain(await this.tables(pairsOf(`generator=${module.name}&${generator}`)));
    return Object.fromEntries(
      Object.entries(recorded).filter(([shape, tables]) => shape === 'generator' || saysMore(tables)),
    );
  }

  /**
   * The tables of a query with everything, and of one query for each value of `prop` and each parameter that may
   * bring columns.
   */
  async #shape(module: Module, base: Parameters): Promise<readonly RecordedTable[]> {
    const name = `${module.prefix}prop`;
    const values = [...(allowedValues(module.parameter('prop') ?? module.parameters[0]!) ?? [])];
    const collected = new Collected();
    if (module.parameter('prop') === undefined || values.length === 0)
      collected.add(await this.tables(base), undefined);
    else {
      const isDefault = (module.parameter('prop')?.default ?? '') !== '';
      await this.#properties({ name, values, isDefault }, base, collected);
    }
    const everything = collected.everything ?? base;
    const switches = module.parameters
      .filter(({ type, deprecated }) => type === 'boolean' && !deprecated)
      .map(({ name: parameterName }) => parameterName);
    for (const more of [...listOf(queries.more, module.name), ...switches]) {
      const [parameterName = '', value = ''] = more.split('=');
      const parameters = new Map([...everything, [`${module.prefix}${parameterName}`, value]]);
      collected.add(await this.tables(parameters), parameterName === 'page' ? undefined : parameterName);
    }
    return collected.tables;
  }

  async #properties(
    { name, values, isDefault }: { name: string; values: readonly string[]; isDefault: boolean },
    base: Parameters,
    collected: Collected,
  ): Promise<void> {
    const answers: [string, readonly TableHeader[]][] = [];
    for (const value of values) {
      const tables = await this.tables(new Map([...base, [name, value]]));
      if (tables.length > 0) answers.push([value, tables]);
    }
    const together = new Map([...base, [name, answers.map(([value]) => value).join('|')]]);
    const whole = await this.tables(together);
    collected.everything = whole.length > 0 ? together : base;
    const usual = await this.tables(base);
    collected.order(whole.length > 0 ? whole : usual);
    for (const [value, tables] of answers) collected.add(tables, `prop=${value}`);
    collected.always(answers.map(([value]) => `prop=${value}`));
    collected.add(whole, 'together');
    if (!isDefault) collected.add(usual, undefined);
  }
}

interface Known {
  readonly title: string;
  type: string;
  readonly with: Set<string>;
}

/** The columns of the responses to several queries of one module. */
class Collected {
  everything: Parameters | undefined;
  readonly #tables = new Map<string, Map<string, Known>>();
  /** Columns that every query brings. */
  readonly #always = new Set<string>();

  /** Records the columns in their order, without their causes. */
  order(tables: readonly TableHeader[]): void {
    for (const { id, columns } of tables)
      for (const { key, title, type } of columns) this.#known(id, key, title, type);
  }

  /**
   * Adds the columns of a query. @param way the parameter that brought them; `undefined` = only the module. Columns
   * of another way are kept.
   */
  add(tables: readonly TableHeader[], way: string | undefined): void {
    for (const { id, columns } of tables)
      for (const { key, title, type } of columns) {
        const isProperty = way?.startsWith('prop=') === true;
        const isNew = this.#tables.get(id)?.has(key) !== true;
        const recorded = this.#known(id, key, title, type);
        if (way === undefined) this.#always.add(`${id} ${key}`);
        else if (isProperty || isNew) recorded.with.add(way);
      }
  }

  /** Records as always present the columns that each of these ways brings. */
  always(ways: readonly string[]): void {
    for (const [id, columns] of this.#tables)
      for (const [key, recorded] of columns)
        if (ways.length > 1 && ways.every(way => recorded.with.has(way))) this.#always.add(`${id} ${key}`);
  }

  get tables(): readonly RecordedTable[] {
    return [...this.#tables].map(([id, columns]) => ({
      id,
      columns: [...columns]
        .filter(([key]) => !isData(id, key))
        .map(([key, recorded]): RecordedColumn => {
          const ways = [...recorded.with].filter(way => way !== 'together');
          const isAlways = this.#always.has(`${id} ${key}`) || ways.length === 0;
          return {
            key,
            ...(recorded.title !== key && { title: recorded.title }),
            type: recorded.type,
            ...(!isAlways && { with: ways }),
          };
        }),
    }));
  }

  #known(id: string, key: string, title: string, type: string): Known {
    const columns = this.#tables.get(id) ?? new Map<string, Known>();
    this.#tables.set(id, columns);
    const recorded = columns.get(key) ?? { title, type, with: new Set() };
    columns.set(key, recorded);
    // A column with only empty values in one response has the type of texts there.
    if (recorded.type === 'text') recorded.type = type;
    return recorded;
  }
}

/** Whether the names of a table's columns are data of the wiki. */
const isData = (table: string, column: string): boolean => queries.named.includes(table) && column !== 'key';

const ofPages: ReadonlySet<string> = new Set(['title', 'ns', 'pageid', 'missing']);

/** Whether responses have more than the pages that the query is about. */
const saysMore = (tables: readonly RecordedTable[]): boolean =>
  tables.some(({ id, columns }) => id !== 'pages' || columns.some(({ key }) => !ofPages.has(key)));

const plain = (tables: readonly TableHeader[]): readonly RecordedTable[] =>
  tables.map(({ id, columns }) => ({
    id,
    columns: columns.map(({ key, title, type }) => ({ key, ...(title !== key && { title }), type })),
  }));

const pairsOf = (query: string): Parameters =>
  new Map(
    query
      .split('&')
      .filter(pair => pair !== '')
      .map(pair => [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=?/s, '')]),
  );
