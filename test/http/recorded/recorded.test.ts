/**
 * Answers in the shapes of real servers, each through all outlets of the product: what a table, an export, SQL, a report, an
 * agent and the view of an issue make of it, and what holds for all of them. Each names the source of its shape.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { filtered } from '../../../client/webview/issue/html-filter.ts';
import agentTexts from '../../../server/catalogue/messages/agents.json' with { type: 'json' };
import { cellAt, isEmptyCell } from '#shared/base/tables/cell-values.ts';
import type { Json } from '#shared/protocol/json.ts';
import { arrayOf, isObject, type JsonObject } from '#shared/protocol/json-values.ts';
import { type Outlets, type Recording, type ShownTable, throughOutlets } from './outlets.ts';

/** The expected outcome of a recording; an absent member is not compared, except that absent messages mean none. */
interface Expected {
  readonly status?: Outlets['outcome']['status'];
  /** The rows of the main table, with some of their cells. */
  readonly rows?: readonly JsonObject[];
  /** The titles of the main table's columns, between `|` or blanks. */
  readonly columns?: string;
  /** The id of the main table. */
  readonly table?: string;
  /** How many rows other tables have. */
  readonly tables?: Readonly<Record<string, number>>;
  readonly cellsOf?: Readonly<Record<string, readonly JsonObject[]>>;
  /** How many rows the run says that it has. */
  readonly shown?: number;
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
  /** The codes of the notices. */
  readonly notices?: readonly string[];
  /** Texts that the notices quote. */
  readonly says?: readonly string[];
  readonly markdown?: readonly string[];
  /** Some members of the issue in its view. */
  readonly issue?: Json;
  /** Texts in the issue as an agent gets it. */
  readonly agent?: readonly string[];
  readonly agentSays?: 'level' | 'parts' | 'run';
  /** The codes of the notices about the issue in its view. */
  readonly issueNotices?: readonly string[];
  /** The issue is not called complete. */
  readonly incomplete?: boolean;
}

interface Case extends Recording {
  readonly source: string;
  readonly expect: Expected;
}

/** An issue as the only one of a search, too. */
const asSearch = ({ site, issue, ...others }: Case): Case => {
  const page = { startAt: 0, maxResults: 50, total: 1, isLast: true, issues: [{ id: '1', ...issue }] };
  return { ...others, site, query: ['project = A', '# @fields *all'], answers: [{ body: page }] };
};

function recorded(name: string): readonly Case[] {
  const cases: readonly Case[] = JSON.parse(
    readFileSync(path.join(import.meta.dirname, `${name}.json`), 'utf8'),
  );
  return cases;
}

const cases = [
  ...['jira-searches', 'wiki-pages', 'wiki-lists', 'wiki-old', 'failures'].flatMap(recorded),
  ...recorded('jira-issues').map(asSearch),
];

/** A secret that each answer has in a header; a body may have `CANARYTOKEN`. */
const cookie = 'session=CANARYCOOKIE; HttpOnly';

/** A value as JSON has it, without absent members. */
function plain(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value ?? null));
  return json;
}

/** All texts of a value, and the names of its members. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  for (const item of arrayOf(value) ?? []) yield* textsIn(item);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* textsIn(member);
  }
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isObject(value) ? value[name] : undefined;

/** Expected members that a value lacks or that differ; lists are compared item by item. */
function differences(value: Json | undefined, wanted: Json, at = ''): readonly string[] {
  const items = arrayOf(wanted);
  if (items) {
    const given = arrayOf(value ?? null) ?? [];
    if (given.length !== items.length) return [`${at}: ${given.length} items in place of ${items.length}`];
    return items.flatMap((item, index) => differences(given[index], item, `${at}[${index}]`));
  }
  if (isObject(wanted))
    return Object.entries(wanted).flatMap(([name, member]) =>
      differences(memberOf(value, name), member, `${at}.${name}`),
    );
  return (value ?? null) === wanted
    ? []
    : [`${at}: ${JSON.stringify(value)} in place of ${JSON.stringify(wanted)}`];
}

