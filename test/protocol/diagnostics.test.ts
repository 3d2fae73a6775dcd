import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from 'vscode-languageserver-types';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { textIn } from '../support/marked.ts';
import { settingsOf } from '../support/settings.ts';

const line = (number: number, character = 0) => ({ line: number, character });

/** Severity, code and what is underlined. */
const shown = (text: string, diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ severity, code, range }) => `${severity} ${code} ${textIn(text, range)}`);

const text =
  '# A file\n\n### One\nlist=allpagez\n\n### Two\nlist=allpages\naplimit=many\napfrom=A\napfrom=B\n';
const problems = ['2 unrecognizedvalues allpagez', '1 badinteger many', '2 duplicate-parameter apfrom=A'];

test('problems are sent with the version that they belong to, in the order of the file', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open(text);
  const diagnostics = await client.published(uri, 1);
  assert.deepEqual(shown(text, diagnostics), problems);
  assert(diagnostics.every(({ source, message }) => source === 'wikijql' && message !== ''));
});

test('a client that requests diagnostics gets the same, and none are sent', async () => {
  await using pushed = await startLanguageClient();
  await using pulled = await startLanguageClient({ pull: true });
  const sent = await pushed.published(await pushed.open(text));
  const uri = await pulled.open(text);
  assert.deepEqual(await pulled.pulled(uri), sent);
  assert.deepEqual(pulled.sent.diagnostics, []);
  await pulled.change(uri, line(3, 12), line(3, 13), 's');
  assert.deepEqual(shown(text, await pulled.pulled(uri)), problems.slice(1));
});

/** More queries than are checked in one turn. */
const long = Array.from({ length: 4000 }, (_, index) => `### ${index}\nlist=allpagez\n\n`).join('');

test('what a newer version made void is never sent', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open(long);
  for (let count = 0; count < 5; count++) await client.change(uri, line(0, 4), line(0, 4), 'x');
  await client.published(uri);
  assert.deepEqual(
    client.sent.diagnostics.map(({ version }) => version),
    [6],
  );
});

test('of very many problems a thousand are shown, errors before warnings', async () => {
  await using client = await startLanguageClient();
  const uri = await client.open(`${long}### Last\nlist=allpages\naplimit=many\n`);
  const diagnostics = await client.published(uri);
  assert.equal(diagnostics.length, 1000);
  assert.deepEqual([diagnostics.at(0)?.code, diagnostics.at(-1)?.code], ['unrecognizedvalues', 'badinteger']);
});

test('an edit of the header is an edit of every query', async () => {
  await using client = await startLanguageClient({ pull: true });
  const uri = await client.open('@kind = allpages\n### One\nlist={{kind}}\n### Two\nlist={{kind}}\n');
  assert.deepEqual(await client.pulled(uri), []);
  await client.change(uri, line(0, 15), line(0, 16), 'z');
  assert.deepEqual(
    (await client.pulled(uri)).map(({ code, range }) => [code, range.start.line]),
    [
      ['unrecognizedvalues', 2],
      ['unrecognizedvalues', 4],
    ],
  );
});

const settings = (name: string) => ({
  ...settingsOf({ [name]: `http://127.0.0.1:9/${name}/api.php` }),
  defaultSite: '',
});
const siteProblems = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ code }) => code === 'unknown-site').map(({ range }) => range.start);
const named = '# @site wiki\nlist=allpages\n';
const context = (client: LanguageClient, uri: string) =>
  client.connection.sendRequest<{ site?: { name: string } }>('wikijql/context', { uri, position: line(1) });

test('settings come with the initialisation', async () => {
  await using client = await startLanguageClient({ options: { settings: settings('wiki') } });
  const uri = await client.open(named);
  assert.deepEqual(siteProblems(await client.published(uri)), []);
  assert.equal((await context(client, uri)).site?.name, 'wiki');
});

test('settings that are pushed hold at once, and the diagnostics are sent anew', async () => {
  await using client = await startLanguageClient({ options: { settings: settings('other') } });
  const uri = await client.open(named);
  assert.deepEqual(siteProblems(await client.published(uri)), [line(0, 8)]);
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { wikijql: settings('wiki') },
  });
  await client.received(() => (client.sent.diagnostics.length === 2 ? true : undefined));
  assert.deepEqual(siteProblems(await client.published(uri)), []);
  assert.equal((await context(client, uri)).site?.name, 'wiki');
});

test('a client that can be asked is asked for settings, and told to ask for diagnostics anew', async () => {
  let name = 'other';
  const registered: unknown[] = [];
  let refreshes = 0;
  await using client = await startLanguageClient({
    pull: true,
    capabilities: {
      workspace: {
        configuration: true,
        didChangeConfiguration: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
      },
    },
    answers: {
      'client/registerCapability': params => {
        registered.push(params);
        return null;
      },
      'workspace/configuration': () => [settings(name)],
      'workspace/diagnostic/refresh': () => {
        refreshes++;
        return null;
      },
    },
  });
  const uri = await client.open(named);
  await client.received(() => (refreshes === 1 ? true : undefined));
  assert.match(JSON.stringify(registered), /"workspace\/didChangeConfiguration".*"section":"wikijql"/);
  assert.deepEqual(siteProblems(await client.pulled(uri)), [line(0, 8)]);
  name = 'wiki';
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
  await client.received(() => (refreshes === 2 ? true : undefined));
  assert.deepEqual(siteProblems(await client.pulled(uri)), []);
});

test('settings of another shape are as if they were not set, and a client that fails to answer ends nothing', async () => {
  await using client = await startLanguageClient({
    capabilities: {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
    },
  });
  const uri = await client.open(named);
  assert.deepEqual(siteProblems(await client.published(uri)), [line(0, 8)]);
  assert.equal(await client.stop(), 0);

  await using odd = await startLanguageClient();
  const opened = await odd.open(named);
  await odd.published(opened);
  for (const pushed of [null, 5, { wikijql: [] }, { wikijql: { sites: { wiki: 'x' }, limit: 'x', http: 5 } }])
    await odd.connection.sendNotification('workspace/didChangeConfiguration', { settings: pushed });
  assert.equal((await context(odd, opened)).site, undefined);
  assert.equal(await odd.stop(), 0);
});

const linked = (file: string, diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ range, relatedInformation = [] }) => [
    textIn(file, range),
    ...relatedInformation.map(({ location, message }) => `${textIn(file, location.range)}: ${message}`),
  ]);

test("a problem in a variable's value is reported at its use, with a link to its definition", async () => {
  await using client = await startLanguageClient();
  const jql = '@word = as\n@day = someday\n### One\nstatus = {{word}}\nAND created > {{day}}\n';
  assert.deepEqual(linked(jql, await client.published(await client.open(jql, 'jql'))), [
    ['{{word}}', 'word: “word” is defined here.'],
    ['{{day}}', 'day: “day” is defined here.'],
  ]);
  const wiki = '@pages = allpagez\n### One\nlist={{pages}}\n';
  assert.deepEqual(linked(wiki, await client.published(await client.open(wiki))), [
    ['{{pages}}', 'pages: “pages” is defined here.'],
  ]);
});
