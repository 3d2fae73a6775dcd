/** Answers made to hold up whoever reads them: what a run takes of them, and that it ends. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '#shared/protocol/json-values.ts';
import { json, reply, type Behaviour } from '../support/bad-server.ts';
import { TrackerSites } from '../../server/src/network/tracker/describe-tracker.ts';
import { lastPart, runAgainst, type Seen } from './harness.ts';
import { issueAgainst, page, searchAgainst } from './tracker-harness.ts';

const long = 300_000;
const lots = 200_000;
const longest = { text: 5_000, code: 200, messages: 100, together: 50_000 };

/** Texts that patterns over messages have stumbled over. */
const traps = ['«'.repeat(long), '\t'.repeat(long), "'I".repeat(long / 2), "Field '".repeat(long / 7)];

const refuses = (errorMessages: readonly string[]): Behaviour =>
  reply(400, {}, JSON.stringify({ errorMessages, errors: {} }));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `Message ${index}`);
const lengths = (texts: readonly { readonly text: string }[]): number =>
  Math.max(...texts.map(({ text }) => text.length));

/** A page with sixty warnings of its own. */
const warned = (startAt: number): Behaviour =>
  page(startAt, 1, 4, { warningMessages: numbered(startAt * 60 + 60).slice(startAt * 60) });

/** A response without rows that goes on. */
const empty = (at: string): Behaviour =>
  json({ batchcomplete: true, continue: { apcontinue: at }, query: { allpages: [] } });
const row = (at: string): Behaviour =>
  json({ batchcomplete: true, continue: { apcontinue: at }, query: { allpages: [{ title: 'A' }] } });
/** Forty of them. */
const empties = (from: number): Behaviour[] =>
  Array.from({ length: 40 }, (_, index) => empty(String(from + index)));
const codes = ({ outcome }: Pick<Seen, 'outcome'>): string[] => outcome.notices.map(({ code }) => code);

describe('texts of a tracker', () => {
  for (const trap of traps) {
    it(`${JSON.stringify(trap.slice(0, 8))}… are cut`, async () => {
      const { outcome } = await searchAgainst([refuses([trap])]);
      assert.equal(outcome.errors.length, 1);
      assert.equal(outcome.errors[0]?.text, `${trap.slice(0, longest.text)}…`);
    });
  }
  it('are cut in a warning', async () => {
    const { outcome } = await searchAgainst([page(0, 1, 1, { warningMessages: traps })]);
    assert.equal(outcome.warnings.length, traps.length);
    assert.ok(lengths(outcome.warnings) <= longest.text + 1);
  });
  it('are few in an answer, however many come, and a notice says so', async () => {
    const { outcome } = await searchAgainst([refuses(numbered(lots))]);
    assert.equal(outcome.errors.length, longest.messages);
    assert.deepEqual(
      outcome.notices.map(({ code }) => code),
      ['manyMessages'],
    );
  });
  it('are few in a run', async () => {
    const { outcome } = await searchAgainst([warned(0), warned(1), warned(2), warned(3)]);
    assert.equal(outcome.warnings.length, longest.messages);
    assert.equal(outcome.status, 'complete');
  });
  it('are short all together', async () => {
    const { outcome } = await searchAgainst([refuses(numbered(100).map(text => text + 'x'.repeat(long)))]);
    const together = outcome.errors.reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(together <= longest.together + longest.messages, String(together));
  });
  it('that name a field are cut too', async () => {
    const errors = Object.fromEntries(numbered(20_000).map(name => [name + 'x'.repeat(300), 'Bad.']));
    const { outcome } = await searchAgainst([reply(400, {}, JSON.stringify({ errorMessages: [], errors }))]);
    assert.equal(outcome.errors.length, longest.messages);
    assert.ok(outcome.errors.every(({ module }) => module.length <= longest.code + 1));
  });
  it('are cut where a message quotes them', async () => {
    const { outcome } = await searchAgainst([
      reply(500, {}, JSON.stringify({ errorMessages: [traps[0]], errors: {} })),
    ]);
    assert.ok((outcome.notices[0]?.message.length ?? 0) < 1_000);
    const account = { 'x-ausername': 'a'.repeat(10_000) };
    const denied = await searchAgainst([reply(403, account, '{}')]);
    assert.ok((denied.outcome.notices[0]?.message.length ?? 0) < 1_000);
  });
});

