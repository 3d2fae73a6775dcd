/**
 * Texts of a file or a server that are as long as they can be: each is read in a time that grows with its length alone.
 * A slower reader would not finish at all with so many characters.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeMessages } from '../../../server/src/jql/tracker-messages.ts';
import { mergeTracker } from '../../../server/src/jql/catalogue/merge-tracker.ts';
import { formatJql } from '../../../server/src/jql/jql-format.ts';
import { jqlInlays } from '../../../server/src/jql/inlays.ts';
import { buildJqlRequest } from '../../../server/src/jql/jql-request.ts';
import { jqlInWords } from '../../../server/src/jql/words/jql-in-words.ts';
import { signatureAt } from '../../../server/src/jql/signature.ts';
import { fixes, found, problemsOf, queryOf, wording } from '../../support/jql-problems.ts';
import { context, knowledge, viewOf } from '../../support/jql.ts';

const count = 1_000_000;
const many = (text: string, times = count): string => text.repeat(times);
const some = (text: string): string => many(text, 100_000);
const numbered = (text: string, joint: string): string =>
  Array.from({ length: 50_000 }, (_, number) => text + number).join(joint);

describe('a long value', () => {
  const cases: readonly (readonly [name: string, start: string, value: string, ...codes: string[]])[] = [
    ['of times', 'originalEstimate > ', `"0 0.0${many('  0.0')}-"`, 'bad-duration'],
    ['of letters', 'originalEstimate > ', `"0${many('a')}-"`, 'bad-duration'],
    ['of many times', 'originalEstimate > ', `"${many('1h ')}"`],
    ['of digits', 'created > ', `"${many('0')}-"`, 'bad-date'],
    ['of steps', 'created > ', `"${many('1w ')}-"`, 'bad-date'],
    ['of steps of other units', 'created > ', `"1y${many('1w ')}-"`, 'bad-date'],
    ['of a date and blanks', 'created > ', `"2024-01-01${many(' ')}x"`, 'bad-date'],
    ['of a time and seconds', 'created > ', `"2024-01-01 10:00${many(':00')}"`, 'bad-date'],
    ['of a number', 'votes > ', `"${many('1')}x"`, 'bad-number'],
  ];
  for (const [name, start, value, ...codes] of cases)
    it(name, () =>
      assert.deepEqual(
        problemsOf(start + value).map(({ code }) => code),
        codes,
      ),
    );
});

describe('a long argument', () => {
  it('has its way out', () => {
    const query = `created > now(${many('\t')}"-7 d"${many('\t')})`;
    const [fix] = problemsOf(query).flatMap(problem => fixes(query, problem));
    assert.equal(fix?.edits[0]?.newText, '-7d');
  });
});

describe('a long text to search for', () => {
  it('has a way out for each of its characters', () => {
    const query = `summary ~ "${some('(')}"`;
    const [fix] = problemsOf(query).flatMap(problem => fixes(query, problem));
    assert.equal(fix?.edits.length, 100_000);
  });
});

describe('many problems in a long query', () => {
  const texts = {
    'quotes of a word processor': many('assignee = “x” ', 120),
    'repeated sorts': `order by created${many(', created desc', 300)}`,
  };
  for (const [name, query] of Object.entries(texts))
    it(`each has its fixes, without a check of what they lead to: ${name}`, () => {
      const offered = problemsOf(query).flatMap(problem => fixes(query, problem));
      assert.notEqual(offered.length, 0);
      assert(offered.every(({ preferred }) => preferred !== true));
    });
});

describe('a long call', () => {
  it('is put in words', () => {
    const text = `assignee in membersOf(a${some(', a')})`;
    const words = jqlInWords(queryOf(text), { ...context, catalogue: knowledge.catalogue, text });
    assert.match(words, /a, a/);
  });
});

describe('many predicates', () => {
  it('are put in words', () => {
    const text = `status changed ${many('AFTER -1d ', 100_000)}`;
    const words = jqlInWords(queryOf(text), { ...context, catalogue: knowledge.catalogue, text });
    assert.match(words.slice(0, 100), /^Issues where status was changed after [^,]{1,30} and after /);
  });
});

describe('many conditions', () => {
  const cases: Readonly<Record<string, readonly [query: string, ...codes: string[]]>> = {
    'about one field': [numbered('project = A', ' AND ')],
    'that leave out what is empty, beside a test for that': [
      `${numbered('assignee != a', ' OR ')} OR assignee IS EMPTY`,
    ],
    'that leave out what is empty, beside a value': [
      `${numbered('assignee != a', ' AND ')} AND assignee = b`,
    ],
    'with a list each': [
      `labels in (${numbered('a', ', ')}) AND labels in (${numbered('b', ', ')})`,
      'too-many-operands',
      'too-many-operands',
    ],
  };
  for (const [name, [query, ...codes]] of Object.entries(cases))
    it(name, () =>
      assert.deepEqual(
        problemsOf(query).map(({ code }) => code),
        codes,
      ),
    );
});

describe('many words where a field is sorted by', () => {
  it('are read as the name of none', () =>
    assert.deepEqual(found(`order by ${many('created ', 50_000)}`), ['!unexpected@created']));
});

describe('many quotes of a word processor', () => {
  it('are each compared with the errors beside them', () =>
    assert.equal(problemsOf(many('assignee = “x” AND ', 50_000)).length, 500));
});

describe('a long order', () => {
  it('is put in words', () => {
    const text = `project = A ORDER BY a${some(', a')}`;
    const words = jqlInWords(queryOf(text), { ...context, catalogue: knowledge.catalogue, text });
    assert.match(words, /, sorted by a, then by a, then by a/);
  });
});

describe('a long run of blanks', () => {
  it('has the signature of the call before it', () => {
    const query = `created > startOfDay(${many('\t')}`;
    assert.equal(signatureAt(queryOf(query), query.length, query, knowledge)?.active, 0);
    const other = `${many('\n')}x`;
    assert.equal(signatureAt(queryOf(other), other.length, other, knowledge), undefined);
  });
  it('after an order is looked over once', () => {
    assert.deepEqual(found(`order by key and ${many('\n')}x`), ['!foreign-syntax@ and']);
  });
  it('and comments is taken out of what is sent', () => {
    const view = viewOf(`key = A-1 #${many(' ')}\n${many(' ')}`);
    assert.equal(buildJqlRequest(view.scope).text.text, 'key = A-1');
  });
  it('in front of a query is formatted', () => {
    const view = viewOf(`${many('\n\n', 10_000)}\tkey = A-1`);
    const edits = formatJql(view, queryOf(view.block.text), 'upper');
    assert.ok(edits.every(({ newText }) => newText === ''));
  });
});

describe('many mistakes', () => {
  const times = 50_000;
  it('of the scanner are counted once', () => {
    assert.equal(queryOf(many('a = @ and ', times)).errors.length, times + 1);
  });
  it('in the use of a variable are found once', () => {
    const query = `@a = @\n${many('x = {{a}} and ', times)}`;
    assert.ok(queryOf(query).errors.every(({ variable, foundText: at }) => variable === 'a' || at === ''));
  });
});

describe('many dates', () => {
  it('have a hint each', () => {
    const query = `created in (${many('-1d, ', 100_000)}-1d)`;
    assert.equal(jqlInlays(queryOf(query), knowledge, context, wording).length, 100_001);
  });
});

describe('a long message of a tracker', () => {
  const query = queryOf('status = Open');
  const { text } = buildJqlRequest(viewOf('status = Open').scope);
  const messages: readonly string[] = [
    some('\u00ab'),
    some('\t'),
    some("'I"),
    some("Field '"),
    some("The value '"),
    some("The value ' does not exist for the field '"),
    `Unable to find JQL function '${some('N')}`,
    some("The quoted string '"),
    some("Unable to parse the text '' for field '"),
    some('(1 '),
    some('(1 2)'),
    some('"'),
  ];
  for (const message of messages)
    it(JSON.stringify(message.slice(0, 40)), () => {
      const [problem, ...more] = placeMessages(query, text, [{ text: message }], []);
      assert.deepEqual(more, []);
      assert.ok(String(problem?.arguments['text']).length <= 501);
    });
});

it('a long name of a function is taken from a tracker', () => {
  const value = `f${many('\t', 9000)}(`;
  const data = {
    visibleFieldNames: [],
    visibleFunctionNames: Array.from({ length: 500 }, () => ({ value })),
    jqlReservedWords: [],
  };
  assert.ok(mergeTracker(knowledge.catalogue, data).function('f'));
});
