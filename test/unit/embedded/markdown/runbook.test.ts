import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguages } from '../../../../server/src/runs/languages/languages.ts';
import { findFences, maxRunbookLength } from '../../../../server/src/embedded/markdown/fences.ts';
import { Runbook } from '../../../../server/src/embedded/markdown/runbook.ts';
import { runbookProblems } from '../../../../server/src/embedded/markdown/runbook-problems.ts';

const languages = createLanguages();
const read = (text: string): Runbook =>
  new Runbook('file:///a.md', text, language => languages.get(language)!.syntax);

/** The texts of the fences' contents. */
const contents = (text: string): string[] =>
  findFences(text).map(({ content }) => content.map(({ start, end }) => text.slice(start, end)).join(''));

const cases: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  ['backticks', '```jql\nproject = A\n```\n', ['project = A']],
  ['tildes, and words after the language', '~~~ JQL title\nx = 1\n~~~~', ['x = 1']],
  ['a longer fence around a shorter one', '````md\n```jql\nx = 1\n```\n````\n', []],
  ['a shorter fence within a longer one', '````jql\nx = 1\n```\n````\n', ['x = 1\n```']],
  ['a list', '- a\n\n  ```jql\n  x = 1\n  and y = 2\n  ```\n', ['x = 1\nand y = 2']],
  [
    'a quotation',
    '> ```wikiquery\n> action=query\n> list=allpages\n> ```\n',
    ['action=query\nlist=allpages'],
  ],
  ['no end', '```jql\nx = 1\n', ['x = 1\n']],
  ['CRLF', 'a\r\n```jql\r\nx = 1\r\n```\r\nb\r\n', ['x = 1\r']],
  ['CR', 'a\r```jql\rx = 1\r```\rb\r', ['x = 1']],
  ['a comment', '<!--\n```jql\nx = 1\n```\n-->\n', []],
  ['YAML at the start', '---\nx: |\n  ```jql\n  x = 1\n  ```\n---\n```jql\ny = 2\n```\n', ['y = 2']],
  ['YAML after a BOM', '\uFEFF---\r\n```jql\r\nx = 1\r\n```\r\n...\r\n```jql\r\ny\r\n```', ['y\r']],
  ['no YAML but a rule', '---\n\n```jql\nx = 1\n```\n\n---\n', ['x = 1']],
  ['no YAML without its end', '---\n```jql\nx = 1\n```\n', ['x = 1']],
  ['no YAML further below', 'a\n\n---\n```jql\nx = 1\n```\n---\n', ['x = 1']],
  ['below a line with many levels', `${'1. '.repeat(20_000)}\n\n\`\`\`jql\nx = 1\n\`\`\`\n`, ['x = 1']],
  ['another language', '```python\nx = 1\n```\n', []],
];
for (const [name, text, expected] of cases) {
  test(`finds the fences: ${name}`, () => assert.deepEqual(contents(text), expected));
}

test('a query file of a language has the same length, and only its fences', () => {
  const text = '# T\r\n> ```jql\r\n> x = 1\r\n> ### b\r\n> y = 2\r\n> ```\r\n```sql\nselect 1\n```\n';
  const file = read(text).document('jql').getText();
  assert.equal(file.length, text.length);
  assert.deepEqual(
    file.split(/\r?\n/).map(line => line.trim()),
    ['', '###', 'x = 1', '###   b', 'y = 2', '', '', '', '', ''],
  );
});

test('an open quote ends with its fence', () => {
  const { queries } = read('```jql\nsummary ~ "a\n```\n```jql\nx = 1\n```\n');
  assert.deepEqual(
    queries.map(({ scope }) => scope.block.text.trim().split('\n').at(-1)?.trim()),
    ['summary ~ "a', 'x = 1'],
  );
});

test('queries of all languages have their order and their names', () => {
  const { queries } = read(
    '```sql\n-- @name first\nselect 1\n```\n```jql\n# @name one\nx = 1\n### two\n# @name two\ny = 2\n```\n```wikiquery\nlist=allpages\n```\n',
  );
  assert.deepEqual(
    queries.map(({ language, name }) => [language, name?.text]),
    [
      ['sql', 'first'],
      ['jql', 'one'],
      ['jql', 'two'],
      ['wikiquery', undefined],
    ],
  );
});