describe('texts of a wiki', () => {
  it('are cut, as codes, modules and values are', async () => {
    const error = {
      code: 'c'.repeat(long),
      text: '«'.repeat(long),
      module: 'm'.repeat(long),
      data: { values: Array.from({ length: lots }, () => 'v'.repeat(20)), other: 'x'.repeat(long) },
    };
    const { outcome } = await runAgainst([json({ errors: [error] })]);
    const [seen] = outcome.errors;
    assert.ok(seen);
    assert.deepEqual(
      [seen.code.length, seen.text.length, seen.module.length],
      [longest.code + 1, longest.text + 1, longest.code + 1],
    );
    assert.ok(JSON.stringify(seen.data).length < 100_000);
    assert.deepEqual(Object.keys(seen.data ?? {}), ['values']);
  });
  it('are few in an answer, however many come', async () => {
    const warnings = numbered(lots).map(text => ({ code: 'w', text, module: 'main' }));
    const { outcome, rows } = await runAgainst([
      json({ batchcomplete: true, warnings, query: { allpages: [{ title: 'A' }] } }),
    ]);
    assert.equal(outcome.warnings.length, longest.messages);
    assert.equal(outcome.status, 'complete');
    assert.equal(rows.length, 1);
    assert.deepEqual(
      outcome.notices.map(({ code }) => code),
      ['manyMessages'],
    );
  });
  it('are few where one text holds many lines', async () => {
    const { outcome } = await runAgainst([
      json({ warnings: { main: { '*': numbered(lots).join('\n') } }, query: { allpages: [] } }),
    ]);
    assert.equal(outcome.warnings.length, longest.messages);
  });
});

const wide = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, 'x']));
const tables = (count: number): object =>
  Object.fromEntries(numbered(count).map(name => [name, [{ title: 'A' }]]));
const answer = (query: object): Behaviour => json({ batchcomplete: true, query });

describe('more columns or tables than can be shown', () => {
  it('are said of a wiki', async () => {
    assert.deepEqual(codes(await runAgainst([answer({ allpages: [wide(251)] })])), ['manyColumns']);
    assert.deepEqual(codes(await runAgainst([answer({ allpages: [wide(250)] })])), []);
  });
  it('are said of a wiki with long names', async () =>
    assert.deepEqual(codes(await runAgainst([answer({ allpages: [{ ['x'.repeat(201)]: 1 }] })])), [
      'manyColumns',
    ]));
  it('are said of a wiki with many tables', async () => {
    assert.deepEqual(codes(await runAgainst([answer(tables(101))])), ['manyColumns']);
    assert.deepEqual(codes(await runAgainst([answer(tables(100))])), []);
  });
});

describe('continuations', () => {
  it('that bring no rows end the run', async () => {
    const answers = Array.from({ length: 200 }, (_, index) => empty(String(index)));
    const seen = await runAgainst([row('a'), ...answers]);
    assert.deepEqual(codes(seen), ['continuationBare']);
    assert.equal(seen.outcome.status, 'incomplete');
    assert.equal(seen.requests.length, 51);
  });
  it('may bring rows after a while', async () => {
    const seen = await runAgainst([row('a'), ...empties(0), row('b'), ...empties(40), lastPart]);
    assert.deepEqual(codes(seen), []);
    assert.equal(seen.rows.length, 3);
  });
  it('may bring parts of a page', async () => {
    const parts = Array.from({ length: 120 }, (_, index) =>
      json({
        ...(index < 119 && { continue: { plcontinue: String(index) } }),
        query: {
          pages: [
            { pageid: 1, title: 'A', links: [`L${index}`] },
            { pageid: 2, title: 'B' },
          ],
        },
      }),
    );
    const seen = await runAgainst(parts, {
      request: {
        parameters: [
          ['generator', 'x'],
          ['prop', 'links'],
        ],
      },
    });
    assert.deepEqual(codes(seen), []);
    assert.equal(
      JSON.stringify(seen.rows[0]?.['links']).length,
      JSON.stringify(parts.map((_, at) => `L${at}`)).length,
    );
  });
  it('that repeat the parts of a page end the run', async () => {
    const parts = Array.from({ length: 120 }, (_, index) =>
      json({ continue: { plcontinue: String(index) }, query: { pages: [{ pageid: 1, title: 'A' }] } }),
    );
    const seen = await runAgainst(parts, {
      request: {
        parameters: [
          ['generator', 'x'],
          ['prop', 'links'],
        ],
      },
    });
    assert.deepEqual(codes(seen), ['continuationBare']);
  });

  const refused: readonly [says: string, members: object][] = [
    ['another list', { list: 'allusers' }],
    ['an action', { action: 'logout' }],
    ['pages', { titles: 'A' }],
    ['an account', { assertuser: 'Eve' }],
    ['the format', { format: 'xml' }],
    ['a token', { token: 'x' }],
    ['a value that the query does not hold', { apfilterredir: 'redirects' }],
    ['a value of 10,001 characters', { apcontinue: 'x'.repeat(10_001) }],
    ['many parameters', Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`a${at}continue`, 'x']))],
    ['an invalid name', { 'a b&ccontinue': 'x' }],
  ];
  for (const [says, members] of refused) {
    it(`may not set ${says}`, async () => {
      const seen = await runAgainst([
        json({ batchcomplete: true, continue: members, query: { allpages: [{ title: 'A' }] } }),
        lastPart,
      ]);
      assert.deepEqual(codes(seen), ['continuationRefused']);
      assert.equal(seen.outcome.status, 'incomplete');
      assert.equal(seen.requests.length, 1);
    });
  }

  for (const members of ['apcontinue=B', ['B'], true, { apcontinue: { a: 'B' } }, { apcontinue: null }]) {
    it(`are not ${JSON.stringify(members)}`, async () => {
      const seen = await runAgainst([
        json({ batchcomplete: true, continue: members, query: { allpages: [{ title: 'A' }] } }),
        lastPart,
      ]);
      assert.deepEqual(codes(seen), ['continuationRefused']);
      assert.equal(seen.outcome.status, 'incomplete');
      assert.equal(seen.requests.length, 1);
    });
  }

  const taken: readonly [says: string, parameters: [string, string][], members: object][] = [
    ['a place', [['list', 'allpages']], { gapcontinue: 'B', continue: '-||' }],
    ['an offset', [['list', 'search']], { sroffset: 10 }],
    [
      'a start',
      [
        ['prop', 'imageinfo'],
        ['iilimit', '5'],
      ],
      { iistart: '2020-01-01T00:00:00Z' },
    ],
    ['a first id', [['list', 'abusefilters']], { abfstartid: 3 }],
    ['a first name', [['meta', 'allmessages']], { amfrom: 'x' }],
    ['the rest of the values', [['ususers', 'A|B|C']], { ususers: 'B|C' }],
    ['the rest of the values with another separator', [['ususers', 'A|B|C']], { ususers: '\u001fB\u001fC' }],
  ];
  for (const [says, parameters, members] of taken) {
    it(`may set ${says}`, async () => {
      const seen = await runAgainst(
        [json({ batchcomplete: true, continue: members, query: { allpages: [{ title: 'A' }] } }), lastPart],
        { request: { parameters } },
      );
      assert.deepEqual(codes(seen), []);
      assert.equal(seen.requests.length, 2);
    });
  }
});

