/**
 * Counts how often people use the words of both languages in the collected queries of `test/corpus`, and writes the
 * catalogues `usage.json`: `npm run usage:count`.
 */
import { writeFileSync } from 'node:fs';
import { type CorpusName, ownerOf, readCorpus } from '../support/corpus.ts';
import { inRoot } from '../support/paths.ts';
import { countJql, countWiki } from '../support/usage-counts.ts';

function write(name: CorpusName, counts: object): void {
  const all = readCorpus(name);
  const source =
    `${all.length} ${name === 'wiki' ? 'requests' : 'queries'} of ` +
    `${new Set(all.map(({ from }) => ownerOf(from))).size} owners of public code and documentation ` +
    `(test/corpus/${name}.json), an owner counted ten times at most for one thing; npm run usage:count`;
  const file = inRoot('server/catalogue', name, 'usage.json');
  writeFileSync(file, `${JSON.stringify({ source, ...counts }, null, 1)}\n`);
  console.log(source);
}

write('wiki', countWiki(readCorpus('wiki')));
write('jql', countJql(readCorpus('jql')));