test('variables hold for the fences below, whatever their language', () => {
  const text =
    '```jql\n@since = 2026-01-01\ncreated > {{since}}\n```\n```wikiquery\n@other = {{since}}\nlist=allpages\n```\n```jql\nx = {{other}}\n```\n';
  const [first, second, third] = read(text).queries;
  assert.equal(first?.scope.variablesAt(first.scope.block.text.length).has('other'), false);
  assert.equal(second?.scope.variablesAt(0).get('since')?.value, '2026-01-01');
  assert.equal(third?.scope.variablesAt(0).get('other')?.value, '2026-01-01');
  assert.equal(third?.language, 'jql');
  const definition = third.scope.variablesAt(0).get('other')!.definition;
  const source = third.language === 'jql' ? third.header!.sourceOf(definition.name.span) : undefined;
  assert.deepEqual(source && text.slice(source.start, source.end), 'other');
});

test('the directives of a fence without a query hold for the fences of its language below', () => {
  const [wiki, jql] = read(
    '```wikiquery\n# @site sandbox\n```\n```wikiquery\nlist=allpages\n```\n```jql\nx = 1\n```\n',
  ).queries;
  assert.equal(wiki?.scope.directive('site')?.directive.value.text, 'sandbox');
  assert.equal(jql?.scope.directive('site'), undefined);
});

test('the first query of a fence is the header of the others', () => {
  const [, second, third] = read(
    '```jql\n# @site a\n# @name n\n@x = 1\nx = {{x}}\n###\ny = {{x}}\n```\n```jql\nz = {{x}}\n```\n',
  ).queries;
  assert.equal(second?.scope.directive('site')?.directive.value.text, 'a');
  assert.equal(second?.scope.directive('name'), undefined);
  assert.equal(second?.scope.variablesAt(0).get('x')?.value, '1');
  assert.equal(third?.scope.directive('site'), undefined);
  assert.equal(third?.scope.variablesAt(0).get('x')?.value, '1');
});

const problems: readonly (readonly [text: string, codes: readonly string[]])[] = [
  ['```jql\nx = 1\n```\n', []],
  ['```jql\nx = 1\n', ['unclosed-fence']],
  ['> ```jql\n> x = 1\ntext\n', ['unclosed-fence']],
  ['```jql\n# @name a\nx = 1\n```\n```sql\n-- @name A\nselect 1\n```\n', ['duplicate-name']],
  ['```jql\nx = 1\n```\n<!-- wikijql:result -->\ntext\n', ['unclosed-result']],
  [
    '```jql\nx = 1\n```\n<!-- wikijql:result -->\n```jql\ny\n```\n<!-- /wikijql:result -->\n',
    ['unclosed-result'],
  ],
  [
    '```jql\nx\n```\n\nmine\n\n<!-- wikijql:result -->\n\n1\n\n<!-- /wikijql:result -->\n',
    ['stray-result', 'stray-result'],
  ],
  ['```jql\nx\n```\n\n<!-- /wikijql:result -->\n', ['stray-result']],
  ['```jql\nx\n```\n\n<!-- wikijql:result -->\n\n1\n\n<!-- /wikijql:result -->\n', []],
  ['```jql\nx\n```\n\n~~~html\n<!-- wikijql:result -->\n~~~\n', []],
  [`\`\`\`jql\n${'x'.repeat(maxRunbookLength)}\n\`\`\`\n`, ['runbook-too-long']],
  [`\`\`\`jql\n@x = ${'y'.repeat(1000)}\nproject = A\n\`\`\`\n`.repeat(200), ['too-many-definitions']],
];
for (const [text, codes] of problems) {
  test(`problems of ${JSON.stringify(text.slice(0, 80))}`, () =>
    assert.deepEqual(
      runbookProblems(read(text)).map(({ code }) => code),
      codes,
    ));
}

test('a result is found below its fence', () => {
  const text =
    '- ```jql\n  x = 1\n  ```\n\n  <!-- wikijql:result -->\n\n  | a |\n\n  <!-- /wikijql:result -->\n\nb';
  const span = findFences(text)[0]?.result?.span;
  assert.equal(
    span && text.slice(span.start, span.end),
    '<!-- wikijql:result -->\n\n  | a |\n\n  <!-- /wikijql:result -->',
  );
});

test('a result ends before another fence of queries, also before one in a quotation', () => {
  const text =
    '```jql\nx = 1\n```\n\n<!-- wikijql:result -->\n\n> ```jql\n> y = 1\n> ```\n\n<!-- /wikijql:result -->';
  const [first, second] = findFences(text);
  assert.equal(first?.result?.isClosed, false);
  assert.equal(second?.language, 'jql');
});
