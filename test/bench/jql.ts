import { JastBuilder } from '@atlaskit/jql-ast';
import { parseJqlText } from '../../server/src/jql/parser.ts';
import { interleaved, milliseconds, timed } from './figures.ts';
import { jqlQueries } from './jql-queries.ts';
import type { Report } from './report.ts';

/** Atlassian's parser takes seconds for all queries; its figure is that of every fourth one, times four. */
const sampling = 4;

/** What reading a query is held against, and what it costs at most. */
const timesFaster = 100;
const timesSlower = 10;

/** How fast `read` goes through 10,000 queries, beside Atlassian's parser and a lexer that knows nothing but letters. */
export async function measureJql(
  report: Report,
  name = 'our scanner and parser',
  read: (text: string) => unknown = parseJqlText,
): Promise<void> {
  const queries = jqlQueries(10_000);
  const size = queries.reduce((sum, { length }) => sum + length, 0);
  const sample = queries.filter((_, index) => index % sampling === 0);
  assertValid(sample);
  const figures = await interleaved(
    {
      ours: () => timed(() => queries.forEach(read)),
      lexer: () => timed(() => queries.forEach(countRuns)),
      theirs: () => timed(() => sample.forEach(text => new JastBuilder().build(text))),
    },
    7,
  );
  const ours = figures['ours']!;
  const lexer = figures['lexer']!;
  const atlassian = figures['theirs']! * sampling;
  report.heading(
    `Reading ${queries.length} JQL queries, ${(size / 1_000_000).toFixed(2)} MB, in process, medians`,
  );
  report.figure("Atlassian's parser, from every fourth query", milliseconds(atlassian));
  report.figure('a lexer that knows classes of letters only', milliseconds(lexer));
  report.figure(name, `${(size / 1000 / ours).toFixed(1)} MB/s`);
  report.figure(`${name}: times faster than Atlassian's`, (atlassian / ours).toFixed(0));
  report.figure(`${name}: times slower than the lexer`, (ours / lexer).toFixed(1));
  report.bound(`${name}, a hundredth of Atlassian's`, ours, atlassian / timesFaster, milliseconds);
  report.bound(`${name}, ten lexers`, ours, lexer * timesSlower, milliseconds);
}

/** Both parsers read all of a query only where it has no errors. */
function assertValid(queries: readonly string[]): void {
  const refused = queries.find(
    text => parseJqlText(text).errors.length > 0 || new JastBuilder().build(text).errors.length > 0,
  );
  if (refused !== undefined) throw new Error(`A parser refuses: ${refused}`);
}

const letters = /[\w.:\-\u0080-\uffff]/;
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return letters.test(character) ? 1 : /\s/.test(character) ? 2 : 3;
});

/** The number of runs of letters of one class, signs each for itself. */
function countRuns(text: string): number {
  let runs = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? classes[code]! : 1;
    if (kind !== last || kind === 3) runs++;
    last = kind;
  }
  return runs;
}