const markdownOf = ({ markdown }: Pick<Outlets, 'markdown'>): string =>
  typeof markdown === 'object' && 'fences' in markdown
    ? markdown.fences.map(({ edit }) => edit.newText).join('\n')
    : '';

/** The messages of a report, also of a refused one. */
function reportMessages({ markdown }: Outlets): readonly string[] {
  if (typeof markdown !== 'object') return [];
  const messages = 'fences' in markdown ? markdown.remarks : markdown.failures;
  return messages.map(({ message }) => message);
}

const agentIssue = ({ structured: { issue = null } }: Outlets['agent']): JsonObject =>
  isObject(issue) ? issue : {};

const runMessages = ({ outcome: { errors, warnings, notices } }: Outlets): readonly string[] => [
  ...[...errors, ...warnings].map(({ text }) => text),
  ...notices.map(({ message }) => message),
];

function assertExpected({ expect }: Case, outlets: Outlets): void {
  const { outcome, tables, issues: fetched, agent } = outlets;
  const [main] = tables;
  const {
    status,
    rows,
    table,
    shown,
    columns,
    tables: others = {},
    cellsOf = {},
    says = [],
    markdown = [],
  } = expect;
  assert.deepEqual(
    {
      errors: outcome.errors.map(({ text }) => text),
      warnings: outcome.warnings.map(({ text }) => text),
      notices: outcome.notices.map(({ code }) => code),
      ...(status && { status: outcome.status }),
      ...(table !== undefined && { table: main?.header.id }),
      ...(shown !== undefined && { shown: outcome.rows }),
    },
    {
      errors: expect.errors ?? [],
      warnings: expect.warnings ?? [],
      notices: expect.notices ?? [],
      ...(status && { status }),
      ...(table !== undefined && { table }),
      ...(shown !== undefined && { shown }),
    },
  );
  if (rows) assert.deepEqual(differences(main?.cells ?? [], rows), []);
  if (columns !== undefined)
    assert.deepEqual(
      main?.header.columns.map(({ title }) => title),
      columns.split(columns.includes('|') ? '|' : ' '),
    );
  for (const [id, count] of Object.entries(others)) assert.equal(tableOf(tables, id)?.rows, count, id);
  for (const [id, cells] of Object.entries(cellsOf))
    assert.deepEqual(differences(tableOf(tables, id)?.cells ?? [], cells), [], id);
  for (const text of says)
    assert.ok(
      outcome.notices.some(({ message }) => message.includes(text)),
      text,
    );
  for (const text of markdown) assert.ok(markdownOf(outlets).includes(text), markdownOf(outlets));
  const [first] = fetched;
  if (expect.issue !== undefined) assert.deepEqual(differences(plain(first?.panel.issue), expect.issue), []);
  if (expect.issueNotices)
    assert.deepEqual(
      first?.panel.notices.map(({ code }) => code),
      expect.issueNotices,
    );
  const texts = [...textsIn(first ? agentIssue(first.agent) : null)];
  for (const text of expect.agent ?? [])
    assert.ok(
      texts.some(part => part.includes(text)),
      `${text}\n—\n${texts.join('\n—\n')}`,
    );
  if (expect.incomplete) assert.equal(first?.agent.structured['complete'], false);
  if (expect.agentSays)
    assert.ok([agent, first?.agent].some(answer => answer?.text.includes(sentences[expect.agentSays!])));
}

/** The beginnings of sentences to agents. */
const sentences = {
  restricted: agentTexts['issue.restricted'].slice(0, 20),
  level: agentTexts['issue.restricted.level'].slice(0, 40),
  run: agentTexts['run.restricted'],
  parts: agentTexts['issue.parts'].slice(0, 20),
};

const tableOf = (tables: readonly ShownTable[], id: string): ShownTable | undefined =>
  tables.find(({ header }) => header.id === id);

