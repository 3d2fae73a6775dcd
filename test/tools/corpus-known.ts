/**
 * Writes test/corpus/known.json anew, the list of what the product still says wrongly about the collected queries:
 * `npm run corpus:known`. It only gets shorter; with `-- --all` new entries are taken in too.
 */
import { writeFileSync } from 'node:fs';
import { type CorpusName, corpusNames } from '../support/corpus.ts';
import { checkCorpus, type Difference, readKnown } from '../support/corpus-check.ts';
import { inRoot } from '../support/paths.ts';

const known = readKnown();
const takesAll = process.argv.includes('--all');

function kept(name: CorpusName): Difference[] {
  const before = new Map(known[name].map(each => [each.query, each]));
  return checkCorpus(name).differences.flatMap(difference => {
    if (takesAll) return difference;
    const old = before.get(difference.query);
    if (old === undefined) return [];
    const alarms = difference.alarms.filter(each => old.alarms.includes(each));
    const missed = difference.missed.filter(each => old.missed.includes(each));
    return alarms.length + missed.length === 0 ? [] : { query: difference.query, alarms, missed };
  });
}

const lines = (entries: readonly Difference[]): string =>
  entries.map(entry => `\n    ${JSON.stringify(entry)}`).join(',') + (entries.length > 0 ? '\n  ' : '');

const lists = corpusNames.map(name => ({ name, entries: kept(name) }));
const body = lists.map(({ name, entries }) => `  "${name}": [${lines(entries)}]`).join(',\n');
writeFileSync(inRoot('test/corpus/known.json'), `{\n${body}\n}\n`);
for (const { name, entries } of lists) console.log(`${name}: ${entries.length} queries`);
