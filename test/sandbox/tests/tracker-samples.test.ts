/** Every query of the `.jql` samples runs, without a word from the editor, but for the file whose mistakes are its point. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parseJql } from '../../../server/src/jql/syntax/parse-jql.ts';
import { buildJqlRequest } from '../../../server/src/jql/jql-request.ts';
import { jqlSyntax } from '../../../server/src/jql/syntax/file-syntax.ts';
import { validateJql } from '../../../server/src/jql/validation/validate.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import { fetchJson } from '../../support/fetch-json.ts';
import { knowledge } from '../../support/jql.ts';
import { type SandboxTracker, startSandboxTracker } from '../tracker.ts';
import { search } from './tracker-asking.ts';

const folder = new URL('../samples/', import.meta.url);
const names = readdirSync(folder)
  .filter(name => name.endsWith('.jql'))
  .toSorted();
const withMistakes = '27-mistakes.jql';

interface Sample {
  readonly title: string;
  readonly jql: string;
  readonly problems: (of: JqlKnowledge) => readonly Problem[];
}

function samplesIn(name: string): Sample[] {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const document = new QueryDocument(`file:///${name}`, 'jql', 1, text, jqlSyntax);
  return document.blocks
    .filter(block => block.text.startsWith('###'))
    .map(block => {
      const scope = new Scope(block, document.header);
      return {
        title: block.text.split('\n')[0] ?? '',
        jql: buildJqlRequest(scope).text.text,
        problems: of => validateJql(parseJql(scope), block.text, of, Date.now()),
      };
    });
}

describe('samples of issues', () => {
  let tracker: SandboxTracker;
  let headers: Record<string, string>;
  let siteKnowledge: JqlKnowledge;
  before(async () => {
    tracker = await startSandboxTracker();
    headers = { Authorization: `Bearer ${tracker.account('ada').token}` };
    const api = `${tracker.url}/rest/api/2`;
    const [words, fields] = await Promise.all([
      fetchJson(`${api}/jql/autocompletedata`, { headers }),
      fetchJson(`${api}/field`, { headers }),
    ]);
    siteKnowledge = { ...knowledge, catalogue: mergeTracker(knowledge.catalogue, words, fields) };
  });
  after(() => tracker.stop());

  it('are eight or more, and the first one holds a single query', () => {
    assert(names.length >= 8);
    assert.equal(samplesIn(names[0] ?? '').length, 1);
  });

  for (const name of names.filter(other => other !== withMistakes))
    for (const { title, jql, problems } of samplesIn(name))
      it(`${name} ${title}`, async () => {
        assert.deepEqual(problems(siteKnowledge), []);
        const answer = await search(tracker.url, jql, {}, { headers });
        assert.equal(answer.errorMessages, undefined);
        assert(answer.total > 0, 'no issues');
      });

  for (const { title, jql, problems } of samplesIn(withMistakes))
    it(`${withMistakes} ${title}`, async () => {
      assert.notDeepEqual(problems(siteKnowledge), []);
      const { errorMessages } = await search(tracker.url, jql, {}, { headers });
      assert.equal(errorMessages?.length, 1);
    });
});
