/**
 * Completion is sound: whatever is offered at a cursor, put in behind what stands before it, can go on to a query that
 * is accepted. Our parser, which agrees with Atlassian's own, judges every offer; Atlassian's judges each kind of offer
 * in each kind of place.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { completeJql } from '../../server/src/jql/completion/complete.ts';
import { placeAt } from '../../server/src/jql/completion/place.ts';
import { parseJql, parseJqlText } from '../../server/src/jql/parser.ts';
import { withoutPlaceholders } from '../../server/src/language/snippet.ts';
import { QueryBlock } from '../../server/src/queryfile/block.ts';
import { Scope } from '../../server/src/queryfile/scope.ts';
import { knowledge } from '../support/jql.ts';
import { Random } from '../support/random.ts';
import { around } from '../support/wiki.ts';
import { generate } from './agreement/generate.ts';
import { judge } from './agreement/judge.ts';

const positions = 10_000;
/** What may be missing behind an offer; then as many parentheses as are open. */
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
];
const closings = ['', ')', '))', ')))', '))))'];

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

it('every offer at 10,000 random cursors can become a query that is accepted', t => {
  const random = new Random(20_261_120);
  const judged = new Map<string, string>();
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
    for (const { label, kind, edit, snippet } of completeJql(view, query, offset, knowledge, around)) {
      if (kind === 'directive' || kind === 'variable') continue;
      const inserted = snippet ? withoutPlaceholders(edit.newText).replace('(${1})', '(') : edit.newText;
      const before = text.slice(0, edit.span.start) + inserted;
      offers++;
      const whole = wholeOf(before);
      if (whole === undefined) unsound.push(`${label} in ${JSON.stringify(before)}`);
      else
        judged.set(
          `${place.expecting.kind} ${kind} ${/^["'(]|[a-z]\(/.exec(inserted)?.[0] ?? inserted.split(' ').length}`,
          whole,
        );
    }
  }
  t.diagnostic(
    `${offers} offers at ${positions} cursors; ${judged.size} kinds of them judged by Atlassian's parser`,
  );
  assert.deepEqual(unsound.slice(0, 10), []);
  const refused = [...judged].filter(([, whole]) => !judge(whole).accepted);
  assert.deepEqual(refused, []);
  assert.ok(offers > 100_000, `only ${offers} offers`);
});
