/** Makes the code of queries as the product does, and runs it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CodeForm } from '../../server/src/query-file/language/runner.ts';
import { wikiForms } from '../../server/src/query-code/wiki-forms.ts';
import { trackerForms } from '../../server/src/query-code/tracker-forms.ts';
import { buildJqlRequest } from '../../server/src/jql/jql-request.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { limitOption } from '../../server/src/query-file/options/limit-option.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { ownLimits } from '../../server/src/wiki/own-limits.ts';
import { parseWikiQuery } from '../../server/src/wiki/wiki-parser.ts';
import { buildWikiRequest, type BuiltRequest, requestUrl } from '../../server/src/wiki/wiki-request.ts';
import { builtInCatalogue } from './catalogue.ts';
import { viewOf } from './jql.ts';

/** The request of a wiki query, and its code by form. */
export interface WikiCode {
  readonly request: BuiltRequest;
  readonly limit: number;
  readonly ownLimits: ReturnType<typeof ownLimits>;
  readonly forms: ReadonlyMap<string, string>;
}

const byId = (forms: readonly CodeForm[]): ReadonlyMap<string, string> =>
  new Map(forms.map(({ id, code }) => [id, code]));

export const defaultApi = 'https://en.wikipedia.org/w/api.php';

/** The code of a wiki query that is a whole file. */
export function wikiCode(text: string, api = defaultApi, contact = 'ada@example.org'): WikiCode {
  const document = new QueryDocument('file:///test.wikiquery', 'wikiquery', 1, text);
  const scope = new Scope(document.blocks[0]!, document.header);
  const model = new WikiModel(parseWikiQuery(scope), builtInCatalogue);
  const request = buildWikiRequest(model);
  const chosen = limitOption(scope);
  const ownLimitsOfQuery = chosen === undefined ? ownLimits(model) : [];
  const limit = chosen ?? 500;
  const source = { ...request, api, contact, limit, ownLimits: ownLimitsOfQuery };
  return {
    request,
    limit,
    ownLimits: ownLimitsOfQuery,
    forms: byId(wikiForms(source, requestUrl(api, request))),
  };
}

/** The code of a JQL query that is a whole file. */
export function trackerCode(
  text: string,
  base = 'https://issues.example.org',
  cloud = false,
): { readonly jql: string; readonly forms: ReadonlyMap<string, string> } {
  const { scope } = viewOf(text);
  const { text: jql, fields } = buildJqlRequest(scope);
  const limit = limitOption(scope) ?? 500;
  const source = { base, cloud, jql: jql.text, limit, ...(fields && { fields }) };
  return { jql: jql.text, forms: byId(trackerForms(source)) };
}

/** The program for each form of code, and the name of its file. */
export const programs: Readonly<Record<string, readonly [program: string, file: string]>> = {
  curl: ['sh', 'query.sh'],
  fetch: [process.execPath, 'query.mjs'],
  requests: ['python3', 'query.py'],
  php: ['php', 'query.php'],
};

const runFile = promisify(execFile);

/** Runs code in a folder of its own, and returns its output. */
export async function runCode(
  program: string,
  file: string,
  code: string,
  env: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'query-code-'));
  try {
    const name = path.join(folder, file);
    await writeFile(name, code);
    const { stdout } = await runFile(program, [...options, name], {
      env: {
        ...process.env,
        ...env,
        PYTHONIOENCODING: 'utf-8',
        no_proxy: '127.0.0.1',
        NO_PROXY: '127.0.0.1',
      },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
