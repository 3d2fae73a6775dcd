/**
 * The contract of all kinds of documents: the same query has the same problems, hover, completions, target and rows wherever
 * it is, and the command line and agents find the same problems.
 */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Hover, Position } from 'vscode-languageserver-types';
import { QueryChecker } from '../../server/src/cli/inputs/query-checker.ts';
import { lazyLanguages } from '../../server/src/runs/languages/lazy-languages.ts';
import { agentToolRequest } from '#shared/protocol/agents.ts';
import { cellsNotification } from '#shared/protocol/documents/notebook-cells.ts';
import type { ContextResult, RunResult } from '#shared/protocol/run.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { marked, textIn } from '../support/marked.ts';
import { removeAtExit } from '../support/processes.ts';
import { settingsOf } from '../support/settings.ts';

type QueryLanguage = 'wikiquery' | 'jql';

/** A query: the parameters of a wiki query by line, or the one line of a JQL query. `¦` is the cursor. */
interface Query {
  readonly language: QueryLanguage;
  readonly lines: readonly string[];
}

const wikiQuery = (...lines: string[]): Query => ({ language: 'wikiquery', lines });
const jqlQuery = (line: string): Query => ({ language: 'jql', lines: [line] });

/** A document that has a query. */
interface Written {
  readonly languageId: string;
  readonly text: string;
}

const title = ({ language, lines }: Query): string => `${language}: ${lines.join(' ')}`;
const body = ({ lines }: Query): string => lines.join('\n');
const isJql = ({ language }: Query): boolean => language === 'jql';
/** The parameters as the entries of a dictionary. */
const entries = ({ lines }: Query, quote: string, between: string): string =>
  ['action=query', ...lines]
    .map(line => line.split('='))
    .map(([name = '', value = '']) => `${quote}${name}${quote}${between}'${value}'`)
    .join(', ');

/** Where a query can be. */
const kinds: Readonly<Record<string, (query: Query) => Written>> = {
  'a query file': query => ({ languageId: query.language, text: `${body(query)}\n` }),
  'a fence of Markdown': query => ({
    languageId: 'markdown',
    text: `# Week\n\n\`\`\`${query.language}\n### It\n${body(query)}\n\`\`\`\n`,
  }),
  'a quoted fence': query => ({
    languageId: 'markdown',
    text: `> ~~~${query.language}\n> ### It\n> ${query.lines.join('\n> ')}\n> ~~~\n`,
  }),
  'a Python string': query => ({
    languageId: 'python',
    text: isJql(query)
      ? `jira.search_issues('${body(query)}')\n`
      : `api.get({${entries(query, "'", ': ')}})\n`,
  }),
  'a JavaScript string': query => ({
    languageId: 'javascript',
    text: isJql(query)
      ? `client.search({ jql: '${body(query)}' });\n`
      : `api.get({ ${entries(query, '', ': ')} });\n`,
  }),
  'a PHP string': query => ({
    languageId: 'php',
    text: isJql(query)
      ? `<?php $jql = '${body(query)}';\n`
      : `<?php get([${entries(query, "'", ' => ')}]);\n`,
  }),
};
const kindNames = Object.keys(kinds);
const write = (kind: string, query: Query): Written => kinds[kind]!(query);

const checked: readonly (readonly [query: Query, problems: readonly string[], fixed?: Query])[] = [
  [wikiQuery('list=allpages', 'aplimit=5'), []],
  [
    wikiQuery('list=allpages', 'aplimt=5'),
    ['unrecognizedparams aplimt'],
    wikiQuery('list=allpages', 'aplimit=5'),
  ],
  [wikiQuery('list=allpagez'), ['unrecognizedvalues allpagez']],
  [wikiQuery('list=allpages', 'aplimit=many'), ['badinteger many']],
  [jqlQuery('project = LAMP'), []],
  [jqlQuery('priorty = High'), ['unknown-field priorty']],
  [jqlQuery('project == LAMP'), ['foreign-syntax =='], jqlQuery('project = LAMP')],
  [jqlQuery('created > startOfDya()'), ['unknown-function startOfDya']],
];

const hovered: readonly (readonly [query: Query, word: string])[] = [
  [wikiQuery('list=all¦pages'), 'allpages'],
  [wikiQuery('list=allpages', 'aplimit=5', 'apd¦ir=descending'), 'apdir'],
  [jqlQuery('assi¦gnee = currentUser()'), 'assignee'],
  [jqlQuery('assignee = current¦User()'), 'currentUser()'],
];

