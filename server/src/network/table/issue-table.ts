/** The table of issues in the responses of a search. */
import facts from '../../../catalogue/network/tracker-rest.json' with { type: 'json' };
import { isEmptyCell } from '#shared/base/tables/cell-values.ts';
import type { Json, Row } from '#shared/protocol/json.ts';
import { isObject, type JsonObject, textOf } from '#shared/protocol/json-values.ts';
import { levelField, nameWithId, type WantedField } from '../../jql/requested-fields.ts';
import type { TablePart } from '../../results/store/result-table.ts';
import { Table } from './table.ts';
import type { Column, ColumnType } from '#shared/protocol/run.ts';
import { shorten } from '#shared/base/shorten.ts';
import { maxKeyLength, maximumColumns } from './columns.ts';
import { cellOf, isDuration, isIssueField } from './field-value.ts';

/** The table of a search: one row per issue. */
export class IssueTable {
  readonly #columns: IssueColumns;
  readonly #table: Table;
  #restricted = 0;

  constructor(wanted: readonly WantedField[]) {
    this.#columns = new IssueColumns(wanted);
    this.#table = new Table('issues', facts.columns.table, true, this.#columns);
  }

  /** All rows, shown or not. */
  get size(): number {
    return this.#table.size;
  }

  get shown(): number {
    return this.#table.taken;
  }

  /** Some columns were left out of the rows that are shown. */
  get isCut(): boolean {
    return this.#table.isCut;
  }

  /** The issues with a security level: only some users can see them. */
  get restricted(): number {
    return this.#restricted;
  }

  /** Adds the issues of a response, of which `issues` are new. */
  add(answer: Json, issues: readonly JsonObject[]): void {
    if (isObject(answer)) this.#columns.readDescription(answer['names'], answer['schema']);
    for (const issue of issues) {
      this.#table.add(issue);
      const { fields } = issue;
      if (isObject(fields) && !isEmptyCell(fields[levelField])) this.#restricted++;
    }
  }

  /** The rows to show now, up to a total of `limit`; the first time, also a table without rows. */
  take(limit: number): Iterable<TablePart> {
    return this.#table.take(limit);
  }
}

const { columns } = facts;
const byType = new Map<string, string>(Object.entries(columns.types));
const issueFieldIds: ReadonlySet<string> = new Set(columns.issues);
const plainTypes: readonly ColumnType[] = ['date', 'user', 'number'];

/** The key of the column with the keys of issues. */
const keyOfIssues = 'key';

/** Maximum fields that are read from a response. */
const maxFields = 20_000;

/** The columns of a table of issues: the key, the requested fields in their order, then others. */
export class IssueColumns {
  /** By id. */
  readonly #wanted: ReadonlyMap<string, string>;
  /** The keys of columns that no further field can have. */
  readonly #taken: ReadonlySet<string>;
  readonly #names = new Map<string, string>();
  readonly #types = new Map<string, ColumnType>();
  /** By id: the type of each column, as far as known from values. */
  readonly #seen = new Map<string, ColumnType | undefined>();
  #isCut = false;

  constructor(wanted: readonly WantedField[]) {
    const fields = wanted.filter(({ id }) => !/^[*-]/.test(id));
    this.#wanted = new Map(fields.map(({ id, written }) => [id, written]));
    this.#taken = new Set([keyOfIssues, ...this.#wanted.values()]);
    for (const { id } of fields) this.#seen.set(id, undefined);
  }

  /** Reads the description of the fields in a response: `names` and `schema`. */
  readDescription(names: Json | undefined, schema: Json | undefined): void {
    for (const [id, name] of membersOf(names)) this.#names.set(id, shorten(textOf(name), maxKeyLength));
    for (const [id, field] of membersOf(schema))
      this.#types.set(id, typeOf(id, isObject(field) ? field : {}));
  }

  /** An issue as a row. */
  rowOf(issue: Json): Row {
    if (!isObject(issue)) return {};
    const fields = isObject(issue['fields']) ? issue['fields'] : {};
    const cells = Object.entries(fields).flatMap(([id, value]): [string, Json][] => {
      const cell = cellOf(id, value);
      const isShown = cell !== null && cell !== '' && this.#see(id, cell);
      return isShown ? [[this.#keyOf(id), cell]] : [];
    });
    const key = textOf(issue['key']) || textOf(issue['id']);
    return Object.fromEntries([[keyOfIssues, shorten(key, maxKeyLength)], ...cells]);
  }

  /** The key of a field's column: its name in the query, else its id, where no other column has it. */
  #keyOf(id: string): string {
    return this.#wanted.get(id) ?? (this.#taken.has(id) ? nameWithId(id, id) : id);
  }

  /** Adds a value's column and type; false = above the maximum of columns. */
  #see(id: string, value: Json): boolean {
    const isNew = !this.#seen.has(id);
    if (isNew && (this.#seen.size >= maximumColumns || id.length > maxKeyLength)) {
      this.#isCut = true;
      return false;
    }
    const before = this.#seen.get(id);
    const type = this.#typeFor(id, value);
    this.#seen.set(id, before === undefined || before === type ? type : 'text');
    return true;
  }

  /** Some columns were left out of the rows so far. */
  get isCut(): boolean {
    return this.#isCut;
  }

  list(): Column[] {
    const key: Column = { key: keyOfIssues, title: columns.key, type: 'issue' };
    const titleOf = (id: string): string => this.#names.get(id) || this.#keyOf(id);
    const idsByTitle = Map.groupBy(this.#seen.keys(), titleOf);
    const fields = [...this.#seen].map(([id, type]): Column => ({
      key: this.#keyOf(id),
      // Fields of one name are told apart by their ids.
      title: idsByTitle.get(titleOf(id))?.length === 1 ? titleOf(id) : nameWithId(titleOf(id), id),
      type: type ?? this.#types.get(id) ?? 'text',
    }));
    return [key, ...fields];
  }

  /** The type in the schema, if the value has it. */
  #typeFor(id: string, value: Json): ColumnType {
    const schemaType = issueFieldIds.has(id) ? 'issue' : this.#types.get(id);
    if (typeof value === 'number') return 'number';
    if (typeof value === 'boolean') return 'boolean';
    if (typeof value !== 'string') return 'json';
    if (schemaType !== undefined && schemaType !== 'number') return schemaType;
    return /^https?:\/\/\S+$/.test(value) ? 'link' : 'text';
  }
}

/** The first members of an object; none of other values. */
const membersOf = (value: Json | undefined): readonly [string, Json][] =>
  isObject(value) ? Object.entries(value).slice(0, maxFields) : [];

function typeOf(id: string, schema: { readonly [key: string]: Json }): ColumnType {
  if (isDuration(id)) return 'text';
  if (textOf(schema['custom']).endsWith(':url')) return 'link';
  if (isIssueField(schema)) return 'issue';
  const type = byType.get(textOf(schema['type']));
  return plainTypes.find(plainType => plainType === type) ?? 'text';
}
