import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { globbed } from '../support/globbed.ts';
import { inRoot } from '../support/paths.ts';

/** A room of the house, and whatever its files may import beside each other: rooms, packages, `node:`. */
interface Room {
  readonly files: string;
  readonly may: readonly string[];
}

const lspTypes = 'vscode-languageserver-types';
const data = 'server/catalogue';
/** Pure rules that everything shares: every room may import them, they import data alone. */
const common = 'server/src/common';
/** What a run takes: arithmetic and its words. */
const cost = 'server/src/cost';
/** What crosses a boundary between processes: schemas that are the types. */
const protocol = 'server/src/protocol';

/** The first room that a file fits is its own. Nothing may be imported that is not named here. */
const rooms: readonly Room[] = [
  { files: common, may: [data, 'htmlparser2'] },
  { files: protocol, may: ['valibot'] },
  { files: cost, may: [data, 'shared/base/text/wording.ts'] },
  { files: 'server/src/language', may: [lspTypes, data, 'server/src/queryfile', cost] },
  { files: 'server/src/expectations', may: [data, 'server/src/language'] },
  {
    files: 'server/src/queryfile',
    may: [lspTypes, data, 'server/src/language', 'server/src/expectations', cost],
  },
  { files: 'server/src/wiki', may: [lspTypes, data, 'server/src/language', 'server/src/queryfile', cost] },
  { files: 'server/src/jql', may: [lspTypes, data, 'server/src/language', 'server/src/queryfile', cost] },
  {
    files: 'server/src/query-code',
    may: [
      data,
      'server/src/embedded',
      'server/src/jql/syntax',
      'shared/base/text/wording.ts',
      // Which ids of fields are asked for: it decides by data alone.
      'server/src/jql/requested-fields.ts',
    ],
  },
  {
    files: 'server/src/chains',
    may: [
      'server/src/language',
      'server/src/queryfile',
      'server/src/network/remote.ts',
      'server/src/query-file/language/runner.ts',
      protocol,
    ],
  },
  {
    files: 'server/src/checking',
    may: ['server/src/language', 'server/src/queryfile', 'server/src/chains'],
  },
  {
    files: 'server/src/embedded',
    may: [
      '@lezer',
      data,
      'server/src/chains',
      'server/src/checking',
      'server/src/language',
      'server/src/queryfile',
      'server/src/runbooks',
    ],
  },
  {
    files: 'server/src/runbooks',
    may: [
      '@lezer',
      data,
      'server/src/checking',
      'server/src/language',
      'server/src/queryfile',
      'server/src/results/export/export-formats.ts',
      protocol,
    ],
  },
  { files: 'server/src/http', may: ['node:', 'undici', protocol, data] },
  {
    files: 'server/src/session',
    may: [
      'node:',
      '@napi-rs/keyring',
      'tough-cookie',
      'valibot',
      'server/src/http',
      protocol,
      'shared/base/text/wording.ts',
      data,
    ],
  },
  {
    files: 'server/src/results',
    may: [
      'node:',
      'papaparse',
      protocol,
      'server/src/expectations',
      'server/src/files',
      'server/src/files/owner-presence.ts',
      'server/src/files/private-folder.ts',
      'server/src/sql',
      data,
    ],
  },
  { files: 'server/src/files', may: ['node:'] },
  { files: 'server/src/sql', may: [data, protocol, 'server/src/language'] },
  {
    files: 'server/src/refresh',
    may: [
      'echarts',
      data,
      'server/src/chains',
      'server/src/charts',
      'server/src/checking',
      'server/src/language',
      'server/src/run',
      'server/src/settings',
      'server/src/queryfile',
      'server/src/network/remote.ts',
      'server/src/results/sql-question.ts',
      'server/src/runbooks',
      'server/src/query-file/language/runner.ts',
      'server/src/sql',
      protocol,
    ],
  },
  { files: 'server/src/charts', may: ['echarts', protocol] },
  {
    files: 'server/src/remote',
    may: [
      'node:',
      'server/src/expectations',
      'server/src/http',
      'server/src/results',
      'server/src/session',
      'server/src/sql',
      protocol,
      'shared/base/text/wording.ts',
      data,
    ],
  },
  { files: 'server/src/settings', may: ['valibot', protocol, 'server/src/language', 'server/src/queryfile'] },
  {
    files: 'server/src/run',
    may: [
      data,
      'server/src/chains',
      'server/src/checking',
      'server/src/expectations',
      'server/src/settings',
      'server/src/language',
      'server/src/queryfile',
      'server/src/network/remote.ts',
      'server/src/query-file/language/runner.ts',
      protocol,
    ],
  },
  {
    files: 'server/src/lsp',
    may: [
      'valibot',
      'vscode-languageserver',
      lspTypes,
      data,
      'server/src/agents',
      'server/src/chains',
      'server/src/checking',
      'server/src/embedded',
      'server/src/expectations',
      'server/src/language',
      'server/src/queryfile',
      'server/src/sql',
      protocol,
      'server/src/network/remote.ts',
      'server/src/runbooks',
      'server/src/network/session/vault.ts',
      'server/src/query-file/language/runner.ts',
      'server/src/query-code',
      'server/src/refresh',
      'server/src/runs/languages/served-language.ts',
      'server/src/editor/platform.ts',
      'server/src/run',
      'server/src/settings',
    ],
  },
  {
    files: 'server/src/runners',
    may: [
      'server/src/wiki',
      'server/src/jql',
      'server/src/language',
      'server/src/queryfile',
      'server/src/query-code',
      protocol,
      'server/src/network/remote.ts',
    ],
  },
  {
    files: 'server/src/languages',
    may: [
      'server/src/wiki',
      'server/src/jql',
      'server/src/runners',
      'server/src/checking',
      'server/src/language',
      'server/src/queryfile',
      data,
    ],
  },
  {
    files: 'server/src/editor/server.ts',
    may: [
      'vscode-languageserver',
      'server/src/lsp',
      'server/src/runs/languages/served-language.ts',
      'server/src/settings',
      'server/src/network/http/user-agent.ts',
      'shared/base/text/wording.ts',
      'server/src/runs/languages/languages.ts',
      'server/src/editor/platform.ts',
      'server/src/network/remote.ts',
      protocol,
      data,
    ],
  },
  {
    files: 'server/src/agents',
    may: [
      'valibot',
      data,
      protocol,
      'server/src/checking',
      'server/src/language',
      'server/src/queryfile',
      'server/src/query-file/language/runner.ts',
      'server/src/network/remote.ts',
      'server/src/results/sql-question.ts',
      'server/src/sql',
      'server/src/runs/languages/served-language.ts',
      'server/src/run',
      'server/src/settings',
    ],
  },
  {
    files: 'server/src/cli',
    may: [
      'node:',
      'jsonc-parser',
      'fast-xml-builder',
      'string-width',
      data,
      protocol,
      'server/src/agents',
      'server/src/chains',
      'server/src/checking',
      'server/src/embedded',
      'server/src/expectations',
      'server/src/files',
      cost,
      'server/src/language',
      'server/src/runs/languages/lazy-languages.ts',
      'server/src/runs/languages/served-language.ts',
      'server/src/queryfile',
      'server/src/query-file/language/runner.ts',
      'server/src/locks',
      'server/src/run',
      'server/src/settings',
      'server/src/network/http/user-agent.ts',
      'server/src/refresh',
      'server/src/runbooks',
      'server/src/network/remote.ts',
      'server/src/results/sql-question.ts',
      'server/src/network/session/state/state-folder.ts',
    ],
  },
  {
    files: 'server/src/locks',
    may: [
      'node:',
      'valibot',
      protocol,
      'server/src/language',
      'server/src/wiki/catalogue',
      'server/src/jql/catalogue',
    ],
  },
  // What a platform gives; the rooms of its two implementations follow.
  {
    files: 'server/src/editor/platform.ts',
    may: [
      'server/src/agents/dependencies.ts',
      'server/src/query-file/checking/time-slices.ts',
      'server/src/runs/reports/report-dependencies.ts',
      'server/src/network/remote.ts',
      'server/src/network/session/vault.ts',
      'server/src/sql',
      protocol,
    ],
  },
  {
    files: 'server/src/platform/lock-file.ts',
    may: [
      'shared/base/text/json-reader.ts',
      'server/src/locks',
      'server/src/editor/platform.ts',
      protocol,
    ],
  },
  // Nothing in it may need Node, not even by what it imports: see below.
  { files: 'server/src/platform/browser', may: ['vscode-languageserver', 'server/src', data] },
  {
    files: 'server/src/platform/node',
    may: ['node:', 'vscode-languageserver', '@modelcontextprotocol/server', 'server/src', data],
  },
  {
    files: 'client/src',
    may: [
      'node:',
      'valibot',
      'vscode',
      'vscode-languageclient',
      'markdown-it',
      protocol,
      'client/webview/web-address.ts',
      // Files as the cells of notebooks.
      'server/src/runbooks',
      'server/src/query-file/query-document.ts',
      'server/src/jql/syntax/file-syntax.ts',
    ],
  },
  {
    files: 'client/webview',
    may: [
      protocol,
      'valibot',
      'vscode-notebook-renderer',
      'dompurify',
      'echarts',
      '@codemirror',
      'server/catalogue',
      'server/src/charts',
      'server/src/sql',
    ],
  },
];

