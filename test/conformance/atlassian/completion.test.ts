/**
 * Completion is sound: whatever is offered at a cursor, put in after what is before it, can go on to a query that
 * is accepted. Our parser finds how it can go on, and Atlassian's own judges what comes of it.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { completeJql } from '../../../server/src/jql/completion/complete-jql.ts';
import { placeAt } from '../../../server/src/jql/completion/completion-place.ts';
import type { JqlKnowledge } from '../../../server/src/jql/catalogue/knowledge.ts';
import { parseJql, parseJqlText } from '../../../server/src/jql/syntax/parse-jql.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { QueryBlock } from '../../../server/src/query-file/block.ts';
import { Scope } from '../../../server/src/query-file/scope.ts';
import { cases } from '../../support/depth.ts';
import { knowledge } from '../../support/jql.ts';
import { Random } from '../../support/random.ts';
import { context } from '../../support/wiki.ts';
import { generate } from './agreement/generate.ts';
import { judge } from './agreement/judge.ts';

const positions = cases(1000, 10_000);
/** Texts that may complete the query after a completion item; the open parentheses are closed after them. */
const continuations = [
  '',
  ' x = y',
  ' (x = y)',
  ' x',
  ' = x',
  ' (x)',
  '(x)',
  'x)',
  ' in (x)',
  ' BY x',
  ' EMPTY',
  ' = x)',
  ' x AND y = z',
  ' (x, y)',
  ']',
  '] = x',
];
const closings = ['', ')', '))', ')))', '))))', '")'];

const accepts = (text: string): boolean => parseJqlText(text).errors.length === 0;

/** A whole query that begins with a text; `undefined` = none was found. */
function wholeOf(text: string): string | undefined {
  for (const continuation of continuations) {
    for (const closing of closings) {
      const whole = text + continuation + closing;
      if (accepts(whole)) return whole;
    }
  }
  return undefined;
}

/** With a custom field that has a number. */
const told: JqlKnowledge = {
  ...knowledge,
  catalogue: mergeTracker(knowledge.catalogue, {
    visibleFieldNames: [
      { value: 'Severity', cfid: 'cf[10010]', operators: ['=', 'in'], types: ['java.lang.String'] },
    ],
    visibleFunctionNames: [],
    jqlReservedWords: [],
  }),
};

/** Texts that go on after their end. */
const halves = [
  'cf[',
  'a = 1 and cf[1',
  'order by cf[',
  'epic l',
  'order by story p',
  'time ',
  'a = b && story p',
  'created > -3',
  'due <= +3',
  'due <= "3',
  'timespent > 4',
  "timespent > '4",
];

it('every offer in a function, a number, a list after a predicate and a name of several words can, too', () => {
  const calls = told.catalogue.functions.flatMap(({ name, arguments: wanted = [] }) =>
    wanted.flatMap((_, index) => {
      const before = `a in ${name}(${'x, '.repeat(index)}`;
      return [before, `${before}-3`, `${before}"-3`, `${before}"re`];
    }),
  );
  const lists = ['during', 'by', 'from', 'to'].flatMap(name => [
    `status changed ${name} (`,
    `status changed ${name} (x, `,
  ]);
  const kinds = new Map<string, number>();
  for (const text of [...calls, ...lists, ...halves]) {
    const block = new QueryBlock(text);
    const view = { block, scope: new Scope(block) };
    const query = parseJql(view.scope);
    for (const { label, kind, edit, snippet } of completeJql(view, query, text.length, told, context)) {
      const inserted = snippet ? withoutPlaceholders(edit.newText.replace('(${1})', '(')) : edit.newText;
      const before = text.slice(0, edit.span.start) + inserted;
      const whole = wholeOf(before);
      assert.ok(whole !== undefined && judge(whole).accepted, `${label} in ${JSON.stringify(before)}`);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  for (const kind of ['date', 'value', 'field', 'function']) assert.ok((kinds.get(kind) ?? 0) > 3, kind);
});

it(`every offer at ${positions} random cursors can become a query that is accepted`, t => {
  const random = new Random(20_261_120);
  const unsound: string[] = [];
  let offers = 0;
  for (let count = 0; count < positions;) {
    const text = generate(random);
    if (text.includes('{{') || text.trimStart().startsWith('#') || text.includes('###')) continue;
    const block = new QueryBlock(text);
    const view = { block, scope: new Scope(block) };
    const query = parseJql(view.scope);
    const offset = random.below(text.length + 1);
    const place = placeAt(text, query, offset);
    count++;
    if (place === undefined || !accepts(text)) continue;
    for (const { label, kind, edit, snippet } of completeJql(view, query, offset, knowledge, context)) {
      if (kind === 'directive' || kind === 'variable') continue;
      const inserted = snippet ? withoutPlaceholders(edit.newText.replace('(${1})', '(')) : edit.newText;
      const before = text.slice(0, edit.span.start) + inserted;
      offers++;
      const whole = wholeOf(before);
      if (whole === undefined) unsound.push(`${label} in ${JSON.stringify(before)}`);
      else if (!judge(whole).accepted) unsound.push(`${label} in ${JSON.stringify(whole)}`);
    }
  }
  t.diagnostic(`${offers} offers at ${positions} cursors, ${unsound.length} refused by Atlassian's parser`);
  assert.deepEqual(unsound.slice(0, 10), []);
  assert.ok(offers > 10 * positions, `only ${offers} offers`);
});