describe('results that are not those of a wiki', () => {
  for (const query of ['no', 1, true, [{ title: 'A' }]])
    it(`as ${JSON.stringify(query)} are not a complete response`, async () => {
      const seen = await runAgainst([json({ batchcomplete: true, query })]);
      assert.deepEqual([seen.outcome.status, ...codes(seen)], ['failed', 'notAnAnswer']);
    });
  for (const refusal of [{ error: 'Denied.' }, { errors: ['Denied.'] }, { errors: { text: 'Denied.' } }])
    it(`as ${JSON.stringify(refusal)} are an error`, async () => {
      const { outcome } = await runAgainst([json(refusal)]);
      assert.deepEqual([outcome.status, ...outcome.errors.map(({ text }) => text)], ['failed', 'Denied.']);
    });
  it('as pages without an id and a title are not merged', async () => {
    const pages = [{ size: 1 }, { size: 2 }, { title: '', ns: 0 }];
    const { rows, outcome } = await runAgainst([json({ batchcomplete: true, query: { pages } })]);
    assert.deepEqual([outcome.status, rows.length], ['complete', pages.length]);
  });
});

describe('a page of a search that says it is not the last', () => {
  const unfinished = { isLast: false, issues: [{ id: '1', key: 'A-1' }] };
  it('is not the end without a number', async () => {
    const seen = await searchAgainst([json(unfinished), json(unfinished)], { limit: 10 });
    assert.equal(seen.outcome.status, 'incomplete');
  });
  it('is not the end at Cloud without a token', async () => {
    const token = { nextPageToken: { a: 1 } };
    const seen = await searchAgainst([reply(410, {}, '{}'), json({ ...unfinished, ...token })], {
      limit: 10,
    });
    assert.deepEqual([seen.outcome.status, ...codes(seen)], ['incomplete', 'continuationRefused']);
  });
});

/** The notices about an error where nobody is signed in. */
const refusedBy = async (text: string, jql: string): Promise<string[]> => {
  const body = JSON.stringify({ errorMessages: [text], errors: {} });
  return codes(await searchAgainst([reply(400, { 'x-ausername': 'anonymous' }, body)], { request: { jql } }));
};

