/** Queries in the preview of Markdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  fenceLanguage,
  previewFence,
  previewTokens,
} from '../../../../server/src/embedded/markdown/preview-fence.ts';
import { cases } from '../../../support/depth.ts';

const kinds = (text: string, language: string): readonly string[] =>
  previewTokens(text, language).flatMap(({ text: part, kind }) =>
    kind === undefined ? [] : `${kind}: ${part}`,
  );

test('the parts of a query by their form', () => {
  assert.deepEqual(kinds('assignee = "a b" AND created > -7d order by {{x}}', 'jql'), [
    'name: assignee',
    'text: "a b"',
    'keyword: AND',
    'name: created',
    'number: -7d',
    'keyword: order',
    'keyword: by',
    'variable: {{x}}',
  ]);
  assert.deepEqual(kinds('### T\n# @limit 5\n// c\n@x = 1\nlist=users&uslimit=5', 'wikiquery'), [
    'title: ### T\n',
    'directive: # @limit 5\n',
    'comment: // c\n',
    'variable: @x',
    'number: 1',
    'name: list',
    'name: uslimit',
    'number: 5',
  ]);
});

test('a fence has its title', () => {
  assert.match(
    previewFence('### Open <issues>\na = b\n', 'jql', ' class="x"'),
    /^<figure class="x"><figcaption>Open &lt;issues&gt;<\/figcaption>/,
  );
  assert.match(
    previewFence('# @name pages\nlist=allpages\n', 'wikiquery', ''),
    /<figcaption>pages<\/figcaption>/,
  );
  assert.doesNotMatch(previewFence('list=allpages\n', 'wikiquery', ''), /figcaption/);
});

test('other fences are left alone', () => {
  const languages = ['JQL title', ' wikiquery', 'jqlx', 'js', ''].map(fenceLanguage);
  assert.deepEqual(languages, ['jql', 'wikiquery', undefined, undefined, undefined]);
});

test('nothing of a query is markup', () => {
  const part = fc.constantFrom(
    '<script>',
    '"',
    "'",
    '&',
    '<',
    '>',
    '{{',
    '}}',
    '### ',
    '# @name ',
    '@x=',
    '\n',
    'a',
    '<!--',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom('jql', 'wikiquery'), (parts, language) => {
      const text = `${parts.join('')}\n`;
      assert.equal(
        previewTokens(text, language)
          .map(token => token.text)
          .join(''),
        text,
      );
      const made = previewFence(text, language, '');
      const previewTags = /<\/?(?:figure|figcaption|pre|code|span)(?: class="[a-z -]+")?>/g;
      assert.doesNotMatch(made.replaceAll(previewTags, ''), /[<>"]/);
    }),
    { numRuns: cases(200, 1000) },
  );
});
