/** `@ignore`: what it leaves out, and what is said of one that leaves out nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { uncachedView } from '../../../server/src/query-file/checking/uncached-view.ts';
import { context } from '../../support/jql.ts';

const languages = createLanguages();

/** The codes of the problems of each query of a file, in order. */
function codesOf(languageId: 'jql' | 'wikiquery', text: string): string {
  const { service, syntax } = languages.get(languageId)!;
  const document = new QueryDocument('file:///a', languageId, 1, text, syntax);
  return document.blocks
    .map((_, index) => document.placed(index).block)
    .map(block => service.problems(uncachedView(block, document.header, syntax), context))
    .map(problems => problems.map(({ code }) => code).join(' '))
    .join(' | ');
}

const mixed = 'status = Open OR key = A-1 AND votes > 3';

// prettier-ignore
const cases: readonly (readonly [what: string, language: 'jql' | 'wikiquery', text: string, codes: string])[] = [
  ['nothing', 'jql', mixed, 'mixed-and-or'],
  ['a code with a reason', 'jql', `# @ignore mixed-and-or: it is meant\n${mixed}`, ''],
  ['a code without a reason', 'jql', `# @ignore mixed-and-or\n${mixed}`, 'ignore-without-reason'],
  ['several codes', 'wikiquery', '# @ignore outofrange, duplicate-parameter: sent as they are\nlist=allpages\naplimit=9000\naplimit=9000', ''],
  ['a code that is not there', 'jql', '### Q\n# @ignore phrase: why\nproject = A', 'unused-ignore'],
  ['the whole file', 'jql', `# @ignore mixed-and-or: ours\n### A\n${mixed}\n### B\nproject = A`, ' |  | '],
  ['one query only', 'jql', `### A\n# @ignore mixed-and-or: ours\n${mixed}\n### B\n${mixed}`, ' | mixed-and-or'],
  ['no code', 'jql', '# @ignore : why\nproject = A', 'directive-value'],
];

describe('a file that ignores', () => {
  for (const [what, language, text, codes] of cases)
    it(what, () => assert.equal(codesOf(language, text), codes));
});