describe('an error of a tracker where nobody is signed in', () => {
  const texts: readonly [text: string, jql: string, isAboutAccess: boolean][] = [
    ["Field 'foo' does not exist or you do not have permission to view it.", 'Foo = 1', true],
    ["Das Feld 'foo' existiert nicht oder Sie haben keine Berechtigung, es anzuzeigen.", 'foo = 1', true],
    ["La valeur « A » n'existe pas pour le champ « project ».", 'project = A', true],
    ['フィールド“foo”は存在しないか、表示する権限がありません。', 'foo = 1', true],
    ["Fehler in der JQL-Abfrage: Operator statt 'b' erwartet. (Zeile 1, Zeichen 3)", 'a b', false],
    ['Fehler in der JQL-Abfrage: Vor dem Ende der Abfrage fehlt ein Wert.', 'project =', false],
    ['Zu viele Anfragen.', 'project = A', false],
  ];
  for (const [text, jql, isAboutAccess] of texts)
    it(`${isAboutAccess ? 'may be' : 'is not'} about access: ${text}`, async () =>
      assert.deepEqual(await refusedBy(text, jql), isAboutAccess ? ['asNobody'] : []));
});

describe('issues that only some users can see', () => {
  const levels = [{ name: 'Top' }, 'Top', 3, null, ''];
  const fields = levels.map(security => ({ security }));
  const found = json({
    startAt: 0,
    total: fields.length,
    issues: fields.map((each, index) => ({ id: `${index}`, key: `A-${index}`, fields: each })),
  });
  it('are counted, whatever the level looks like', async () =>
    assert.equal((await searchAgainst([found])).outcome.restricted, 3));
  it('are counted where the query names the level in the words of the site', async () => {
    const list = json([{ id: 'security', name: 'Sicherheitsstufe' }]);
    const { outcome, rows } = await searchAgainst([list, found], {
      request: { fields: ['Sicherheitsstufe'] },
    });
    assert.equal(outcome.restricted, 3);
    assert.equal(rows[0]?.['Sicherheitsstufe'], 'Top');
  });
});

it('names of fields are not known from an answer of another shape', () => {
  const sites = new TrackerSites();
  const url = 'https://tracker.example';
  for (const other of [{ message: 'Later.' }, 'Later.', null, undefined]) sites.rememberFields(url, other);
  assert.equal(sites.fields(url), undefined);
  sites.rememberFields(url, [{ id: 'customfield_1', name: 'Team' }]);
  assert.deepEqual(sites.fields(url)?.get('team'), ['customfield_1']);
});

describe('values of a tracker', () => {
  const greenhopper = 'com.atlassian.greenhopper.service.sprint.Sprint@1';
  const sprints = [
    `${greenhopper}${'['.repeat(long)}`,
    `${greenhopper}[${'name'.repeat(long / 4)}`,
    `${greenhopper}[id=1,state=ACTIVE,name=Sprint 7,goal=${'x'.repeat(long)}]`,
  ];
  it('that look like a sprint are read in time', async () => {
    const issues = sprints.map((sprint, index) => ({
      id: `${index}`,
      key: `A-${index}`,
      fields: { s: [sprint] },
    }));
    const { rows } = await searchAgainst([json({ startAt: 0, total: 3, issues })]);
    assert.deepEqual(
      rows.map(each => textOf(each['s']).slice(0, 60)),
      [sprints[0]?.slice(0, 60), sprints[1]?.slice(0, 60), 'Sprint 7'],
    );
  });
  it('never take the column of another one', async () => {
    const fields = { key: 'B-1', Team: 'other', customfield_1: 'own', summary: 'x' };
    const found = json({ startAt: 0, total: 1, issues: [{ id: '1', key: 'A-1', fields }] });
    const list = json([{ id: 'customfield_1', name: 'Team' }]);
    const { rows, columns } = await searchAgainst([list, found], { request: { fields: ['Team'] } });
    assert.deepEqual(
      ['key', 'Team', 'key (key)', 'Team (Team)', 'summary'].map(key => rows[0]?.[key]),
      ['A-1', 'own', 'B-1', 'other', 'x'],
    );
    assert.equal(new Set(columns.map(({ key }) => key)).size, columns.length);
  });
  it('are cut where an issue has no room for them', async () => {
    const fields = { summary: 'x', [`f${'x'.repeat(long)}`]: 'value', labels: ['l'.repeat(long)] };
    const names = { [`f${'x'.repeat(long)}`]: 'n'.repeat(long) };
    const { issue } = await issueAgainst(
      [json({ key: 'A-1\ud800', fields, names, changelog: { histories: [] } })],
      () => 'A-1',
    );
    assert.equal(issue?.key, 'A-1');
    assert.match(issue?.browseUrl ?? '', /\/browse\/A-1$/);
    assert.ok(JSON.stringify(issue).length < 100_000);
  });
});
