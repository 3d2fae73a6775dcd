/** The words of the workspace's other query files in completion, over stdio. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../login/window.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { until } from '../support/until.ts';

const folder = newFolder();
const at = (name: string): string => path.join(folder, name);
const uriOf = (name: string): string => pathToFileURL(at(name)).href;
let client: LanguageClient;
let watched: unknown;

before(async () => {
  await mkdir(at('deep/er'), { recursive: true });
  await writeFile(at('deep/er/a query.jql'), 'project = KITE\n');
  await writeFile(at('gone.jql'), 'project = GONE\n');
  client = await startLanguageClient({
    folders: [pathToFileURL(folder).href],
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
    answers: { 'client/registerCapability': params => void (watched = params) },
  });
});
after(async () => {
  await client.stop();
  await rm(folder, { recursive: true });
});

const projects = async (): Promise<string[]> => {
  const uri = await client.open('project = ', 'jql');
  const items = await client.complete(uri, { line: 0, character: 10 });
  await client.close(uri);
  return items.map(({ label }) => label);
};
const offered = (project: string): Promise<true> =>
  until(project, async () => (await projects()).includes(project) || undefined);
const changed = (name: string, type: number): Promise<void> =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(name), type }],
  });

test('a file that nobody opened offers its values', async () => {
  await offered('KITE');
  await offered('GONE');
});

test('the client is asked to report changes of query files', () =>
  assert.match(JSON.stringify(watched), /\*\*\/\*\.\{wikiquery,jql\}/));

test('a file that changed offers its new values, one that is gone none', async () => {
  await writeFile(at('deep/er/a query.jql'), 'project = LOOM\n');
  await changed('deep/er/a query.jql', 2);
  await rm(at('gone.jql'));
  await changed('gone.jql', 3);
  await offered('LOOM');
  const left = await projects();
  assert.deepEqual(
    ['KITE', 'GONE'].filter(project => left.includes(project)),
    [],
  );
});
