/** Pointing at a query's title explains the query in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { contextOf } from '../../support/corpus.ts';

const languages = createLanguages();

function titleHover(id: string, text: string, offset = 6): string | undefined {
  const { service, syntax } = languages.get(id)!;
  const document = new QueryDocument('file:///a', id, 1, text, syntax);
  const block = document.blocks.at(-1)!;
  return service.explain({ block, scope: new Scope(block, document.header) }, offset, contextOf())?.markdown;
}

test('of a tracker’s query', () =>
  assert.equal(
    titleHover('jql', '### Mine\n# @limit 5\nassignee = currentUser()\n'),
    'Issues where assignee is you; at most 5.\n\nTakes 1 request for up to 5 rows.',
  ));
test('of a wiki’s query, what the user wrote as text', () =>
  assert.equal(
    titleHover('wikiquery', '### Cats\naction=query\nlist=categorymembers\ncmtitle=Category:<b>*Cats*\n'),
    'The pages, subcategories and files in one category.\n\n- cmtitle: Category:\\<b\\>\\*Cats\\*\n\nTakes up to 50 requests for 500 rows, 10 per request. “cmlimit=max” reduces the number of requests to 1.',
  ));
test('of a query that uses the rows of another, for how many values a request is', () => {
  const each =
    titleHover('wikiquery', '### Links\nlist=backlinks\nbltitle={{members.title}}\nbllimit=max\n') ?? '';
  assert.match(
    each,
    /Takes 1 request for up to 500 rows\. That is for each value of “members\.title”, and the query “members” runs first, with requests of its own\. “prop=linkshere” takes many pages per request\.$/,
  );
  const users =
    titleHover('wikiquery', '### Edits\nlist=usercontribs\nucuser={{a.user}}\nuclimit=max\n') ?? '';
  assert.doesNotMatch(users, /many pages/);
  const several = titleHover('wikiquery', '### Info\nprop=info\ntitles={{members.title}}\n') ?? '';
  assert.match(several, /That is for every 50 values of “members\.title”/);
  assert.match(
    titleHover('jql', '### Issues\nkey in ({{a.key}})\n') ?? '',
    /for every 200 values of “a\.key”/,
  );
});
test('of a wiki’s query, without marks for code', () =>
  assert.match(
    titleHover('wikiquery', '### Links\nprop=linkshere\ntitles=A\n') ?? '',
    /several pages at once, unlike “backlinks”/,
  ));
test('not of an empty one', () => assert.equal(titleHover('wikiquery', '### Cats\n'), undefined));
