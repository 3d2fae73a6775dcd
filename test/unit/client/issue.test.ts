import assert from 'node:assert/strict';
import test from 'node:test';
import { issueReference, keyOf, markdownLink } from '../../../client/src/issue/issue-reference.ts';
import { Trail } from '../../../client/src/issue/issue-trail.ts';
import { browseAddress } from '../../../client/src/results/result-links.ts';
import { isFromIssuePanel, isKeptIssue, isToIssuePanel } from '#shared/protocol/panel-messages.ts';
import { sampleIssue } from '../../support/issues.ts';

const references: readonly (readonly [string, string | undefined])[] = [
  [' ABC-12\n', 'ABC-12'],
  ['https://issues.example.org/browse/ABC-12', 'https://issues.example.org/browse/ABC-12'],
  [
    'https://example.org/jira/browse/ABC-12?focusedId=3#c',
    'https://example.org/jira/browse/ABC-12?focusedId=3#c',
  ],
  ['see ABC-12', undefined],
  ['https://issues.example.org/projects/ABC', undefined],
  ['javascript:/browse/ABC-12', undefined],
  ['hunter2', undefined],
  ['', undefined],
];
for (const [text, expected] of references)
  test(`an issue in ${JSON.stringify(text)}`, () => assert.equal(issueReference(text), expected));

for (const [reference, key] of [
  ['ABC-12', 'ABC-12'],
  ['https://example.org/jira/browse/ABC-12', 'ABC-12'],
  ['https://example.org/jira/browse/ABC-12?from=/browse/X-1#c', 'ABC-12'],
] as const)
  test(`${reference} is called ${key}`, () => assert.equal(keyOf(reference), key));

const addresses: readonly (readonly [string, string, string | undefined])[] = [
  ['https://issues.example.org', 'ABC-12', 'https://issues.example.org/browse/ABC-12'],
  ['https://example.org/jira/', 'ABC-12', 'https://example.org/jira/browse/ABC-12'],
  ['https://example.org', '../x?y', 'https://example.org/browse/..%2Fx%3Fy'],
  ['https://example.org', 'A\uD800B', 'https://example.org/browse/A%EF%BF%BDB'],
  ['file:///etc', 'ABC-12', undefined],
];
for (const [tracker, key, expected] of addresses)
  test(`${key} at ${tracker} opens ${expected}`, () => assert.equal(browseAddress(tracker, key), expected));

test('a Markdown link keeps what it is', () =>
  assert.equal(
    markdownLink({
      key: 'ABC-12',
      summary: 'a [b](c)\n*d*',
      browseUrl: 'https://example.org/(x)/browse/ABC-12',
    }),
    String.raw`[ABC-12 a \[b\](c) \*d\*](https://example.org/%28x%29/browse/ABC-12)`,
  ));

test('a Markdown link has nothing that is hidden', () =>
  assert.equal(
    markdownLink({ key: 'A-1', summary: 'a\u202Eb\u001B[2J', browseUrl: 'https://example.org/browse/A-1' }),
    String.raw`[A-1 a�b�\[2J](https://example.org/browse/A-1)`,
  ));

test('the trail goes back, forward, and on from there', () => {
  const trail = new Trail();
  assert.deepEqual(trail.canGo, { back: false, forward: false });
  assert.equal(trail.move(-1), undefined);
  for (const reference of ['A-1', 'A-2', 'A-2', 'A-3']) trail.go({ reference, site: 's' });
  assert.equal(trail.move(-1)?.reference, 'A-2');
  assert.equal(trail.move(-1)?.reference, 'A-1');
  assert.equal(trail.move(-1), undefined);
  assert.equal(trail.move(1)?.reference, 'A-2');
  trail.go({ reference: 'A-9', site: 's' });
  assert.deepEqual(trail.canGo, { back: true, forward: false });
  assert.equal(trail.move(-1)?.reference, 'A-2');
});

const shown = {
  type: 'issue',
  issue: sampleIssue,
  notices: [],
  trail: { back: true, forward: false },
  pictures: false,
};
const toCases: readonly (readonly [unknown, boolean])[] = [
  [shown, true],
  [{ ...shown, issue: { ...sampleIssue, labels: [1] } }, false],
  [{ ...shown, issue: { ...sampleIssue, description: { html: 'x' } } }, false],
  [{ ...shown, issue: { ...sampleIssue, status: { name: 'x', category: 'blink' } } }, false],
  [{ ...shown, trail: undefined }, false],
  [{ type: 'idle', reference: 'A-1' }, true],
  [{ type: 'loading', reference: 1, trail: shown.trail }, false],
];
for (const [message, fits] of toCases)
  test(`the issue panel ${fits ? 'takes' : 'drops'} ${JSON.stringify(message).slice(0, 60)}`, () =>
    assert.equal(isToIssuePanel(message), fits));

const fromCases: readonly (readonly [unknown, boolean])[] = [
  [{ type: 'ready' }, true],
  [{ type: 'copyKey' }, true],
  [{ type: 'issue', reference: 'A-1' }, true],
  [{ type: 'link' }, false],
  [{ type: 'action', action: 'signIn' }, true],
  [{ type: 'action', action: 'workbench.action.quit' }, false],
  [{ type: 'command', command: 'x' }, false],
];
for (const [message, fits] of fromCases)
  test(`the extension ${fits ? 'takes' : 'drops'} ${JSON.stringify(message)} of the issue panel`, () =>
    assert.equal(isFromIssuePanel(message), fits));

test('what the issue panel keeps is checked', () => {
  assert.ok(isKeptIssue({ reference: 'A-1' }));
  assert.ok(!isKeptIssue({ reference: 'A-1', site: 4 }));
});
