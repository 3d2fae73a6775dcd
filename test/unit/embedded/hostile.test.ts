/** Files that only pretend to be what their names say: they cost no stack and have no queries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadHost } from '../../../server/src/embedded/hosts.ts';

const lines = (text: string): string => `${text}\n`.repeat(4000);

const texts: readonly (readonly [language: string, text: string])[] = [
  ['javascript', `action = query = ${lines('[')}`],
  ['javascript', `jql = 'a'${lines(" + 'b'")}`],
  ['typescript', `let jql: ${lines('A<')}`],
  ['python', `jql = (${lines('(')}`],
  ['python', `jql = ${lines('not \\')}c`],
  ['php', `<?php $jql = ${lines('[')}`],
  ['json', `{"jql": ${lines('[')}`],
  ['json', lines('{"action":')],
  ['yaml', `jql: ${lines('[')}`],
  ['markdown', `${lines('> > > >')}\`\`\`jql\nproject = A\n\`\`\``],
  ['shellscript', `curl --jql '${lines('$(')}`],
];

describe('a text of thousands of levels', () => {
  for (const [language, text] of texts)
    it(`is looked through without an error: ${language}, ${JSON.stringify(text.slice(0, 30))}`, async () => {
      const host = await loadHost(language);
      for (const { text: query } of host!.queries(text)) assert(query.text.length < text.length);
    });
});
