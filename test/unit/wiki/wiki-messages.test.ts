/** Messages of a wiki, and the places in the query where they are shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeMessages, type SiteMessage } from '../../../server/src/wiki/wiki-messages.ts';
import { builtIn } from '../../support/catalogue.ts';
import { modelOf } from '../../support/wiki-problems.ts';

const query = 'list=categorymembers|allpages\ncmtitle=Physics\ncmprop=ids|colour\naplimit=5\nfoo=1\nbar=2';
const body = { start: 0, end: query.length };

const placed = (message: SiteMessage): string[] =>
  placeMessages(modelOf(query), body, [message], [], builtIn.rules).map(({ span }) =>
    query.slice(span.start, span.end),
  );

describe('a message of the wiki', () => {
  const cases: readonly (readonly [
    code: string,
    text: string,
    module: string,
    data: unknown,
    ...places: string[],
  ])[] = [
    [
      'badinteger',
      'Invalid value "x" for integer parameter "aplimit".',
      'query+allpages',
      undefined,
      'aplimit=5',
    ],
    [
      'unrecognizedvalues',
      'Unrecognized value for parameter "cmprop": colour.',
      'query+categorymembers',
      { values: ['colour'] },
      'colour',
    ],
    ['unrecognizedparams', 'Unrecognized parameters: foo, bar.', 'main', undefined, 'foo=1', 'bar=2'],
    [
      'invalidcategory',
      'The category name you entered is not valid.',
      'query+categorymembers',
      undefined,
      'categorymembers',
    ],
    ['unknown_cmtitle', 'No.', 'query+categorymembers', undefined, 'cmtitle=Physics'],
    ['readonly', 'The wiki is read-only.', 'main', undefined, query],
  ];
  for (const [code, text, module, data, ...places] of cases)
    it(`${code} is shown at ${places.join(', ').slice(0, 40)}`, () =>
      assert.deepEqual(placed({ code, text, module, data }), places));

  it('that names no parameter is shown at the one that its module blames', () => {
    const nearby = 'list=geosearch\ngspage=Physics\ngslimit=5';
    const message = {
      code: 'no-coordinates',
      text: 'The page has no coordinates.',
      module: 'query+geosearch',
    };
    const [problem] = placeMessages(modelOf(nearby), body, [message], [], builtIn.rules);
    assert.ok(problem);
    assert.equal(nearby.slice(problem.span.start, problem.span.end), 'gspage=Physics');
  });

  it('is shown as one plain line', () => {
    const [problem] = placeMessages(
      modelOf(query),
      body,
      [],
      [{ code: 'odd', text: `a\nb\u202Ec${'x'.repeat(600)}`, module: 'main' }],
      builtIn.rules,
    );
    const text = String(problem?.arguments['text']);
    assert.ok(text.startsWith('a b\u{FFFD}c') && text.length <= 501);
    assert.equal(problem?.severity, 'warning');
    assert.equal(problem.source, 'wiki');
  });
  it('is left out where it only tells where to read on', () =>
    assert.deepEqual(placed({ code: 'deprecation-help', text: 'Subscribe.', module: 'main' }), []));
});

describe('a hundred messages about a list as long as can be', () => {
  it('are each at a hundred places at most', () => {
    const long = `list=allpages\napprop=${'a|'.repeat(400_000)}b`;
    const model = modelOf(long);
    const message = {
      code: 'unrecognizedvalues',
      text: 'Bad "approp"',
      module: 'query+allpages',
      data: { values: ['b', 'a'] },
    };
    const messages = Array.from({ length: 100 }, () => message);
    const placedMessages = placeMessages(model, { start: 0, end: long.length }, messages, [], builtIn.rules);
    assert.equal(placedMessages.length, 10_000);
  });
});
