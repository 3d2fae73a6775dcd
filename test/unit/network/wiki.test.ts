/** A run at a wiki: its requests, its continuation, its messages and the merged answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestOf, withDefaults } from '../../../server/src/network/wiki/wiki-request.ts';
import {
  continuationOf,
  ContinuationHistory,
  hasRawContinuation,
} from '../../../server/src/network/wiki/continuation.ts';
import type { JsonObject } from '#shared/protocol/json-values.ts';
import { mergeAnswers } from '../../../server/src/network/wiki/merge-answers.ts';
import { messagesOf } from '../../../server/src/network/wiki/ask-wiki.ts';
import { apiMessage, MessageList } from '../../../server/src/network/message-list.ts';

const api = 'https://wiki.example/w/api.php';

const long = (length: number): Map<string, string> =>
  new Map([['t', 'x'.repeat(length - `${api}?t=`.length)]]);

describe('requests', () => {
  const defaults = 'action=query&format=json&formatversion=2&errorformat=plaintext';
  it('supply what is absent only', () => {
    assert.equal(
      requestOf(api, withDefaults([['list', 'allpages']]), 'x', false).url,
      `${api}?${defaults}&list=allpages`,
    );
    const given = withDefaults([
      ['formatversion', '1'],
      ['action', 'query'],
      ['format', 'json'],
      ['errorformat', 'bc'],
    ]);
    assert.equal(
      requestOf(api, given, 'x', false).url,
      `${api}?formatversion=1&action=query&format=json&errorformat=bc`,
    );
  });
  it('encode what a URL would misread', () => {
    assert.equal(
      requestOf(api, new Map([['titles', 'AT&T|C++|Ä#1\u001f']]), 'x', false).url,
      `${api}?titles=AT%26T%7CC%2B%2B%7C%C3%84%231%1F`,
    );
  });
  it('keep a query that the address has', () => {
    assert.equal(requestOf(`${api}?wiki=a#x`, new Map([['a', 'b']]), 'x', false).url, `${api}?wiki=a&a=b`);
  });
  it('go by GET below 7,500 characters', () =>
    assert.equal(requestOf(api, long(7499), 'x', false).method, 'GET'));
  it('go by POST from there on', () => {
    const { method, url, body, headers } = requestOf(api, long(7500), 'x', false);
    assert.deepEqual(
      [method, url, body?.slice(0, 3), headers['content-type']],
      ['POST', api, 't=x', 'application/x-www-form-urlencoded'],
    );
  });
  it('go by POST where a module wants it', () =>
    assert.equal(requestOf(api, new Map([['a', 'b']]), 'x', true).url, api));
  it('say who asks', () =>
    assert.equal(requestOf(api, new Map(), 'me/1 (x)', false).headers['user-agent'], 'me/1 (x)'));
});

describe('continuation', () => {
  it('is text, also where the answer has numbers', () => {
    assert.deepEqual(
      continuationOf({ continue: { gapcontinue: 'B', offset: 5 } }),
      new Map([
        ['gapcontinue', 'B'],
        ['offset', '5'],
      ]),
    );
  });
  it('ends without continue', () => assert.equal(continuationOf({ batchcomplete: true }), undefined));
  for (const end of [null, [], {}])
    it(`ends with ${JSON.stringify(end)}`, () => assert.equal(continuationOf({ continue: end }), undefined));
  for (const odd of ['apcontinue=B', true, ['B'], { apcontinue: { a: 'B' } }, { apcontinue: null }])
    it(`is not ${JSON.stringify(odd)}`, () => assert.equal(continuationOf({ continue: odd }), 'invalid'));
  it('that is raw is seen', () => assert.ok(hasRawContinuation({ 'query-continue': { allpages: {} } })));
  it('that repeats is seen, in any order', () => {
    const history = new ContinuationHistory();
    const step = (...parts: [string, string][]): boolean => history.add(new Map(parts));
    assert.deepEqual(
      [step(['a', '1'], ['b', '2']), step(['a', '2'], ['b', '2']), step(['b', '2'], ['a', '1'])],
      [true, true, false],
    );
  });
});

describe('messages', () => {
  // prettier-ignore
  const cases: readonly [answer: JsonObject, expected: string][] = [
    [{ errors: [{ code: 'badvalue', text: 'No.', module: 'query+allpages', data: { a: 1 } }] }, 'badvalue: No. (query+allpages)'],
    [{ errors: [{ code: 'badvalue', html: '<b>No.</b>', module: 'main' }] }, 'badvalue: <b>No.</b> (main)'],
    [{ errors: [{ code: 'badvalue', module: 'main' }] }, 'badvalue: badvalue (main)'],
    [{ error: { code: 'badvalue', info: 'No.', docref: 'See.' } }, 'badvalue: No. ()'],
    [{ warnings: [{ code: 'unrecognizedparams', text: 'What?', module: 'main' }] }, 'unrecognizedparams: What? (main)'],
    [{ warnings: { main: { warnings: 'One.\nTwo.' }, query: { '*': 'Three.' } } }, ': One. (main) | : Two. (main) | : Three. (query)'],
    [{ warnings: 'odd' }, ''],
    [{ errors: 'Denied.' }, ': Denied. ()'],
    [{ errors: ['Denied.'] }, ': Denied. ()'],
    [{ errors: { code: 'denied', text: 'No.' } }, 'denied: No. ()'],
    [{ error: 'Denied.' }, ': Denied. ()'],
    [{ error: {} }, ': {} ()'],
    [{ error: { reason: 'No.' } }, ': {"reason":"No."} ()'],
  ];
  for (const [answer, expected] of cases) {
    it(expected || 'nothing', () => {
      const { errors, warnings } = messagesOf(answer);
      assert.equal(
        [...errors.list, ...warnings.list]
          .map(({ code, text, module }) => `${code}: ${text} (${module})`)
          .join(' | '),
        expected,
      );
    });
  }
  it('are kept once', () => {
    const list = new MessageList();
    list.add(['x', 'x', 'y'].map(text => apiMessage('a', text, 'm')));
    assert.deepEqual(
      list.list.map(({ text }) => text),
      ['x', 'y'],
    );
  });
  it('are cut between characters', () => {
    const { text } = apiMessage('', `${'x'.repeat(4_999)}😀`, '');
    assert.equal(text, `${'x'.repeat(4_999)}…`);
  });
});

describe('the merged answer', () => {
  it('has each page without an id and a title', () => {
    const pages = [{ size: 1 }, { size: 2 }];
    assert.deepEqual(mergeAnswers([{ query: { pages } }]), { query: { pages } });
  });
  it('is one list, one set of warnings, the last continue', () => {
    const merged = mergeAnswers([
      {
        continue: { c: '1' },
        warnings: [{ code: 'w' }],
        query: { l: [1], pages: [{ pageid: 1, links: ['a'] }] },
      },
      {
        continue: { c: '2' },
        batchcomplete: true,
        warnings: [{ code: 'w' }],
        query: { l: [2], pages: [{ pageid: 1, links: ['b'] }] },
      },
      { batchcomplete: true, query: { l: [3], pages: [{ pageid: 2 }], general: { a: 1 } } },
    ]);
    assert.deepEqual(merged, {
      batchcomplete: true,
      warnings: [{ code: 'w' }],
      query: { l: [1, 2, 3], pages: [{ pageid: 1, links: ['a', 'b'] }, { pageid: 2 }], general: { a: 1 } },
    });
  });
  it('still has continue where there is more', () => {
    assert.deepEqual(mergeAnswers([{ continue: { c: '1' } }, { continue: { c: '2' } }]), {
      continue: { c: '2' },
    });
  });
});
