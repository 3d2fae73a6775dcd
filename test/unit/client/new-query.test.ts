/** The snippets of new query files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import texts from '../../../client/src/texts.json' with { type: 'json' };
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { context } from '../../support/jql.ts';

const snippets: readonly (readonly [language: string, snippet: string, first: string])[] = [
  ['wikiquery', texts['newQuery.snippet'], 'recentchanges'],
  ['jql', texts['newJqlQuery.snippet'], 'assignee = currentUser() AND resolution IS EMPTY'],
];
for (const [id, snippet, first] of snippets)
  test(`a new file of ${id} can be run as it is, and one types first in its body`, () => {
    const { service, syntax } = createLanguages().get(id)!;
    const text = withoutPlaceholders(snippet).replace('$0', '');
    const { blocks, header } = new QueryDocument(`untitled:a.${id}`, id, 1, text, syntax);
    assert.equal(blocks.length, 1);
    for (const block of blocks) {
      assert.ok(block.body);
      assert.deepEqual(service.problems({ block, scope: new Scope(block, header) }, context), []);
    }
    assert.ok(snippet.includes(`\${1:${first}}`));
  });