function assertSameRows({ tables, agent, outcome, markdown }: Outlets): void {
  for (const { header, rows, cells, csv, json, sql, groups } of tables) {
    for (const group of groups) assert.equal(group.rows, rows, `groups of ${header.id}`);
    const counts = { cells: cells.length, csv: csv.length - 1, json: json.length, sql };
    // An agent has no result of a run that failed.
    const inSql = agent.isRefused ? sql : rows;
    assert.deepEqual(counts, { cells: rows, csv: rows, json: rows, sql: inSql }, header.id);
    for (const [index, row] of cells.entries())
      for (const [at, { key }] of header.columns.entries()) {
        const value = cellAt(row, key);
        assert.deepEqual(cellAt(json[index] ?? {}, key), value, key);
        assert.equal((csv[index + 1]?.[at] ?? '') === '', isEmptyCell(value), `${header.id} ${index} ${key}`);
      }
  }
  const [main] = tables;
  if (!agent.isRefused) {
    const shown = arrayOf(agent.structured['tables'] ?? null) ?? [];
    assert.deepEqual(
      shown.map(table => memberOf(table, 'rows')),
      tables.map(({ rows }) => rows),
    );
    assert.equal(agent.structured['returned'], main?.rows ?? 0);
  }
  if (typeof markdown === 'object' && 'fences' in markdown) {
    const lines = markdownOf({ markdown })
      .split('\n')
      .filter(line => line.startsWith('|'));
    assert.equal(Math.max(0, lines.length - 2), main?.rows ?? 0);
  } else assert.ok(outcome.status === 'failed' || outcome.status === 'incomplete');
}

