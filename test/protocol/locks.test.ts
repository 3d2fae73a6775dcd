/** The language server follows the locks beside its documents. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, Hover } from 'vscode-languageserver-protocol/node';
import { newFolder } from '../login/window.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';
import { until } from '../support/until.ts';

const folder = newFolder();
const lockFile = path.join(folder, '.wikijql/town.lock.json');
const query = '# @site town\naction=query\nlist=allpages\napcolour=red\n';
let wiki: SandboxWiki;
let watched: unknown;
let refreshed = 0;
const clients: LanguageClient[] = [];

/** A lock whose module has one more parameter than `query` needs. */
const lockWith = (colours: readonly string[], software = 'MediaWiki 1.39.17'): string =>
  JSON.stringify({
    format: 1,
    site: 'town',
    kind: 'wiki',
    url: wiki.url,
    software,
    time: '2026-11-22T19:30:00Z',
    modules: [
      {
        path: 'query+allpages',
        name: 'allpages',
        group: 'list',
        prefix: 'ap',
        generator: true,
        parameters: [{ name: 'colour', type: colours }],
      },
    ],
    namespaces: [{ id: 0, names: [''] }],
  });

async function start(siteCatalogues: boolean, watches = true): Promise<LanguageClient> {
  const client = await startLanguageClient({
    pull: true,
    folders: [pathToFileURL(folder).href],
    capabilities: {
      workspace: {
        didChangeWatchedFiles: { dynamicRegistration: watches },
        diagnostics: { refreshSupport: true },
      },
    },
    answers: {
      'client/registerCapability': params => void (watched = params),
      'workspace/diagnostic/refresh': () => {
        refreshed++;
        return null;
      },
    },
    options: {
      settings: { ...settingsOf({ town: wiki.url }), language: languageSettings({ siteCatalogues }) },
    },
  });
  clients.push(client);
  return client;
}

before(async () => {
  wiki = await startSandboxWiki();
  await mkdir(path.dirname(lockFile));
  await writeFile(lockFile, lockWith(['red', 'blue']));
});
after(async () => {
  for (const client of clients) await client.stop();
  await wiki.stop();
  await rm(folder, { recursive: true });
});

const uri = pathToFileURL(path.join(folder, 'deep/a.wikiquery')).href;
const opened = (client: LanguageClient): Promise<void> =>
  client.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'wikiquery', version: 1, text: query },
  });
const changed = (client: LanguageClient): Promise<void> =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: pathToFileURL(lockFile).href, type: 2 }],
  });
const codes = async (client: LanguageClient): Promise<string[]> =>
  (await client.pulled(uri)).map(({ code }: Diagnostic) => String(code));

test('a file is checked by the lock above it, and follows its changes', async () => {
  const client = await start(false);
  await opened(client);
  assert.deepEqual(await codes(client), []);
  const hover = await client.ask<Hover>('textDocument/hover', uri, { position: { line: 3, character: 4 } });
  assert.match(JSON.stringify(hover), /From the lock of “town” .2026-11-22/);

  await writeFile(lockFile, lockWith(['blue']));
  await changed(client);
  await until('the refresh of the diagnostics', async () => refreshed > 0);
  assert.deepEqual(await codes(client), ['badvalue']);

  await writeFile(lockFile, '{"format": 9}');
  await changed(client);
  assert.deepEqual(await codes(client), ['lock-unusable', 'unrecognizedparams']);

  await rm(lockFile);
  await changed(client);
  assert.deepEqual(await codes(client), ['unrecognizedparams']);
  assert.equal(wiki.requests.length, 0, 'the wiki was asked');
});

test('the client is asked to report changes of locks', () =>
  assert.match(JSON.stringify(watched), /\*\*\/\.wikijql\/\{\*\.lock,rules\}\.json/));

test('a site that was asked comes before its lock, which is named if it is of another version', async () => {
  await writeFile(lockFile, lockWith(['red'], 'MediaWiki 1.35.0'));
  const client = await start(true);
  await opened(client);
  const found = await until('the site’s own catalogue', async () => {
    const now = await codes(client);
    return now.includes('lock-outdated') ? now : undefined;
  });
  assert.deepEqual(found, ['lock-outdated', 'unrecognizedparams']);
});

test('a client that cannot report changes sees them when it opens a file', async () => {
  await writeFile(lockFile, lockWith(['red']));
  const client = await start(false, false);
  await opened(client);
  assert.deepEqual(await codes(client), []);
  await writeFile(lockFile, lockWith(['blue']));
  await client.close(uri);
  await opened(client);
  assert.deepEqual(await codes(client), ['badvalue']);
});

test('severities follow the rules of the folder', async () => {
  const rules = path.join(folder, '.wikijql/rules.json');
  await writeFile(lockFile, lockWith(['blue']));
  const client = await start(false);
  await opened(client);
  const severities = async (): Promise<unknown[]> =>
    (await client.pulled(uri)).map(({ severity }) => severity);
  const written = async (text: string): Promise<unknown[]> => {
    await writeFile(rules, text);
    const changes = [{ uri: pathToFileURL(rules).href, type: 2 }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    return severities();
  };
  assert.deepEqual(await severities(), [1]);
  assert.deepEqual(await written('{ "badvalue": "warning" }'), [2]);
  assert.deepEqual(await written('{ "badvalue": "off" }'), []);
  assert.deepEqual(await written('{'), [1]);
  await rm(rules);
});
