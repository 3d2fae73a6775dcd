/** The tables of texts that a language puts together: none takes the place of another's text unawares. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import preamble from '../../server/catalogue/messages/query-file.json' with { type: 'json' };
import fixes from '../../server/catalogue/messages/query-file-fixes.json' with { type: 'json' };
import wikiFixes from '../../server/catalogue/messages/wiki-fixes.json' with { type: 'json' };
import jqlFixes from '../../server/catalogue/messages/jql-fixes.json' with { type: 'json' };
import jql from '../../server/catalogue/messages/jql.json' with { type: 'json' };
import wiki from '../../server/catalogue/messages/wiki.json' with { type: 'json' };
import server from '../../server/catalogue/messages/server.json' with { type: 'json' };
import tracker from '../../server/catalogue/messages/tracker.json' with { type: 'json' };
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import type { Texts } from '#shared/base/text/wording.ts';
import { problemMessage } from '#shared/base/text/problem.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { context } from '../support/jql.ts';

const tables: Readonly<Record<string, readonly Texts[]>> = {
  wikiquery: [server, preamble, fixes, wiki, wikiFixes],
  jql: [server, preamble, fixes, jql, tracker, jqlFixes],
};

/** Worded differently in a language on purpose: the names of its lenses, and what mends all of a file. */
const ownWords = /^(?:lens|fixAll)\./;

const queries: readonly string[] = [
  '# @limit many',
  '# @limit',
  '# @limt 5',
  '# @all yes',
  '# @view tabel',
  '# @name two words',
  '# @site nowhere',
  '# @site bugz',
  '# @site bugs',
  '# @site enwiki',
  '# @limit 5\n# @all',
  '# @limit 5\n# @limit 6',
  '@a = {{b}}\n@b = {{a}}',
  'titles={{nothing}}',
  'labels = {{nothing}}',
  'votes > many',
  'labels in (a b',
  'lables != a',
  'action=query&prop=nothing&titles=a&title=b&rvlimit=many',
];

describe('the texts of a language', () => {
  for (const [name, all] of Object.entries(tables)) {
    it(`of ${name} have one meaning for each key`, () => {
      const said = new Map<string, string>();
      const changed: string[] = [];
      for (const [key, text] of all.flatMap(table => Object.entries(table))) {
        if ((said.get(key) ?? text) !== text && !ownWords.test(key)) changed.push(key);
        said.set(key, text);
      }
      assert.deepEqual(changed, []);
    });
  }
  for (const [name, { service, syntax, wording }] of createLanguages())
    for (const query of queries)
      it(`of ${name} show no placeholder for ${JSON.stringify(query)}`, () => {
        const { blocks, header } = new QueryDocument(`file:///a.${name}`, name, 1, query, syntax);
        for (const view of blocks.map(block => ({ block, scope: new Scope(block, header) })))
          for (const problem of service.problems(view, context)) {
            assert.doesNotMatch(problemMessage(wording, problem), /(?<!\{)\{\w+\}(?!\})/);
            for (const { title, arguments: args } of service.fixes(view, problem, context))
              assert.doesNotMatch(wording(title, args), /(?<!\{)\{\w+\}(?!\})/);
          }
      });
});