/** Texts that people read: no structure of the answers, and nothing that a program wrote for a missing value. */
function assertReadable({ site }: Case, outlets: Outlets): void {
  const { tables, agent, issues: fetched } = outlets;
  const cells = markdownOf(outlets).split(/(?<!\\)\|/);
  for (const cell of cells) assert.doesNotMatch(cell.trim(), /^(?:\{|\[\{)/, 'Markdown');
  for (const text of [...textsIn(tables.map(({ csv }) => csv)), ...cells, agent.text])
    assert.doesNotMatch(text, /\[object Object\]|\bundefined\b|\bNaN\b/);
  if (site === 'wiki') return;
  for (const { groups } of tables)
    for (const value of groups.flatMap(({ values }) => values))
      assert.ok(typeof value !== 'object' || value === null, JSON.stringify(value));
  for (const { header, csv } of tables)
    for (const line of csv.slice(1))
      for (const [at, text] of line.entries()) {
        assert.doesNotMatch(text, /^(?:\{|\[[{[])/, header.columns[at]?.key);
        assert.notEqual(text, header.columns[at]?.title, 'the value is the name of its field');
      }
  for (const { panel } of fetched)
    for (const { id, name, text } of panel.issue?.fields ?? []) {
      assert.doesNotMatch(text, /^(?:\{|\[[{[])/, id);
      assert.notEqual(text, name);
    }
}

const isSecret = (value: unknown): boolean => JSON.stringify(value).includes('RESTRICTED-');

/** Texts that only some users can see are called RESTRICTED- and a word in the recordings. */
function assertMarked(outlets: Outlets): void {
  const { tables, agent, issues: fetched } = outlets;
  const unmarked = [...textsIn(tables.map(({ csv }) => csv)), markdownOf(outlets), agent.text];
  for (const text of unmarked) assert.doesNotMatch(text, /RESTRICTED-/);
  const hasLevel =
    !agent.isRefused && tables.some(({ cells }) => cells.some(row => row['security'] !== undefined));
  for (const text of [agent.text, ...outlets.sqlTexts]) assert.equal(text.includes(sentences.run), hasLevel);
  for (const { panel, agent: answer } of fetched) {
    const asked = agentIssue(answer);
    const entries = [
      ...(panel.issue?.comments ?? []),
      ...(panel.issue?.worklogs ?? []),
      ...(arrayOf(asked['comments'] ?? null) ?? []),
      ...(arrayOf(asked['worklogs'] ?? null) ?? []),
    ];
    for (const entry of entries)
      assert.equal(isSecret(entry), JSON.stringify(entry).includes('"visibleTo"'), JSON.stringify(entry));
    const elsewhere = { ...panel.issue, comments: [], worklogs: [] };
    assert.ok(!isSecret(elsewhere));
    if (isSecret(panel)) assert.ok(answer.text.includes(sentences.restricted));
  }
}

/** Whether a response says that there is more. */
function leavesMore({ body = null }: Case['answers'][number]): boolean {
  if (!isObject(body)) return false;
  const { total, startAt = 0, issues: page = null } = body;
  const sent = Number(startAt) + (arrayOf(page)?.length ?? 0);
  return (
    body['continue'] !== undefined ||
    body['query-continue'] !== undefined ||
    body['nextPageToken'] !== undefined ||
    (typeof total === 'number' && total > sent)
  );
}

function assertComplete({ answers }: Case, outlets: Outlets): void {
  const { outcome, agent } = outlets;
  const isWhole = outcome.status === 'complete';
  if (leavesMore(answers.at(-1)!)) assert.ok(!isWhole, 'it is called complete');
  if (!isWhole) assert.notEqual(agent.structured['complete'], true);
  if (!isWhole && outcome.status !== 'failed' && markdownOf(outlets) !== '')
    assert.match(markdownOf(outlets), /\n\n(?!<!--|\|)/, 'the report says that rows are left out');
}

function assertSaidOnce({ expect }: Case, outlets: Outlets): void {
  const { outcome, agent } = outlets;
  const agentMessages = [...textsIn(agent.structured['messages'] ?? [])];
  for (const said of [...(expect.errors ?? []), ...(expect.warnings ?? []), ...(expect.says ?? [])])
    for (const [outlet, messages] of Object.entries({
      run: runMessages(outlets),
      command: [...outlets.lines, ...outcome.notices.map(({ message }) => message)],
      report: reportMessages(outlets),
      agent: agentMessages,
    }))
      assert.equal(
        messages.filter(text => text.includes(said)).length,
        1,
        `${outlet}: ${messages.join('\n')}`,
      );
  for (const line of outlets.lines) assert.doesNotMatch(line, /\(\)$/);
  const isWrong = outcome.status === 'failed' || outcome.status === 'incomplete';
  if (isWrong) assert.notDeepEqual(runMessages(outlets), [], 'no reason');
}

function assertHarmless(outlets: Outlets): void {
  // A query for tokens shows them to its user, and to nobody else.
  const { tables: _, ...others } = outlets;
  assert.doesNotMatch(JSON.stringify(outlets), /CANARYCOOKIE/);
  assert.doesNotMatch(JSON.stringify(others), /CANARYTOKEN/);
  assert.ok(!Object.hasOwn(Object.prototype, 'polluted'));
  const markdown = markdownOf(outlets).replaceAll(/<!-- \/?wikijql:result -->/g, '');
  assert.doesNotMatch(markdown, /(?<!\\)<[a-z/!]/i);
  const agentTextOfIssues = outlets.issues.flatMap(({ agent }) => {
    const { description = null, environment = null, comments = null, worklogs = null } = agentIssue(agent);
    return [...textsIn([description, environment, comments, worklogs])];
  });
  for (const text of [markdown, ...agentTextOfIssues])
    assert.doesNotMatch(text, /(?<!\\)\]\(\s*(?:javascript|data):/i);
  for (const { panel } of outlets.issues)
    for (const text of textsIn(plain(panel))) {
      const allowance = { characters: 1e6, elements: 1e4 };
      assert.doesNotMatch(filtered(text, allowance).html, /<script|<[^>]*\son\w+=|<style|<iframe/i);
    }
}

describe('recorded answers', () => {
  it('are many, each with the address of its shape’s source', () => {
    assert.ok(cases.length >= 80);
    for (const { about, source } of cases) assert.match(source, /^https:\/\//, about);
    assert.equal(
      new Set(cases.map(({ site, about, source }) => `${site} ${about} ${source}`)).size,
      cases.length,
    );
  });
  for (const recording of cases)
    it(`${recording.site}: ${recording.about}`, async () => {
      const answers = recording.answers.map(answer => ({
        ...answer,
        headers: { 'set-cookie': cookie, ...answer.headers },
      }));
      const outlets = await throughOutlets({ ...recording, answers });
      assertExpected(recording, outlets);
      assertSameRows(outlets);
      assertReadable(recording, outlets);
      assertMarked(outlets);
      assertComplete(recording, outlets);
      assertSaidOnce(recording, outlets);
      assertHarmless(outlets);
    });
});