const files = globbed('{client,server}/**/*.ts').filter(file => !file.endsWith('.d.ts'));

const importPattern = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/g;

function importsOf(file: string): string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  return Array.from(text.matchAll(importPattern), match => match[1] ?? match[2] ?? '').map(target =>
    target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
  );
}

const within = (target: string, place: string): boolean =>
  target === place || target.startsWith(place.endsWith(':') ? place : `${place}/`);

const roomOf = (file: string): Room | undefined => rooms.find(room => within(file, room.files));

test('every source file has a room', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) === undefined),
    [],
  );
});

test('imports go in the directions of the rooms', () => {
  const wrong = files.flatMap(file => {
    const room = roomOf(file);
    return importsOf(file)
      .filter(target => room && ![room.files, common, ...room.may].some(place => within(target, place)))
      .map(target => `${file} imports ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('only one file imports undici', () => {
  assert.deepEqual(
    files.filter(file => importsOf(file).some(target => within(target, 'undici'))),
    ['server/src/network/http/create-client.ts'],
  );
});

test('no chain of imports leads back to its beginning', () => {
  const graph = new Map(files.map(file => [file, importsOf(file).filter(target => target.endsWith('.ts'))]));
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    assert(!trail.includes(file), [...trail, file].join(' → '));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test('what the browser needs has no import of Node, except for types', () => {
  const valueImport = /(?:^|\n)\s*(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'([^']+)'/g;
  const seen = new Set<string>();
  const wrong: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, target = ''] of readFileSync(inRoot(file), 'utf8').matchAll(valueImport)) {
      if (target.startsWith('node:') || target.endsWith('/node')) wrong.push(`${file} imports ${target}`);
      if (target.startsWith('.') && target.endsWith('.ts'))
        visit(path.posix.join(path.posix.dirname(file), target));
    }
  };
  visit('server/src/platform/browser/language-server.ts');
  assert.deepEqual(wrong, []);
  assert(seen.size > 200, 'its files were not found');
});
