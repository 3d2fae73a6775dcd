/** Names the results of a session and the snapshots for SQL. */
import { isReservedName } from './safe-sql.ts';
import { isKeyword } from './keywords.ts';
import { freeName, numberedTables } from './nameable-tables.ts';

/** A result or a snapshot to be named. */
export interface Nameable<Table> {
  /** Its `@name`; empty = it has none. */
  readonly name: string;
  readonly title: string;
  /** Identifies the query: of several results of a query, the latest is the table. */
  readonly query: string;
  readonly isSnapshot: boolean;
  readonly tables: readonly Table[];
}

export interface NamedTable<Table, Source> {
  readonly name: string;
  readonly table: Table;
  readonly source: Source;
}

/** Maximum characters of a name that is made from a title. */
const longest = 40;

/**
 * The tables of all results and snapshots, each with a unique name. Of several runs of a query, only the latest has a
 * table. If queries of two files have the same name, the one that ran last gets it, and the other `name_2`; the same
 * applies to titles. A `@name` takes precedence over a title, and a result over a snapshot.
 *
 * @param sources the latest last
 */
export function nameTables<Source extends Nameable<Parameters<typeof numberedTables>[1][number]>>(
  sources: readonly Source[],
): NamedTable<Source['tables'][number], Source>[] {
  const usedNames = new Set<string>();
  const isTaken = (name: string): boolean => usedNames.has(name.toLowerCase());
  return latestOf(sources)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(source => {
      const isFree = (base: string): boolean =>
        numberedTables(base, source.tables).every(({ name }) => !isTaken(name));
      const base = freeName(baseOf(source), name => !isFree(name));
      return numberedTables(base, source.tables).map(({ name, table }) => {
        usedNames.add(name.toLowerCase());
        return { name, table, source };
      });
    });
}

/** The latest result of each query, the latest first. */
function latestOf<Source extends Nameable<unknown>>(sources: readonly Source[]): Source[] {
  const seen = new Set<string>();
  return sources.toReversed().filter(({ query, isSnapshot }) => {
    if (isSnapshot) return true;
    if (seen.has(query)) return false;
    seen.add(query);
    return true;
  });
}

const rankOf = ({ name, isSnapshot }: Nameable<unknown>): number => {
  if (isSnapshot) return 2;
  return name === '' ? 1 : 0;
};

const baseOf = ({ name, title }: Nameable<unknown>): string => {
  const identifier = identifierOf(name === '' ? title.toLowerCase() : name);
  return identifier === '' ? 'r1' : identifier;
};

/** A title as a name that needs no quotes; empty = it has no characters for a name. */
export function identifierOf(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{N}_]+/gu) ?? [];
  const name = trimEnd(words.join('_').slice(0, longest));
  if (name === '') return '';
  return /^\p{N}/u.test(name) || isKeyword(name) || isInternal(name.toLowerCase()) ? `t_${name}` : name;
}

/** Whether a name is used by the database of results itself, or reserved by SQLite. */
const isInternal = (name: string): boolean =>
  isReservedName(name) || /^(?:rows\d+|result_tables|snapshots|snapshot_tables)$/.test(name);

/** Removes half a character, and the separator of two words, from the end. */
function trimEnd(name: string): string {
  const whole = name.isWellFormed() ? name : name.slice(0, -1);
  return whole.endsWith('_') ? whole.slice(0, -1) : whole;
}
