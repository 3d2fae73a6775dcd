import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeJql } from '../../../server/src/jql/completion/complete.ts';
import { parseJql } from '../../../server/src/jql/parser.ts';
import { withoutPlaceholders } from '../../../server/src/language/snippet.ts';
import type { Completion } from '../../../server/src/language/service.ts';
import { QueryBlock } from '../../../server/src/queryfile/block.ts';
import { Scope } from '../../../server/src/queryfile/scope.ts';
import { knowledge } from '../../support/jql.ts';
import { around } from '../../support/wiki.ts';

/** A query with `¦` where the cursor is. */
function offered(marked: string): { text: string; items: readonly Completion[] } {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const block = new QueryBlock(text);
  const view = { block, scope: new Scope(block) };
  return { text, items: completeJql(view, parseJql(view.scope), offset, knowledge, around) };
}
const labels = (marked: string): string[] => offered(marked).items.map(({ label }) => label);

function accepted(marked: string, label: string): string {
  const { text, items } = offered(marked);
  const item = items.find(each => each.label === label);
  assert.ok(item, `${label} is not offered among ${items.length}`);
  const { span, newText } = item.edit;
  return (
    text.slice(0, span.start) + (item.snippet ? withoutPlaceholders(newText) : newText) + text.slice(span.end)
  );
}

const puts: [marked: string, label: string, expected: string][] = [
  ['ass¦', 'assignee', 'assignee'],
  ['a = 1 AND na¦me', 'Epic Name', 'a = 1 AND "Epic Name"'],
  ['"epic n¦', 'Epic Name', '"Epic Name"'],
  ['status ¦', 'WAS NOT IN', 'status WAS NOT IN'],
  ['status ¦', 'IS EMPTY', 'status IS EMPTY'],
  ['summary !¦', '!~', 'summary !~'],
  ['status = ¦', 'In Progress', 'status = "In Progress"'],
  ['status in (Open, ¦)', 'Done', 'status in (Open, Done)'],
  ['status in ¦', '( )', 'status in (${1})'],
  ['assignee = c¦', 'currentUser()', 'assignee = currentUser()'],
  ['assignee in ¦', 'membersOf()', 'assignee in membersOf("group")'],
  ['created >= ¦', '-7d', 'created >= -7d'],
  ['created >= ¦', 'startOfWeek()', 'created >= startOfWeek()'],
  ['status was ¦', 'NOT', 'status was NOT'],
  ['status changed ¦', 'AFTER', 'status changed AFTER'],
  ['status changed after ¦', '-7d', 'status changed after -7d'],
  ['a = 1 ¦', 'ORDER BY', 'a = 1 ORDER BY'],
  ['order ¦', 'BY', 'order BY'],
  ['order by cre¦', 'created', 'order by created'],
  ['order by created ¦', 'DESC', 'order by created DESC'],
  ['a not ¦', 'IN', 'a not IN'],
  ['a = b&¦&', 'AND', 'a = b AND'],
];
for (const [marked, label, expected] of puts) {
  test(`${marked} takes ${label}`, () => assert.equal(accepted(marked, label), expected));
}

const lists: [marked: string, has: string[], hasNot: string[]][] = [
  ['¦', ['project', 'NOT', 'ORDER BY', 'My open issues', '# @site'], ['AND', 'EMPTY']],
  ['a = 1 and ¦', ['project', 'NOT'], ['ORDER BY', 'AND']],
  ['(a = 1 ¦', ['AND', 'OR'], ['ORDER BY']],
  ['a = 1 ¦', ['AND', 'OR', 'ORDER BY'], ['AFTER', 'project']],
  ['summary ¦', ['~', '!~'], ['IN', 'WAS']],
  ['assignee is ¦', ['EMPTY', 'NOT EMPTY'], ['currentUser()']],
  ['assignee is not ¦', ['EMPTY'], ['NOT EMPTY']],
  ['assignee was x ¦', ['AFTER', 'BY', 'AND'], ['FROM', 'TO']],
  ['due = ¦', ['now()', '-7d'], ['currentUser()']],
  ['assignee = ¦', ['currentUser()', 'EMPTY'], ['now()', 'membersOf()']],
  ['order by a desc ¦', [], ['ASC', 'AND']],
  ['a = "x ¦', [], ['AND', 'project']],
  ['a = 1 # why ¦', [], ['AND']],
  ['a = b c ¦', [], ['AND', 'project']],
  ['f(¦', [], ['project', 'AND']],
];
for (const [marked, has, hasNot] of lists) {
  test(`${marked} offers ${has.join(', ') || 'nothing of that'}, not ${hasNot.join(', ')}`, () => {
    const found = new Set(labels(marked));
    assert.deepEqual(
      has.filter(label => !found.has(label)),
      [],
    );
    assert.deepEqual(
      hasNot.filter(label => found.has(label)),
      [],
    );
  });
}

test('a field is found by any word of its name', () => {
  const item = offered('¦').items.find(({ label }) => label === 'Epic Name');
  assert.match(item!.filter!, /(^| )name( |$)/);
});
