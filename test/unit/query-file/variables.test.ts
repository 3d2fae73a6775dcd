import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { placesOf, variableAt } from '../../../server/src/query-file/variable-references.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { expansionBudget, substitute } from '../../../server/src/query-file/variables.ts';

const open = (text: string) => new QueryDocument('file:///a.wikiquery', 'wikiquery', 1, text);
const scopeOf = (document: QueryDocument, index: number) =>
  new Scope(document.blocks[index]!, document.header);
const valuesAtEnd = (text: string, index: number) => {
  const scope = scopeOf(open(text), index);
  return Object.fromEntries(
    [...scope.variablesAt(Infinity).values()].map(({ name, value }) => [name, value]),
  );
};

const environments: [name: string, text: string, index: number, expected: Record<string, string>][] = [
  ['the header’s variables hold in every query', '@a = 1\n### Q\n', 1, { a: '1' }],
  ['a query’s own variable wins', '@a = 1\n### Q\n@a = 2\n', 1, { a: '2' }],
  ['a query’s variables stay in it', '### P\n@a = 1\n### Q\n', 1, {}],
  ['a value may use earlier variables', '@a = 1\n@b = {{a}}{{ a }}\n', 0, { a: '1', b: '11' }],
  [
    'a value keeps the names that are not defined above it',
    '@b = {{a}}\n@a = 1\n',
    0,
    { b: '{{a}}', a: '1' },
  ],
];
for (const [name, text, index, expected] of environments) {
  test(name, () => assert.deepEqual(valuesAtEnd(text, index), expected));
}

test('in a query a variable holds from its line on', () => {
  const scope = scopeOf(open('### Q\na={{x}}\n@x = 1\nb={{x}}'), 0);
  assert.deepEqual([...scope.variablesAt(6).keys()], []);
  assert.equal(scope.variablesAt(21).get('x')?.value, '1');
});

test('only defined names are put in, and \\{{ stays {{', () => {
  const variables = scopeOf(open('@a = Physics'), 0).variablesAt(Infinity);
  const text = 'x{{a}}{{Template}}\\{{a}}';
  const mapped = substitute(text, { start: 0, end: text.length }, variables, expansionBudget());
  assert.equal(mapped.text, 'xPhysics{{Template}}{{a}}');
  assert.deepEqual(mapped.sourceOf(0, 1), { start: 0, end: 1 });
  assert.deepEqual(mapped.sourceOf(3, 5), { start: 1, end: 6 }, 'a part of a value is the whole use');
  assert.deepEqual(mapped.sourceOf(8, 20), { start: 6, end: 18 });
});

test('a directive is the query’s own before the file’s', () => {
  const document = open('# @site a\n# @limit 5\n### Q\n# @site b\n');
  const scope = scopeOf(document, 1);
  assert.deepEqual(
    [scope.directive('site')?.directive.value.text, scope.directive('site')?.place],
    ['b', 'query'],
  );
  assert.deepEqual(
    [scope.directive('limit')?.directive.value.text, scope.directive('limit')?.place],
    ['5', 'file'],
  );
  assert.equal(scope.directive('all'), undefined);
});

const places = (text: string, line: number, character: number) => {
  const document = open(text);
  const placed = document.blockAt(line);
  const variable = variableAt(placed, document.offsetIn(placed, { line, character }));
  return (
    variable &&
    [...placesOf(document, placed, variable.name)].flat().map(place => {
      const { start } = document.rangeIn(place.placed, place.span);
      return `${start.line}:${start.character}${place.definition ? ' definition' : ''}`;
    })
  );
};

test('a file’s variable is found in all queries that do not define it themselves', () => {
  const text = '@a = 1\nx={{a}}\n### P\ny={{a}}\n### Q\n@a = 2\nz={{a}}\n';
  assert.deepEqual(places(text, 1, 5), ['0:1 definition', '1:4', '3:4']);
  assert.deepEqual(places(text, 6, 5), ['5:1 definition', '6:4'], 'a query’s own variable is its own');
  assert.equal(places(text, 2, 2), undefined);
});

test('variables that grow and grow are put in only as far as a server would take it', () => {
  const lines = Array.from({ length: 60 }, (_, index) => `@a${index + 1} = {{a${index}}}{{a${index}}}\n`);
  const document = open(`@a0 = 0123456789\n${lines.join('')}`);
  const variables = scopeOf(document, 0).variablesAt(document.getText().length);
  assert.equal(variables.get('a3')?.value.length, 80);
  const sum = [...variables.values()].reduce((total, { value }) => total + value.length, 0);
  assert(sum < 1_100_000);
  assert.match(variables.get('a60')?.value ?? '', /^\{\{a59\}\}/);
});
