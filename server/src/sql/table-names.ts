/** What SQL calls the results of a session and the snapshots. */
import { isReservedName } from './safe-sql.ts';
import { isKeyword } from './words.ts';
import { freeName, numberedTables } from './tables.ts';

/** A result or a snapshot to be named. */
export interface Nameable<Table> {
  /** By its `@name`; empty = it has none. */
  readonly name: string;
  readonly title: string;
  /** Results of one query have the same; the latest of them is the table. */
  readonly query: string;
  readonly isSnapshot: boolean;
  readonly tables: readonly Table[];
}

export interface NamedTable<Table, Source> {
  readonly name: string;
  readonly table: Table;
  readonly source: Source;
}

/** Characters of a name that is made of a title. */
const longest = 40;

/**
 * The tables of all results and snapshots, each with a name of its own. Of several runs of a query only the latest has a
 * table. Where queries of two files have one name, the query that ran last has it, and the other `name_2`; so it is with titles. A
 * `@name` comes before a title, and a result before a snapshot.
 *
 * @param sources the latest last
 */
export function nameTables<Source extends Nameable<{ readonly rows: number }>>(
  sources: readonly Source[],
): NamedTable<Source['tables'][number], Source>[] {
  const taken = new Set<string>();
  const isTaken = (name: string): boolean => taken.has(name.toLowerCase());
  return latestOf(sources)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(source => {
      const isFree = (base: string): boolean =>
        numberedTables(base, source.tables).every(({ name }) => !isTaken(name));
      const base = freeName(baseOf(source), name => !isFree(name));
      return numberedTables(base, source.tables).map(({ name, table }) => {
        taken.add(name.toLowerCase());
        return { name, table, source };
      });
    });
}

/** The latest of each query, the latest first. */
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
  const given = identifierOf(name === '' ? title.toLowerCase() : name);
  return given === '' ? 'r1' : given;
};

/** A title as a name that needs no quotes; empty = nothing in it can be in a name. */
export function identifierOf(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{N}_]+/gu) ?? [];
  const name = trimEnd(words.join('_').slice(0, longest));
  if (name === '') return '';
  return /^\p{N}/u.test(name) || isKeyword(name) || isInternal(name.toLowerCase()) ? `t_${name}` : name;
}

/** What the database of results has itself, besides what SQLite has. */
const isInternal = (name: string): boolean =>
  isReservedName(name) || /^(?:rows\d+|result_tables|snapshots|snapshot_tables)$/.test(name);

/** Without a half of a character, and without the sign between two words. */
function trimEnd(name: string): string {
  const whole = name.isWellFormed() ? name : name.slice(0, -1);
  return whole.endsWith('_') ? whole.slice(0, -1) : whole;
}
