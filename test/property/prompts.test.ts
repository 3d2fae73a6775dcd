/** Whatever is answered to a prompt, only that one value of the query differs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLanguages } from '../../server/src/runs/languages/languages.ts';
import type { QueryView } from '../../server/src/query-file/language/language-service.ts';
import { unescaped } from '../../server/src/jql/syntax/escapes.ts';
import { parseJqlText } from '../../server/src/jql/syntax/parse-jql.ts';
import { TokenKind } from '../../server/src/jql/syntax/token-kinds.ts';
import { tokensOf } from '../../server/src/jql/syntax/tokenize.ts';
import { bindAnswers } from '../../server/src/query-file/options/prompt-option.ts';
import { answerProblem } from '../../server/src/query-file/prompts.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { cases } from '../support/depth.ts';
import { contextOf } from '../support/corpus.ts';

const languages = createLanguages();
const context = contextOf();

/** Parts of values that could break out of a query, put between any other text. */
const parts = [
  '"', "'", '\\', '\\"', '\\u0022', '\n', '\r', '\r\n', '//', '#', '|', '||', '&', '&prop=info', '=', '?', '%22', '%26', '+',
  '{{', '}}', '{{s}}', '{{v}}', '\\{{', '(', ')', ',', ' OR key = A-1 OR ', ' ORDER BY key', 'AND', 'EMPTY', 'titles=',
  '\u001F', '\u001D', '\u001E', '\u0000', '\uFFFC', '\uFDD0', '\uFFFF', '\uD800', '\u2028', '\u00A0', '*', '1', '-1', '###', '@x = 1', '\t',
] as const; // prettier-ignore
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary', maxLength: 6 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map(all => all.join(''));

const plain = 'zz';

function viewOf(id: string, text: string, items: readonly string[]): QueryView | undefined {
  const document = new QueryDocument('file:///a', id, 1, text, languages.get(id)!.syntax);
  const block = document.blocks.at(-1)!;
  const view = bindAnswers({ block, scope: new Scope(block, document.header) }, { s: items });
  return 'code' in view ? undefined : view;
}

function requestOf(id: string, text: string, items: readonly string[]) {
  const view = viewOf(id, text, items);
  const request = view && languages.get(id)!.runner.prepare(view, context);
  return request === undefined || 'code' in request ? undefined : request;
}

const one = '# @prompt s: text\n';
const jql: readonly string[] = [
  `${one}project = {{s}} AND summary ~ "a {{s}} b" AND labels in (x, {{s}},"y") OR NOT text ~ '{{s}}' ORDER BY key`,
  `${one}@v = status = {{s}}\n@w = say "{{s}}\nvotes = 1 and {{v}} or text ~ "{{w}}"`,
  `${one}@v = x{{s}}\nsummary ~ {{v}}`,
  `${one}status = Open // {{s}}\nand votes = 2`,
];

/** The tokens of a query, by what they mean. */
const meaning = (text: string): readonly string[] =>
  tokensOf(text)
    .filter(({ kind }) => kind !== TokenKind.Space)
    .map(({ kind, start, end }) => {
      const written = text.slice(start, end);
      return `${kind}:${unescaped(kind === TokenKind.Quoted ? written.slice(1, -1) : written)}`;
    });

for (const text of jql)
  test(`in JQL: ${JSON.stringify(text)}`, () => {
    const before = requestOf('jql', text, [plain]);
    assert(before?.kind === 'tracker');
    const errors = parseJqlText(before.jql).errors.length;
    fc.assert(
      fc.property(hostile, value => {
        const after = requestOf('jql', text, [value]);
        if (after === undefined)
          return assert.ok(
            answerProblem({ kind: { text: 'text', span: { start: 0, end: 0 } }, isList: false }, [value]),
          );
        assert(after.kind === 'tracker');
        assert.deepEqual(
          meaning(after.jql),
          meaning(before.jql).map(each => each.replaceAll(plain, () => value)),
        );
        assert.equal(parseJqlText(after.jql).errors.length, errors);
      }),
      { numRuns: cases(100, 500) },
    );
  });

const wiki: readonly [text: string, isList: boolean][] = [
  [`${one}titles=A|{{s}}\nprop=info`, false],
  [`${one}titles={{s}}\nprop=info|revisions\nrvlimit=5`, false],
  [`${one}list=allpages\napfrom={{s}}\napprefix=a{{s}}b`, false],
  [`${one}@v = B|{{s}}\ntitles=A|{{v}}\nprop=info`, false],
  [`${one}?action=query&titles=A%7C{{s}}&prop=info`, false],
  ['# @prompt s: text list\ntitles=A|{{s}}\nprop=info', true],
];
const multi = new Set(['titles', 'prop']);

/** The values of each parameter. */
function valuesOf(id: string, text: string, items: readonly string[]) {
  const request = requestOf(id, text, items);
  if (request?.kind !== 'wiki') return undefined;
  return request.parameters.map(([name, value]) => {
    const separator = value.startsWith('\u001F') ? '\u001F' : '|';
    const list = separator === '|' ? value : value.slice(1);
    return [name, multi.has(name) ? list.split(separator) : [value]] as const;
  });
}

for (const [text, isList] of wiki)
  test(`in a wiki’s query: ${JSON.stringify(text)}`, () => {
    const before = valuesOf('wikiquery', text, [plain])!;
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: isList ? 4 : 1 }), items => {
        const after = valuesOf('wikiquery', text, items);
        const prompt = { kind: { text: 'text', span: { start: 0, end: 0 } }, isList };
        if (after === undefined) return assert.ok(answerProblem(prompt, items));
        const expected = before.map(([name, values]) => [
          name,
          values.flatMap(value =>
            value.includes(plain) ? items.map(item => value.replaceAll(plain, () => item)) : [value],
          ),
        ]);
        assert.deepEqual(after, expected);
      }),
      { numRuns: cases(100, 500) },
    );
  });
