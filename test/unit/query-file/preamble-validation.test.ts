import assert from 'node:assert/strict';
import { test } from 'node:test';
import messages from '../../../server/catalogue/messages/query-file.json' with { type: 'json' };
import { EarlierExpectations } from '../../../server/src/query-file/expectations/expectation-checks.ts';
import { validatePreamble } from '../../../server/src/query-file/validation/preamble-validation.ts';
import { context, view } from '../../support/wiki.ts';

/** Each problem as `code@place`, with what is nearest. */
const problemsIn = (text: string): string[] => {
  const query = view(`${text}¦`);
  const problems = validatePreamble(query, context, { kind: 'wiki', undefinedName: () => 'hint' });
  return problems.map(({ code, span, message, arguments: args }) => {
    assert.ok(Object.hasOwn(messages, message ?? code), `${message ?? code} has no wording`);
    const near = args['nearest'] === undefined ? '' : ` → ${args['nearest']}`;
    return `${code}@${query.block.text.slice(span.start, span.end)}${near}`;
  });
};

const cases: [text: string, ...problems: string[]][] = [
  ['# @site enwiki\n# @limit 5\n# @name a-b'],
  ['# @sites enwiki, enwik, bugs', 'unknown-site@enwik → enwiki', 'other-kind-of-site@bugs'],
  ['# @sites ,', 'directive-value@,'],
  ['# @limit 5\n# @all', 'limit-and-all@# @all'],
  ['# @limit 1e3\n# @all', 'bad-limit@1e3'],
  ['# @columns ,', 'directive-value@,'],
  ['# @limt 5', 'unknown-directive@limt → limit'],
  ['# @zebra', 'unknown-directive@zebra'],
  ['# @fields a', 'directive-elsewhere@a'],
  ['# @limit', 'directive-value@# @limit'],
  ['# @limit many', 'bad-limit@many'],
  ['# @limit 0', 'bad-limit@0'],
  ['# @name two words', 'bad-name@two words'],
  ['# @all yes', 'directive-without-value@yes'],
  ['# @view tabel', 'directive-choice@tabel → table'],
  ['# @group user'],
  ['# @report list 20'],
  ['# @report list 20 link'],
  ['# @report count link'],
  ['# @report changelog by link'],
  ['# @report changelog by component link'],
  ['# @report list many link', 'report-rows@many'],
  ['# @report link', 'directive-choice@link'],
  ['# @report changelog by "a b" 20'],
  ['# @report count'],
  ['# @report', 'directive-value@# @report'],
  ['# @report tabel', 'directive-choice@tabel → table'],
  ['# @report list many', 'report-rows@many'],
  ['# @report list 5000', 'report-rows@5000'],
  ['# @report count 5', 'report-end@5'],
  ['# @report changelog', 'report-column@changelog'],
  ['# @group user, timestamp by month: count, sum "a, b: c", count user'],
  ['# @group unknown column: max any'],
  ['# @group', 'directive-value@# @group'],
  ['# @group user: cuont', 'directive-choice@cuont → count'],
  ['# @group user: sum', 'group-without-column@sum'],
  ['# @group user: count,', 'group-syntax@,'],
  ['# @group user,, title', 'group-syntax@,'],
  ['# @group user:', 'group-syntax@:'],
  ['# @view chart'],
  ['# @view chart bar x=status y=count'],
  ['# @view chart line x="created by month" y="sum size" series="Fix Version"'],
  ['# @view chart x=status'],
  ['# @view chart donut x=status', 'directive-choice@donut'],
  ['# @view chart pies', 'directive-choice@pies → pie'],
  ['# @view chart bar z=status', 'chart-part@z=status'],
  ['# @view chart bar x=', 'chart-part@x='],
  ['# @view chart bar status', 'chart-part@status'],
  ['# @view charts', 'directive-choice@charts → chart'],
  ['# @expect rows = 0\n# @expect complete'],
  ['# @expect', 'directive-value@# @expect'],
  ['# @expect row = 0', 'expect-word@row → rows'],
  ['# @expect rows < 0', 'expect-never@rows < 0'],
  ['# @expect rows = -1', 'expect-never@rows = -1'],
  ['# @expect rows >= 0', 'expect-always@rows >= 0'],
  ['# @expect rows != -1', 'expect-always@rows != -1'],
  ['# @expect time <= 0s', 'expect-never@time <= 0s'],
  ['# @expect every title = ""', 'expect-never@every title = ""'],
  ['# @expect rows = 0\n# @expect rows > 5', 'expect-conflict@rows > 5'],
  ['# @expect rows = 5\n# @expect rows != 5', 'expect-conflict@rows != 5'],
  ['# @expect rows > 5\n# @expect rows < 7'],
  ['# @expect complete\n# @expect complete', 'expect-repeated@complete'],
  ['# @columns title, "Due date"\n# @expect unique title\n# @expect none due date < today'],
  ['# @columns title, user\n# @expect every usr = a', 'expect-hidden-column@usr → user'],
  ['# @columns title\n# @expect every size > 5', 'expect-hidden-column@size'],
  ['# @columns title\n# @expect every size', 'expect-operator@size', 'expect-hidden-column@size'],
  ['# @filter 10042', 'directive-elsewhere@10042'],
  ['# @watch 15m'],
  ['# @watch 1m\n# @limit 5'],
  ['# @watch 365d'],
  ['# @watch', 'directive-value@# @watch'],
  ['# @watch 0h', 'short-interval@0h → 1m'],
  ['# @watch 366d', 'long-interval@366d → 365d'],
  ['# @watch 15 min', 'bad-interval@15 min → 15m'],
  ['# @watch 30s', 'bad-interval@30s'],
  ['# @watch often', 'bad-interval@often'],
  ['# @watch 1.5h', 'bad-interval@1.5h'],
  ['# @site enwikki', 'unknown-site@enwikki → enwiki'],
  ['# @site bugs', 'other-kind-of-site@bugs'],
  ['# @limit 5\n# @limit 6', 'duplicate-directive@# @limit 5'],
  ['@a = {{a}}', 'variable-cycle@{{a}}'],
  ['@a = {{b}}\n@b = {{a}}', 'variable-cycle@{{b}}'],
  ['@a = 1\n@a = {{a}}2'],
  ['@category = 1\ntitles={{categry}}', 'undefined-variable@{{categry}} → category'],
  ['@category = 1\ntitles={{Infobox person}}'],
  ['@category = 1\ntitles={{Infobox}}'],
  ['### Q\ntitles={{x}}\n@x = 1', 'variable-below@{{x}}'],
  ['# a comment @limit 5'],
];
for (const [text, ...problems] of cases) {
  test(`${JSON.stringify(text)}: ${problems.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(problemsIn(text), problems));
}

test('very many mistakes are cut, and the errors are among those that are left', () => {
  const problems = problemsIn(`${'# @name a\n'.repeat(20_000)}@a = {{a}}`);
  assert.equal(problems.length, 500);
  assert.ok(problems.some(problem => problem.startsWith('variable-cycle')));
});

const lines = (line: (index: number) => string): string =>
  Array.from({ length: 20_000 }, (_, index) => line(index)).join('\n');

/** In the square of their number, these took minutes. */
test('tens of thousands of expectations, definitions and ignored codes are checked', () => {
  const texts: readonly (readonly [text: string, first: string | undefined])[] = [
    [lines(index => `# @expect rows > ${index}`), undefined],
    [lines(index => `# @expect rows < ${30_000 - index}\n# @expect rows != ${index}`), undefined],
    [lines(index => `@v${20_000 - index} = {{v${19_999 - index}}}`), 'variable-below@{{v19999}}'],
    [lines(() => '@v = {{v}}'), 'variable-cycle@{{v}}'],
    [
      `${lines(index => `@v${index} = a`)}\n${lines(index => `titles={{w${index}}}`)}`,
      'undefined-variable@{{w0}} → v0',
    ],
  ];
  for (const [text, first] of texts) assert.equal(problemsIn(text)[0], first);
});

/** The problem of each expectation with those above it. */
const conflicts = (...texts: readonly string[]): (string | undefined)[] => {
  const before = new EarlierExpectations();
  return texts.map(text => {
    const problem = before.add(text);
    return problem && `${problem.code} ${problem.arguments['other'] ?? ''}`.trim();
  });
};

test('of several earlier expectations the first that contradicts is named, or the one that is repeated', () => {
  assert.deepEqual(conflicts('rows > 5', 'rows < 3', 'rows < 3', 'rows > 5'), [
    undefined,
    'expect-conflict rows > 5',
    'expect-conflict rows > 5',
    'expect-repeated',
  ]);
  assert.deepEqual(conflicts('rows != 4', 'rows = 4', 'rows != 4', 'rows = 5'), [
    undefined,
    'expect-conflict rows != 4',
    'expect-repeated',
    'expect-conflict rows = 4',
  ]);
});
