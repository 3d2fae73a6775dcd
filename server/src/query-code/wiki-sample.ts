/** The data from which code for a wiki query is made. */
import { sentContact } from '#shared/base/contact.ts';
import { maxUrlLength } from '#shared/base/site-address.ts';
import columns from '../../catalogue/wiki/columns.json' with { type: 'json' };
import { formEncoded } from './literals.ts';

/** A wiki query, and how our own run would send it. */
export interface WikiSource {
  /** The address of `api.php`. */
  readonly api: string;
  /** The parameters of the request that `buildWikiRequest` makes. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly sensitive: ReadonlySet<string>;
  readonly post: boolean;
  readonly token?: { readonly parameter: string; readonly type: string };
  /** The setting; empty = none. */
  readonly contact: string;
  /** The rows of a run; `Infinity` = all. */
  readonly limit: number;
  /** The limits of the query's own modules, if they apply; code merges the records of a page, and fetches all of them. */
  readonly ownLimits?: readonly { readonly table: string; readonly rows?: number }[];
}

/** The data from which the forms of code are made. */
export interface WikiSample {
  readonly api: string;
  /** The parameters without secrets. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** The names of parameters whose values the code reads from the environment. */
  readonly secrets: readonly string[];
  readonly token?: { readonly parameter: string; readonly type: string };
  readonly post: boolean;
  readonly userAgent: string;
  readonly hasContact: boolean;
  /** The tables with a limit, and their rows; `[]` = no limit. */
  readonly limits: readonly (readonly [table: string, rows: number])[];
  /** Whether the code stops only once every table has its rows, not once the first one has. */
  readonly untilAll: boolean;
}

/** The name of the generated program, which its author replaces. */
const program = 'my-query/1.0';
const placeholder = 'your email address or user page';

/** Prepares the data for all forms of code that send a wiki query; secrets are left out. */
export function wikiSample(source: WikiSource): WikiSample {
  const [api = ''] = source.api.split('#');
  const parameters = source.parameters.filter(([name]) => !source.sensitive.has(name));
  const secrets = source.parameters
    .filter(([name, value]) => source.sensitive.has(name) && value !== '' && name !== source.token?.parameter)
    .map(([name]) => name);
  const contact = sentContact(source.contact);
  const moduleLimits =
    source.ownLimits
      ?.filter(({ table }) => !table.includes('.'))
      .map(({ table, rows }) => [table, rows ?? source.limit] as const) ?? [];
  const limits =
    moduleLimits.length > 0
      ? moduleLimits
      : tablesOf(parameters).map(table => [table, source.limit] as const);
  const form = formEncoded(parameters);
  return {
    api,
    parameters,
    secrets,
    ...(source.token && { token: source.token }),
    // Leaves room for the parameters that a continuation adds.
    post: source.post || secrets.length > 0 || api.length + form.length + roomToContinue > maxUrlLength,
    userAgent: `${program} (${contact === '' ? placeholder : contact})`,
    hasContact: contact !== '',
    limits: limits.filter(([, rows]) => rows !== Infinity),
    untilAll: moduleLimits.length > 1,
  };
}

const roomToContinue = 1000;

const pageSources: ReadonlySet<string> = new Set(['titles', 'pageids', 'revids', 'generator']);

/** The members of the answer whose rows count: each list, and the pages. */
function tablesOf(parameters: WikiSample['parameters']): readonly string[] {
  const value = (name: string): string => parameters.find(parameter => parameter[0] === name)?.[1] ?? '';
  const lists = valuesOf(value('list'));
  const hasPages = parameters.some(([name]) => pageSources.has(name));
  return [...(hasPages ? ['pages'] : []), ...lists];
}

/** The values of a parameter that takes several; a leading U+001F separates them instead of `|`. */
const valuesOf = (text: string): readonly string[] =>
  (text.startsWith('\u001F') ? text.slice(1).split('\u001F') : text.split('|')).filter(value => value !== '');

const groups: ReadonlyMap<string, string> = new Map(Object.entries(columns.grouped));
/** Lists whose rows are one level deeper, under this name. */
const nested: ReadonlyMap<string, string> = new Map([['querypage', 'results']]);

/** Where a table has its rows: `rows` directly, `grouped` in members of its items, `nested` in a member of its own. */
export function rowsIn(table: string): {
  readonly kind: 'rows' | 'grouped' | 'nested';
  readonly member: string;
} {
  const group = groups.get(table);
  if (group !== undefined) return { kind: 'grouped', member: group };
  const member = nested.get(table);
  return member === undefined ? { kind: 'rows', member: '' } : { kind: 'nested', member };
}

/** The members whose rows are counted instead of their table's: of each of its items, and of the table itself. */
export function countedMembers(limits: WikiSample['limits']): {
  readonly group: string | undefined;
  readonly inner: string | undefined;
} {
  const counted = limits.map(([table]) => rowsIn(table));
  const memberOf = (kind: 'grouped' | 'nested') => counted.find(candidate => candidate.kind === kind)?.member;
  return { group: memberOf('grouped'), inner: memberOf('nested') };
}

/** The parameters for a library that chooses the format itself and reads errors in the older form alone. */
export const forLibrary = ({ parameters }: WikiSample): WikiSample['parameters'] =>
  parameters.filter(([name]) => name !== 'format' && name !== 'errorformat');

/** The name of the environment variable that holds the value of a secret parameter. */
export const secretVariable = (parameter: string): string =>
  `WIKI_${parameter.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
