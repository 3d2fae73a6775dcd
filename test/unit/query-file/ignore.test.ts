/** `@ignore`: what it leaves out, and what is said of one that leaves out nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '#shared/base/text/edits.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { checkDocument } from '../../../server/src/query-file/checking/check-document.ts';
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

/** So many codes of problems that no query has. */
const unusedCodes = Array.from({ length: 600 }, (_, number) => `code-${number}`).join(', ');

// prettier-ignore
const cases: readonly (readonly [what: string, language: 'jql' | 'wikiquery', text: string, codes: string])[] = [
  ['nothing', 'jql', mixed, 'mixed-and-or'],
  ['very many codes', 'jql', `### A\n# @ignore ${unusedCodes}: x\nkey = A-1`, Array(500).fill('unused-ignore').join(' ')],
  ['a code with a reason', 'jql', `# @ignore mixed-and-or: it is meant\n${mixed}`, ''],
  ['a code without a reason', 'jql', `# @ignore mixed-and-or\n${mixed}`, 'ignore-without-reason'],
  ['several codes', 'wikiquery', '# @ignore outofrange, duplicate-parameter: sent as they are\nlist=allpages\naplimit=9000\naplimit=9000', ''],
  ['a code that is not there', 'jql', '### Q\n# @ignore phrase: why\nproject = A', 'unused-ignore'],
  ['the whole file', 'jql', `# @ignore mixed-and-or: ours\n### A\n${mixed}\n### B\nproject = A`, ' |  | '],
  ['one query only', 'jql', `### A\n# @ignore mixed-and-or: ours\n${mixed}\n### B\n${mixed}`, ' | mixed-and-or'],
  ['no code', 'jql', '# @ignore : why\nproject = A', 'directive-value'],
];

// prettier-ignore
const removals: readonly (readonly [text: string, after: string])[] = [
  ['###\n# @ignore phrase: why\nproject = A', '###\nproject = A'],
  [`###\n# @ignore phrase, mixed-and-or: why\n${mixed}`, `###\n# @ignore mixed-and-or: why\n${mixed}`],
  [`###\n# @ignore mixed-and-or, phrase: why\n${mixed}`, `###\n# @ignore mixed-and-or: why\n${mixed}`],
];

/** The codes of the problems of a file, each with the number of its query. */
async function reported(text: string): Promise<string> {
  const language = languages.get('jql')!;
  const document = new QueryDocument('file:///a', 'jql', 1, text, language.syntax);
  const problems = checkDocument(document, language, context);
  return problems.map(({ index, problem }) => `${problem.code}@${index}`).join(' ');
}

describe('a code that ignores nothing', () => {
  const { service, syntax } = languages.get('jql')!;
  it('is reported where the header ignores it', async () => {
    assert.equal(await reported(`# @ignore phrase, mixed-and-or: why\n${mixed}`), 'unused-ignore@0');
    assert.equal(
      await reported(`# @ignore phrase, mixed-and-or: why\n### A\nkey = A-1\n### B\n${mixed}`),
      'unused-ignore@0',
    );
    assert.equal(await reported(`# @ignore mixed-and-or: why\n### A\nkey = A-1\n### B\n${mixed}`), '');
  });
  for (const [text, after] of removals)
    it(`is removed from ${text}`, () => {
      const document = new QueryDocument('file:///a', 'jql', 1, text, syntax);
      const view = uncachedView(document.blocks[0]!, undefined, syntax);
      const problem = service.problems(view, context).find(({ code }) => code === 'unused-ignore');
      const [fix] = service.fixes(view, problem!, context);
      assert.equal(applyEdits(text, fix!.edits), after);
    });
});

describe('a file that ignores', () => {
  for (const [what, language, text, codes] of cases)
    it(what, () => assert.equal(codesOf(language, text), codes));
});
