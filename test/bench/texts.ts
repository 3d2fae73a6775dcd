/** Query files of any size, the same in every run. */

export type Language = 'wikiquery' | 'jql';

/** Queries as people write them; `N` is the number of the query, so that no two are the same. */
const wikiQueries: readonly (readonly string[])[] = [
  ['list=categorymembers', 'cmtitle=Category:Subject N', 'cmprop=ids|title|timestamp', 'cmlimit=max'],
  ['list=recentchanges', 'rcnamespace=0|14', 'rctype=edit|new', 'rcprop=title|user|comment', 'rclimit=50'],
  ['titles=Page N|Other page N', 'prop=info|revisions', 'rvprop=ids|timestamp|user', 'rvslots=main'],
  ['generator=search', 'gsrsearch=subject N', 'gsrlimit=20', 'prop=info|categories', 'cllimit=max'],
  ['list=allpages', 'apfrom={{from}}', 'apnamespace=0', 'aplimit=100', '# the first hundred of group N'],
  ['list=logevents', 'letype=block', 'lestart=2024-01-15T00:00:00Z', 'ledir=newer', 'leuser=Person N'],
  ['meta=siteinfo', 'siprop=general', '  |namespaces', '  |statistics'],
];
const trackerQueries: readonly (readonly string[])[] = [
  ['project = PN and status in (Open, "In Progress")', 'order by priority desc, updated desc'],
  ['assignee = currentUser() and resolution is empty', '  and updated >= -Nd'],
  ['project = {{from}} and fixVersion in unreleasedVersions({{from}})', '  and labels = "group N"'],
  ['status changed from "In Progress" to Done after startOfWeek(-1)', '  and reporter in (anna, bert)'],
  ['summary ~ timeout or description ~ "\\"connection refused\\""', '# group N', 'order by created desc'],
  ['key in (ABC-N, ABC-1N, ABC-2N) or parent = ABC-3N', 'order by key'],
];
const typical = { wikiquery: wikiQueries, jql: trackerQueries };
const header = ['# Queries of every day', '# @limit 200', '@from = Ma', '', ''].join('\n');

/** The line of the first query's first parameter, in every file. */
export const firstParameter = 5;

export interface TextOptions {
  /** Default: `wikiquery`. */
  readonly language?: Language;
  /** Characters, at least. */
  readonly length: number;
  readonly lineEnd?: '\n' | '\r\n';
  /** A line that is put into every query. */
  readonly extra?: string;
}

/** A file of typical queries. */
export function queryFile({ language = 'wikiquery', length, lineEnd = '\n', extra }: TextOptions): string {
  const queries = typical[language];
  const parts = [header];
  let size = header.length;
  for (let number = 0; size < length; number++) {
    const lines = queries[number % queries.length]!.map(line => line.replaceAll('N', String(number)));
    const query = [`### Query ${number}`, ...lines, ...(extra === undefined ? [] : [extra]), '', ''].join(
      '\n',
    );
    parts.push(query);
    size += query.length;
  }
  const text = parts.join('');
  return lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd);
}

/** The line of a query's first parameter near the middle of a file. */
export function middleParameter(text: string): number {
  const at = text.indexOf('### Query', text.length / 2);
  return text.slice(0, at).split('\n').length;
}
