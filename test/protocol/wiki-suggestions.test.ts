/** Titles, categories, users and tags of a wiki in completion, over stdio, against the embedded wiki. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { CompletionItem, CompletionList } from 'vscode-languageserver-types';
import type { Settings } from '#shared/protocol/settings.ts';
import { newFolder } from '../login/window.ts';
import { startSandboxWiki, type SandboxWiki } from '../sandbox/wiki.ts';
import { type LanguageClient, startLanguageClient } from '../support/language-client.ts';
import { edited, marked } from '../support/marked.ts';
import { languageSettings, settingsOf } from '../support/settings.ts';
import { until } from '../support/until.ts';

let wiki: SandboxWiki;
beforeEach(async () => {
  wiki = await startSandboxWiki();
});
afterEach(() => wiki.stop());

const editor = (settings: Partial<Settings> = {}, trusted = true): Promise<LanguageClient> =>
  startLanguageClient({
    options: {
      panels: true,
      trusted,
      storage: newFolder(),
      settings: {
        ...settingsOf({ town: wiki.url }),
        language: languageSettings({ siteCatalogues: true }),
        ...settings,
      },
    },
  });
const asked = (): readonly string[] =>
  wiki.requests.map(({ parameters }) => parameters.get('list') ?? '').filter(Boolean);

async function list(client: LanguageClient, query: string): Promise<CompletionList> {
  const { text, position } = marked(query);
  return client.ask('textDocument/completion', await client.open(text), { position });
}
/** As soon as it is offered: the first list need not wait for the wiki. */
const offered = (client: LanguageClient, query: string, label: string): Promise<CompletionItem> =>
  until(`${label} at ${query}`, async () =>
    (await list(client, query)).items.find(item => item.label === label),
  );

const cases: readonly [query: string, label: string, put: string][] = [
  ['titles=mai¦', 'Main Page', 'titles=Main Page'],
  ['?titles=mai¦', 'Main Page', '?titles=Main%20Page'],
  [
    'list=categorymembers\ncmtitle=Books of the 189¦',
    'Category:Books of the 1890s',
    'list=categorymembers\ncmtitle=Category:Books of the 1890s',
  ],
  ['list=usercontribs\nucuser=Ada|Arch¦', 'Archive Bot', 'list=usercontribs\nucuser=Ada|Archive Bot'],
  ['list=recentchanges\nrctag=mob¦', 'mobile edit', 'list=recentchanges\nrctag=mobile edit'],
];

test('what the wiki has is offered while it is typed', async () => {
  await using client = await editor();
  for (const [query, label, expected] of cases) {
    const { textEdit } = await offered(client, query, label);
    assert(textEdit !== undefined && 'range' in textEdit);
    assert.equal(edited(marked(query).text, [textEdit]), expected);
  }
  assert.equal((await list(client, 'titles=mai¦')).isIncomplete, true);
  await client.stop();
});

const quiet: readonly [name: string, settings: Partial<Settings>, trusted: boolean][] = [
  [
    'where the setting for it is off',
    { language: languageSettings({ siteCatalogues: true, suggestions: false }) },
    true,
  ],
  ['where sites are not asked at all', { language: languageSettings({ siteCatalogues: false }) }, true],
  ['in a workspace that is not trusted', {}, false],
];
for (const [name, settings, trusted] of quiet)
  test(`nothing is asked ${name}`, async () => {
    await using client = await editor(settings, trusted);
    assert.equal((await list(client, 'titles=mai¦')).isIncomplete, false);
    assert.deepEqual(asked(), []);
    await client.stop();
  });

test('a list never waits for a wiki that does not answer', async () => {
  wiki.fail({ kind: 'delay', milliseconds: 3_600_000 });
  await using client = await editor();
  const { isIncomplete } = await list(client, 'list=categorymembers\ncmtitle=Ph¦');
  assert.equal(isIncomplete, true);
  await client.stop();
});
