import { JastBuilder } from '@atlaskit/jql-ast';
import { parseJqlText } from '../../server/src/jql/syntax/parser.ts';
import { validateJql } from '../../server/src/jql/validation/validate.ts';
import { knowledge } from '../support/jql.ts';
import { milliseconds, type Reader, undisturbed } from './figures.ts';
import { jqlQueries } from './jql-queries.ts';
import { countRuns } from './lexer.ts';
import type { Report } from './report.ts';

const count = 10_000;

/** What is aimed at, and what must hold: how many times faster than Atlassian's parser, and slower than the lexer. */
const goal = 100;
const leastTimesFaster = 20;
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
  for (const [name, time] of [
    ['our parser', figures['parsed']!],
    ['our parser and validation', figures['checked']!],
  ] as const) {
    report.figure(name, milliseconds(time), `${(size / 1000 / time).toFixed(1)} MB/s`);
    report.least(`${name}: times faster than Atlassian's`, atlassian / time, leastTimesFaster, goal);
    report.bound(`${name}: times slower than the lexer`, time / lexer, mostTimesSlower, times);
  }
}

const times = (value: number): string => value.toFixed(1);

/** Both parsers read all of a query only where it has no errors. */
function assertValid(queries: readonly string[]): void {
  const refused = queries.find(
    text => parseJqlText(text).errors.length > 0 || new JastBuilder().build(text).errors.length > 0,
  );
  if (refused !== undefined) throw new Error(`A parser refuses: ${refused}`);
}
