/**
 * 200 tasks, each a question, a site, a script of calls and the rows that answer it. The rows are computed from what the
 * embedded sites know, without a query.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type AgentSandbox, startAgentSandbox } from '../support/agent-sandbox.ts';
import { fullTitle } from '../sandbox/world/titles.ts';
import { cases } from '../support/depth.ts';
import tasks from './agent-tasks.json' with { type: 'json' };

type Value = string | number | null;
type Fact = Readonly<Record<string, Value | readonly Value[]>>;
interface Expected {
  readonly of: string;
  readonly where: Readonly<Record<string, unknown>>;
  readonly answer?: string;
  readonly count?: string;
}
interface Task {
  readonly question: string;
  readonly calls: readonly { readonly tool: string; readonly arguments: object }[];
  readonly expected: Expected;
}

/** Of so many tasks one is solved: each answers several questions in SQL by a process of its own. */
const step = cases(4, 1);

let sandbox: AgentSandbox;
let facts: Readonly<Record<string, readonly Fact[]>>;
before(async () => {
  sandbox = await startAgentSandbox({ settings: { 'wikijql.limit': 5000 } });
  facts = factsOf(sandbox);
});
after(() => sandbox[Symbol.asyncDispose]());

function factsOf({ tracker, wiki }: AgentSandbox): typeof facts {
  const { pages, users, revisions, tables } = wiki.world;
  const sizes = new Map(pages.map(page => [fullTitle(page.title), page.revisions.at(-1)?.size ?? 0]));
  return {
    issues: tracker.world.issues.map(issue => ({
      key: issue.key,
      project: issue.project.key,
      type: issue.type.name,
      status: issue.status.name,
      priority: issue.priority.name,
      resolution: issue.resolution?.name ?? null,
      assignee: issue.assignee?.displayName ?? null,
      reporter: issue.reporter.displayName,
      label: issue.labels,
      component: issue.components.map(({ name }) => name),
    })),
    pages: pages.map(({ title }) => ({
      title: fullTitle(title),
      text: title.text,
      namespace: title.namespace,
      size: sizes.get(fullTitle(title)) ?? 0,
    })),
    users: users.map(({ name, groups }) => ({ name, group: groups })),
    revisions: revisions.map(({ page, user }) => ({ title: fullTitle(page.title), user: user.name })),
    members: tables.categories.map(({ from, title }) => ({
      title: fullTitle(from.title),
      category: title.text,
      size: sizes.get(fullTitle(from.title)) ?? 0,
    })),
  };
}

/** Whether a fact is as a condition of a task wants it. */
function meets(fact: Fact, name: string, wanted: unknown): boolean {
  if (name === 'prefix') return String(fact['text'] ?? '').startsWith(String(wanted));
  if (name === 'minsize') return Number(fact['size']) >= Number(wanted);
  if (name === 'maxsize') return Number(fact['size']) <= Number(wanted);
  if (name === 'statusNot') return fact['status'] !== wanted;
  if (name === 'labels') return Array.isArray(wanted) && wanted.every(label => meets(fact, 'label', label));
  if (Array.isArray(wanted)) return wanted.some(each => meets(fact, name, each));
  const value = fact[name];
  return Array.isArray(value) ? value.includes(wanted) : value === wanted;
}

function expectedRows({ of, where, answer, count }: Expected): readonly (readonly unknown[])[] {
  const found = (facts[of] ?? []).filter(fact =>
    Object.entries(where).every(([name, wanted]) => meets(fact, name, wanted)),
  );
  if (count === undefined) return found.map(fact => [fact[answer ?? '']]);
  return [...Map.groupBy(found, fact => fact[count])].map(([value, group]) => [value, group.length]);
}

/** Characters that turn the direction of writing are shown as their codes. */
const shown = (row: unknown): string =>
  JSON.stringify(row).replace(
    /[\u202A-\u202E]/g,
    character => `\\\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
const sorted = (rows: readonly unknown[]): readonly string[] => rows.map(shown).toSorted();

interface Solved {
  readonly rows: readonly unknown[];
  /** How many answers had more rows than fit. */
  readonly partial: number;
}

/** Makes the calls of a task; every answer that leaves rows out has to say so, and the others have to be there. */
async function solve({ question, calls }: Task): Promise<Solved> {
  let table = '';
  let partial = 0;
  let rows: readonly unknown[] = [];
  for (const { tool, arguments: given } of calls) {
    const filled: Readonly<Record<string, unknown>> = JSON.parse(
      JSON.stringify(given).replaceAll('{table}', () => table),
    );
    if (tool === 'query_results') {
      rows = await allPages(filled);
      continue;
    }
    const { structured, text, isError } = await sandbox.agent.call(tool, filled);
    assert(!isError, `${question}: ${text}`);
    if (tool !== 'run_query') continue;
    const { fetched, returned, status, total, complete } = structured;
    table = typeof structured['table'] === 'string' ? structured['table'] : '';
    assert.deepEqual([status, total], ['complete', fetched], question);
    if (returned === fetched) continue;
    partial++;
    assert.equal(complete, false, question);
    assert.match(text, /^[^\n]*Only the first \d+ of the fetched rows are below/, question);
    assert.equal((await allPages({ sql: `SELECT * FROM ${table}` })).length, fetched, question);
  }
  return { rows, partial };
}

/** All rows of an answer, page by page. */
async function allPages(given: Readonly<Record<string, unknown>>): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for (let offset: unknown = 0; offset !== undefined;) {
    const { structured, text, isError } = await sandbox.agent.call('query_results', { ...given, offset });
    assert(!isError && Array.isArray(structured['rows']), text);
    rows.push(...structured['rows']);
    offset = structured['nextOffset'];
  }
  return rows;
}

it('the tasks are solved, and no answer hides that there is more', async t => {
  const all: readonly Task[] = tasks;
  assert.equal(all.length, 200);
  const listed = all.filter((_, index) => index % step === 0);
  let partialAnswers = 0;
  let rowsInAll = 0;
  const wrong: string[] = [];
  for (const task of listed) {
    try {
      const { rows, partial } = await solve(task);
      assert.deepEqual(sorted(rows), sorted(expectedRows(task.expected)));
      partialAnswers += partial;
      rowsInAll += rows.length;
    } catch (error) {
      wrong.push(`${task.question} ${String(error)}`.slice(0, 1000));
    }
  }
  assert.deepEqual(wrong, []);
  assert(partialAnswers > listed.length / 4);
  t.diagnostic(
    `${listed.length} solved, ${rowsInAll} rows; ${partialAnswers} answers had more rows than fit`,
  );
});
