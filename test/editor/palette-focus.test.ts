/** The focus after each command of the palette, in a state that has the command: it is on something, and never nowhere. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import titles from '../../package.nls.json' with { type: 'json' };
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { type EditorFixture, openEditorFixture, pictureOfFailure } from '../support/editor/editor-fixture.ts';
import { until } from '../support/until.ts';

const files = {
  'pages.wikiquery': '### Pages\n# @limit 5\nlist=allpages\n',
  'lamps.jql': '# @site town\n### Lamps\n# @limit 5\nproject = LAMP ORDER BY key\n',
  'bot.py': "pages = api.get({'action': 'query', 'list': 'allpages', 'aplimit': 5})\n",
  'report.md': '# Report\n\n```wikiquery\n# @limit 3\nlist=allpages\n```\n',
};

/** Where each command is tried: by the ends of their ids. */
const states = {
  file: [
    ['runAll', 'watch', 'manageWatches', 'newQuery', 'newJqlQuery', 'switchSite', 'addSite', 'copyAs'],
    ['pasteAsQuery', 'showRaw', 'showOutput', 'signIn', 'fetchIssue', 'sites.diagnose', 'queries.open'],
    ['sites.refreshCatalogue', 'sites.storeCatalogue', 'comparePrevious', 'compareSnapshot', 'compareSite'],
    ['keepSnapshot', 'queryWithSql', 'run', 'showComparisonText'],
  ].flat(),
  tracker: ['openIssueAtCursor', 'filters.checkAll', 'filters.compareFile'],
  program: ['openAsQueryFile'],
  report: ['refreshReport'],
} as const;

/** Commands that leave the window, or whose states other tests have. */
const elsewhere = [
  ['openSandbox', 'opens the browser'],
  ['pinResult', 'grouping.test.ts: a result is in front'],
  ['copyWithTitles', 'a result is in front, and keeps the focus'],
  ['copyAsMarkdown', 'a result is in front, and keeps the focus'],
  ['copyAsJson', 'a result is in front, and keeps the focus'],
  ['issueBack', 'tracker.test.ts: an issue is in front'],
  ['issueForward', 'tracker.test.ts: an issue is in front'],
  ['restartServer', 'restart.test.ts'],
  ['enterPassphrase', 'secrets.test.ts'],
  ['firstQuery', 'jobs.test.ts: there is no site'],
  ['cancel', 'running.test.ts: something runs'],
  ['openCellResult', 'notebooks.test.ts'],
  ['rerunResults', 'grouping.test.ts: results in the panel area'],
  ['chooseResults', 'grouping.test.ts: results in the panel area'],
  ['closeResults', 'grouping.test.ts: results in the panel area'],
] as const;

const idOf = (name: string): string => `wikijql.${name}`;
const titleOf = (name: string): string => {
  const { title = '' } = manifest.contributes.commands.find(({ command }) => command === idOf(name)) ?? {};
  return new Map(Object.entries(titles)).get(title.slice(1, -1)) ?? title;
};

it('each command of the palette is tried, or said to be tried elsewhere', () => {
  const hidden = new Set(
    manifest.contributes.menus.commandPalette
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command),
  );
  const offered = manifest.contributes.commands
    .map(({ command }) => command)
    .filter(command => !hidden.has(command));
  const tried = [...Object.values(states).flat(), ...elsewhere.map(([name]) => name)].map(idOf);
  assert.deepEqual(tried.toSorted(), offered.toSorted());
});

describe('the focus is on something after', () => {
  let tracker: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    tracker = await startSandboxTracker();
    fixture = await openEditorFixture({ files, settings: { 'files.simpleDialog.enable': true } });
    editor = fixture.editor;
    await editor.set('wikijql.sites', {
      sandbox: { kind: 'wiki', url: fixture.wiki.url },
      town: { kind: 'tracker', url: tracker.url },
    });
  });
  after(async () => {
    await fixture.close();
    await tracker.stop();
  });
  afterEach(context => pictureOfFailure(context, editor));

  /** The element with the focus, in the window or in the panel that has it; empty = nothing has it. */
  const focused = async (): Promise<string> => {
    const focusedTag = await editor.page.evaluate<string>(
      `document.activeElement === document.body ? '' : document.activeElement.tagName`,
    );
    if (focusedTag !== 'IFRAME') return focusedTag;
    const names = await Promise.all(
      editor.page
        .frames()
        .filter(frame => frame.parentFrame()?.parentFrame() === editor.page.mainFrame())
        .map(frame =>
          frame
            .evaluate<string>(
              `document.hasFocus() && document.activeElement !== document.body
                ? document.activeElement.tagName + '.' + document.activeElement.className : ''`,
            )
            .catch(() => ''),
        ),
    );
    return names.find(name => name !== '') ?? '';
  };
  const open = async (file: string, line: number): Promise<void> => {
    await editor.press('Escape', 'Escape');
    await editor.execute('notifications.clearAll');
    await editor.execute('workbench.action.closePanel');
    await editor.openFile(file);
    await editor.goTo(line, 12);
  };
  const prepare: Readonly<Record<keyof typeof states, () => Promise<void>>> = {
    file: () => open('pages.wikiquery', 3),
    tracker: () => open('lamps.jql', 4),
    program: () => open('bot.py', 1),
    report: () => open('report.md', 5),
  };
  const stateNames: readonly (keyof typeof states)[] = ['file', 'tracker', 'program', 'report'];
  for (const state of stateNames)
    it(`each command in the state “${state}”`, async () => {
      const lost: string[] = [];
      for (const name of states[state]) {
        await prepare[state]();
        await editor.openCommand(`wikijql: ${titleOf(name)}`);
        await until(`the focus after ${name}`, async () => (await focused()) !== '', 10_000).catch(() =>
          lost.push(name),
        );
      }
      assert.deepEqual(lost, []);
    });
});