const completed: readonly (readonly [query: Query, label: string])[] = [
  [wikiQuery('list=allpa¦'), 'allpages'],
  [wikiQuery('list=allpages', 'apdir=¦'), 'descending'],
  [jqlQuery('status = Ope¦'), 'Open'],
  [jqlQuery('project = LAMP ORDER BY crea¦'), 'created'],
];

let wiki: SandboxWiki;
let tracker: SandboxTracker;
/** One for each language, whose default site is one of its kind. */
let clients: Readonly<Record<QueryLanguage, LanguageClient>>;
before(async () => {
  [wiki, tracker] = await Promise.all([startSandboxWiki(), startSandboxTracker()]);
  const storage = mkdtempSync(path.join(tmpdir(), 'document-kinds-'));
  removeAtExit(storage);
  const settings = settingsOf({ wiki: wiki.url });
  const sites = { ...settings.sites, town: { kind: 'tracker' as const, url: tracker.url } };
  const start = (defaultSite: string): Promise<LanguageClient> =>
    startLanguageClient({
      pull: true,
      options: {
        panels: true,
        settings: { ...settings, sites, defaultSite },
        storage,
        session: defaultSite,
      },
    });
  clients = { wikiquery: await start('wiki'), jql: await start('town') };
});
after(async () => {
  for (const client of Object.values(clients)) await client.stop();
  await wiki.stop();
  await tracker.stop();
});

