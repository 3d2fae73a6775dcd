/** Every sample runs: without a word from the editor or the wiki, but for the file whose mistakes are its point. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { validateWikiQuery } from '../../../server/src/wiki/validation/wiki-validation.ts';
import { context, knowledge, modelOf } from '../../support/wiki.ts';
import { type SandboxWiki, startSandboxWiki } from '../wiki.ts';
import { ask, everything, rowsOf } from './asking.ts';

const folder = new URL('../samples/', import.meta.url);
const names = readdirSync(folder)
  .filter(name => name.endsWith('.wikiquery'))
  .toSorted();
const withMistakes = '10-mistakes.wikiquery';

interface Sample {
  readonly title: string;
  readonly problems: readonly string[];
  readonly parameters: readonly (readonly [string, string])[];
}

function samplesIn(name: string): Sample[] {
  const document = new QueryDocument(
    `file:///${name}`,
    'wikiquery',
    1,
    readFileSync(new URL(name, folder), 'utf8'),
  );
  return document.blocks.flatMap(block => {
    const model = modelOf({ block, scope: new Scope(block, document.header) });
    const problems = validateWikiQuery(model, knowledge.rules, context.now).map(({ code }) => code);
    const title = block.text.split('\n')[0] ?? '';
    return model.query.parameters.length === 0
      ? []
      : [{ title, problems, parameters: buildWikiRequest(model).parameters }];
  });
}

describe('samples', () => {
  let wiki: SandboxWiki;
  before(async () => {
    wiki = await startSandboxWiki();
  });
  after(() => wiki.stop());

  it('are a dozen, and the first one holds a single query', () => {
    assert(names.length >= 12);
    assert.equal(samplesIn(names[0] ?? '').length, 1);
  });

  for (const name of names.filter(other => other !== withMistakes))
    for (const { title, problems, parameters } of samplesIn(name))
      it(`${name} ${title}`, async () => {
        assert.deepEqual(problems, []);
        const answer = await ask(wiki.url, Object.fromEntries(parameters));
        assert.deepEqual([answer.errors, answer.warnings], [undefined, undefined]);
        assert(rowsOf(answer).length > 0, 'no rows');
      });

  for (const { title, problems, parameters } of samplesIn(withMistakes))
    it(`${withMistakes} ${title}`, async () => {
      const answer = await ask(wiki.url, Object.fromEntries(parameters));
      const codes = [...(answer.errors ?? []), ...(answer.warnings ?? [])].map(({ code }) => code);
      assert(codes.length > 0, 'the wiki says nothing');
      // The parameters of an unknown module are unknown with it: that is said once.
      const told = problems.includes('unrecognizedvalues') ? [...problems, 'unrecognizedparams'] : problems;
      for (const code of codes) assert(told.includes(code), `${code} is not among ${told.join(', ')}`);
    });

  it('have ten thousand rows to scroll', async () => {
    const [sample] = samplesIn('11-ten-thousand-rows.wikiquery');
    const rows = await everything(wiki.url, Object.fromEntries(sample?.parameters ?? []));
    assert(rows.length > 10_000, `only ${rows.length}`);
  });
});
