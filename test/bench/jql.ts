import { JastBuilder } from '@atlaskit/jql-ast';
import { parseJqlText } from '../../server/src/jql/syntax/parse-jql.ts';
import { validateJql } from '../../server/src/jql/validation/validate.ts';
import { knowledge } from '../support/jql.ts';
import { milliseconds, type Reader, undisturbed } from './figures.ts';
import { jqlQueries } from './jql-queries.ts';
import { countRuns } from './lexer.ts';
import type { Report } from './report.ts';

const count = 10_000;

/**
 * How many times faster than Atlassian's parser each must be, and what is aimed at. Validation does much that the parser
 * does not: it looks names up, reads dates, and finds out whether an issue can meet the conditions.
 */
const timesFaster = { parsed: { least: 20, goal: 100 }, checked: { least: 12, goal: 20 } } as const;
/** How many times slower than the lexer the parser may be. */
const mostTimesSlower = 10;

const readers: Readonly<Record<string, Reader>> = {
  lexer: { read: countRuns, atOnce: 1000 },
  parsed: { read: parseJqlText, atOnce: 400 },
  checked: { read: text => validateJql(parseJqlText(text), text, knowledge, Date.now()), atOnce: 200 },
  theirs: { read: text => new JastBuilder().build(text), atOnce: 5 },
};

/** How fast JQL is read, beside Atlassian's parser and a lexer that knows nothing but classes of letters. */
export function measureJql(report: Report): void {
  const queries = jqlQueries(count);
  const size = queries.reduce((sum, { length }) => sum + length, 0);
  assertValid(queries.slice(0, 500));
  const figures = undisturbed(queries, readers);
  const lexer = figures['lexer']!;
  const atlassian = figures['theirs']!;
  report.heading(`Reading ${count} JQL queries, ${(size / 1_000_000).toFixed(2)} MB, in process`);
  report.figure("Atlassian's parser", milliseconds(atlassian));
  report.figure('a lexer that knows classes of letters only', milliseconds(lexer));
  for (const [reader, name] of [
    ['parsed', 'our parser'],
    ['checked', 'our parser and validation'],
  ] as const) {
    const time = figures[reader]!;
    const { least, goal } = timesFaster[reader];
    report.figure(name, milliseconds(time), `${(size / 1000 / time).toFixed(1)} MB/s`);
    report.least(`${name}: times faster than Atlassian's`, atlassian / time, least, goal);
  }
  report.bound('our parser: times slower than the lexer', figures['parsed']! / lexer, mostTimesSlower, times);
}

const times = (value: number): string => value.toFixed(1);

/** Both parsers read all of a query only where it has no errors. */
function assertValid(queries: readonly string[]): void {
  const refused = queries.find(
    text => parseJqlText(text).errors.length > 0 || new JastBuilder().build(text).errors.length > 0,
  );
  if (refused !== undefined) throw new Error(`A parser refuses: ${refused}`);
}