/** A problem as the command line and agents have it: lines and columns from 1. */
interface WordedProblem {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
interface AgentAnswer {
  readonly structured: { readonly problems: readonly WordedProblem[] };
}

/** The code of a problem and the text that it is about. */
function described({ code, line, column, endLine, endColumn }: WordedProblem, text: string): string {
  const start = { line: line - 1, character: column - 1 };
  return `${code} ${textIn(text, { start, end: { line: endLine - 1, character: endColumn - 1 } })}`;
}

interface Opened {
  readonly client: LanguageClient;
  readonly uri: string;
  readonly text: string;
  readonly position: Position;
}

/** Opens a query as a document of a kind, asks about it, and closes it: words of open files are offered in others. */
const opened = <Result>(
  kind: string,
  query: Query,
  ask: (document: Opened) => Promise<Result>,
): Promise<Result> => openedAs(write(kind, query), clients[query.language], ask);

async function openedAs<Result>(
  { languageId, text: source }: Written,
  client: LanguageClient,
  ask: (document: Opened) => Promise<Result>,
): Promise<Result> {
  const start = { text: source, position: { line: 0, character: 0 } };
  const { text, position } = source.includes('¦') ? marked(source) : start;
  const uri = await client.open(text, languageId);
  try {
    return await ask({ client, uri, text, position });
  } finally {
    await client.close(uri);
  }
}

/** Makes documents the cells of a notebook while something is asked. */
async function inNotebook<Result>(
  client: LanguageClient,
  cells: readonly string[],
  ask: () => Promise<Result>,
): Promise<Result> {
  const tell = (uris: readonly string[]): Promise<void> =>
    client.connection.sendNotification(cellsNotification.method, {
      notebook: 'test:/kinds.md',
      cells: uris,
      shares: 'all',
    });
  await tell(cells);
  try {
    return await ask();
  } finally {
    await tell([]);
  }
}

const problemsIn = async ({ client, uri, text }: Opened): Promise<readonly string[]> =>
  (await client.pulled(uri)).map(({ code, range }) => `${code} ${textIn(text, range)}`);
const hoverIn = async ({ client, uri, text, position }: Opened) => {
  const hover = await client.ask<Hover | null>('textDocument/hover', uri, { position });
  return [hover?.range && textIn(text, hover.range), JSON.stringify(hover?.contents)];
};
const labelsIn = async ({ client, uri, position }: Opened): Promise<readonly string[]> =>
  (await client.complete(uri, position)).map(({ label }) => label);

let runs = 0;
/** The target of a run at the cursor, and the result. */
async function runOf({ client, uri, position }: Opened) {
  const at = { uri, position };
  const { connection } = client;
  const target = await connection.sendRequest<ContextResult | null>('wikijql/context', at);
  assert(target && target.query >= 0, uri);
  assert.equal(target.refusal, undefined, uri);
  const run = `run ${++runs}`;
  const {
    status,
    rows: count,
    notices,
  } = await connection.sendRequest<RunResult>('wikijql/run', {
    run,
    ...at,
  });
  const rows = await client.rows(run);
  await connection.sendNotification('wikijql/release', { run });
  return { site: target.siteName, status, count, notices, rows };
}

/** Problems, hover, and completion of the statement at the cursor. */
const statementOf = async (document: Opened) => ({
  problems: await problemsIn(document),
  hover: await hoverIn(document),
  labels: await labelsIn(document),
});

describe('the same query has the same problems', () => {
  for (const [query, expected] of checked) {
    for (const kind of kindNames)
      it(`in ${kind}: ${title(query)}`, async () => {
        assert.deepEqual(await opened(kind, query, problemsIn), expected);
      });

    it(`in a cell of a notebook: ${title(query)}`, async () => {
      const client = clients[query.language];
      const other = await client.open('@unused = 1\n', query.language);
      const problems = await opened('a query file', query, cell =>
        inNotebook(client, [other, cell.uri], () => problemsIn(cell)),
      );
      assert.deepEqual(problems, expected);
      await client.close(other);
    });

    it(`for agents: ${title(query)}`, async () => {
      const text = `${body(query)}\n`;
      const input = { text, language: query.language };
      const { connection } = clients[query.language];
      const { structured } = await connection.sendRequest<AgentAnswer>(agentToolRequest.method, {
        tool: 'check_query',
        input,
      });
      assert.deepEqual(
        structured.problems.map(problem => described(problem, text)),
        expected,
      );
    });
  }
});

describe('the command line', () => {
  const checker = new QueryChecker(lazyLanguages());
  const context = { now: Date.now(), sites: [], defaultSite: '' };
  for (const [query, expected, fixed] of checked) {
    for (const kind of kindNames)
      it(`finds the same problems, and makes the same fixes, in ${kind}: ${title(query)}`, async () => {
        const { languageId, text } = write(kind, query);
        const { findings } = await checker.check('file', languageId, text, { context, offersFixes: false });
        const problems = findings.map(finding => described(finding, text));
        assert.deepEqual(problems, expected);
        const result = await checker.fix(languageId, text, context);
        assert.equal(result.text, write(kind, fixed ?? query).text);
      });
  }
});

describe('the same word has the same hover', () => {
  for (const [query, word] of hovered)
    it(title(query), async () => {
      const expected = await opened('a query file', query, hoverIn);
      assert.equal(expected[0], word);
      for (const kind of kindNames) assert.deepEqual(await opened(kind, query, hoverIn), expected, kind);
    });
});

describe('the same place has the same completions', () => {
  for (const [query, label] of completed)
    it(title(query), async () => {
      const expected = await opened('a query file', query, labelsIn);
      assert(expected.includes(label), expected.join(' '));
      for (const kind of kindNames) assert.deepEqual(await opened(kind, query, labelsIn), expected, kind);
    });
});

describe('the same query runs', () => {
  for (const [query, site] of [
    [wikiQuery('list=all¦pages', 'aplimit=5'), 'wiki'],
    [jqlQuery('project = LA¦MP ORDER BY key'), 'town'],
  ] as const)
    it(title(query), async () => {
      const expected = await opened('a query file', query, runOf);
      assert.equal(expected.site, site);
      assert(expected.count > 0, JSON.stringify(expected.notices));
      for (const kind of kindNames) assert.deepEqual(await opened(kind, query, runOf), expected, kind);
    });
});

const source = '# @name pages\nlist=allpages\n';
const statements: readonly (readonly [sql: string, problems: readonly string[], label: string])[] = [
  ['select tit¦le from pages', [], 'title'],
  ['select su¦m(1)', [], 'sum'],
  ['select ¦sume(1)', ['unknown-function sume'], 'sum'],
  ['select 1 from ¦page_s', ['unknown-table page_s'], 'pages'],
];

describe('a statement of SQL is the same in a fence and in a cell', () => {
  for (const [sql, problems, label] of statements)
    it(sql, async () => {
      const client = clients.wikiquery;
      const text = `\`\`\`wikiquery\n${source}\`\`\`\n\n\`\`\`sql\n${sql}\n\`\`\`\n`;
      const inFence = await openedAs({ languageId: 'markdown', text }, client, statementOf);
      assert.deepEqual(inFence.problems, problems);
      assert(inFence.labels.includes(label), inFence.labels.join(' '));
      const query = await client.open(source, 'wikiquery');
      const inCell = await openedAs({ languageId: 'sql', text: sql }, client, cell =>
        inNotebook(client, [query, cell.uri], () => statementOf(cell)),
      );
      assert.deepEqual(inCell, inFence);
      await client.close(query);
    });
});
