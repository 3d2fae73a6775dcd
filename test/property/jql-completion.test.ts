/** Completion's own reading of the grammar agrees with the parser's at every position that queries can reach. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { expectingAfter } from '../../server/src/jql/completion/expected.ts';
import { parseJqlText } from '../../server/src/jql/syntax/parse-jql.ts';
import { tokenize } from '../../server/src/jql/syntax/tokenize.ts';
import { precedingTokens } from '../../server/src/jql/completion/completion-place.ts';

/** The possible next tokens. A call is one piece: without its parenthesis a list's function is incomplete. */
const pieces = `a "b c" 5 -3 f( ( ) , = != ~ !~ < <= > >= in not is was changed and or ! empty null
  after before by during on from to order asc desc`
  .split(/\n\s*/)
  .flatMap(line => line.replace('"b c"', '"b_c"').split(' '));

/** True for an open parenthesis that can still be closed; ORDER BY ends every condition. */
const isOpen = (code: string, text: string): boolean =>
  code === 'unclosed-parenthesis' && !text.endsWith(' order');

/** True for a list or a call in the wrong place, which the parser refuses as a whole: it is finished to see that. */
const isShapeRefused = (text: string): boolean =>
  text.endsWith('(') &&
  parseJqlText(`${text} a )`).errors.some(
    ({ code }) => code === 'operand-shape' || code === 'argument-shape',
  );

/** True where the parser refuses nothing but the end of the text. */
const parserTakes = (text: string): boolean =>
  !isShapeRefused(text) &&
  parseJqlText(text).errors.every(({ code, span }) => isOpen(code, text) || span.start >= text.length);

function completionTakes(text: string): boolean {
  const { body } = parseJqlText(text);
  return expectingAfter(precedingTokens(text, tokenize(body), text.length)).kind !== 'nowhere';
}

/** Picks by number among what both can go on with; returns where they differ. */
function differencesOnTheWay(choices: readonly number[]): string[] {
  let text = '';
  for (const choice of choices) {
    const next = pieces.map(piece => `${text}${text === '' ? '' : ' '}${piece}`);
    const different = next.filter(each => parserTakes(each) !== completionTakes(each));
    if (different.length > 0)
      return different.map(each => `${each}: the parser ${parserTakes(each) ? 'takes' : 'refuses'} it`);
    const possible = next.filter(parserTakes);
    if (possible.length === 0) return [];
    text = possible[choice % possible.length]!;
  }
  return [];
}

it('completion expects something after a text exactly where the parser accepts its last word', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 24 }), choices =>
      assert.deepEqual(differencesOnTheWay(choices), []),
    ),
    { numRuns: 150 },
  );
});

it('the ways through the grammar reach every kind of position', () => {
  const reached = new Set<string>();
  for (const text of [
    '',
    'a',
    'a not',
    'a is',
    'a was',
    'a =',
    'a in',
    'a in (',
    'a in ( b',
    'a = f(',
    'a = f( b',
    'a was b by',
    'a = b',
    'order',
    'order by',
    'order by a',
  ])
    reached.add(expectingAfter(precedingTokens(text, tokenize(parseJqlText(text).body), text.length)).kind);
  assert.deepEqual(
    [
      'clause',
      'operator',
      'in',
      'is',
      'was',
      'operand',
      'list',
      'item',
      'after-item',
      'argument',
      'after-argument',
      'predicate',
      'after-term',
      'by',
      'sort',
      'after-sort',
    ].filter(kind => !reached.has(kind)),
    [],
  );
});
