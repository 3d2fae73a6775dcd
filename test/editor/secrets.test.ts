/** Canary credentials through every command and every error, in the real editor: none is anywhere but in the secret storage. */
import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };
import { type Fault, type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';
import { type BadServer, reply, startBadServer } from '../support/bad-server.ts';
import type { EditorWindow } from '../support/editor.ts';
import { answer, choose, message, prompted } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { sqlViewOf } from '../support/editor/panels.ts';
import { enter, password as enteredPassword } from '../support/editor/signing.ts';
import { openSecretStorage } from '../support/editor/secret-storage.ts';
import { LeakRecorder } from '../support/editor/leak-recorder.ts';
import { freePort } from '../support/processes.ts';
import { arrived, Canaries, type SentRequest, strays, takenApart } from '../support/secrets/canaries.ts';
import { filesIn, findSecrets, type Hit, type Place, sizeOf } from '../support/secrets/search.ts';
import { until } from '../support/until.ts';

const lamps = '# @limit 20\nproject = LAMP ORDER BY key\n';
const files = {
  'town.jql': `# @site town\n### Lamps\n${lamps}\n### One garden\nkey = GARD-2\n`,
  'hall.jql': `# @site hall\n${lamps}`,
  'pages.wikiquery':
    '# @limit 20\n### Pages\n# @watch 1d\nlist=allpages\naplimit=20\n\n### Who\nmeta=userinfo\nuiprop=rights\n',
  'down.jql': `# @site down\n${lamps}`,
  'named.jql': '# @site town\n@what = LAMP\n# @limit 5\nproject = {{what}} order by key\n',
  'bot.py': "jql = 'key = GARD-2'\n",
  'report.md': '```jql\n# @site down\nkey = GARD-2\n```\n',
  // Nothing in it is a query: the language server never gets it.
  'plain.py': '# kept-in-the-editor\nx = 1\n',
};
type File = keyof typeof files;
const fileNames = Object.keys(files);

describe('secrets', () => {
  const canaries = new Canaries();
  const recorder = new LeakRecorder();
  const used = new Set<string>();
  let town: SandboxTracker;
  let hall: SandboxTracker;
  let wiki: SandboxWiki;
  let elsewhere: BadServer;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  let lastCookie = '';
  const password = canaries.password('town', 'authorization');
  const personalToken = canaries.token('town');
  const cloudToken = canaries.token('hall');
  const botPassword = canaries.password('sandbox', 'login');
  const mainPassword = canaries.password('sandbox', 'login');
  const wikiToken = canaries.token('sandbox');
  const lostPassword = canaries.password('town', 'authorization');
  const unsent = { copied: canaries.password(), typed: canaries.password(), down: canaries.password() };

  before(async () => {
    town = await startSandboxTracker({
      contextPath: '/jira',
      maxResults: 20,
      sessionId: () => (lastCookie = canaries.cookie('town')),
    });
    hall = await startSandboxTracker({ flavour: 'cloud', maxResults: 20 });
    wiki = await startSandboxWiki({ sessionId: () => canaries.cookie('sandbox') });
    elsewhere = await startBadServer([reply(200, { 'content-type': 'application/json' }, '{}')]);
    Object.assign(town.account('ada'), { password, token: personalToken });
    Object.assign(hall.account('ada'), { token: cloudToken });
    for (const account of wiki.accounts) Object.assign(account, { password: mainPassword, botPassword });
    fixture = await openEditorFixture({
      files,
      wiki,
      recorder,
      size: { width: 1000, height: 640 },
      settings: {
        'wikijql.sites': {
          town: { kind: 'tracker', url: town.url },
          hall: { kind: 'tracker', url: hall.url },
          down: { kind: 'tracker', url: `http://127.0.0.1:${await freePort()}` },
          sandbox: { kind: 'wiki', url: wiki.url },
        },
        'wikijql.language': { siteCatalogues: true },
        'wikijql.trace.server': 'verbose',
        'workbench.editor.openPositioning': 'last',
        'workbench.reduceMotion': 'on',
      },
    });
    editor = fixture.editor;
    for (const name of fileNames) await editor.openFile(name);
  });
  after(async () => {
    await fixture.close();
    await Promise.allSettled([town.stop(), hall.stop(), elsewhere.stop()]);
  });
  afterEach(context => pictureOfFailure(context, editor));

  /** Begins a command, which may ask something. */
  const command = (id: string, argument?: string): void => {
    used.add(id);
    void editor.execute(id, argument).catch(() => undefined);
  };
  const told = async (pattern: RegExp): Promise<void> => {
    await message(editor, pattern);
    await editor.execute('notifications.clearAll');
  };
  const open = (file: File): Promise<void> => editor.openFile(file);

  const byPassword = async (user: string, secret: string): Promise<void> => {
    await enter(editor, enteredPassword(user, secret));
  };
  /** Begins to enter another account of a site that has one. */
  const another = async (site: string): Promise<void> => {
    command('wikijql.switchAccount', site);
    await choose(editor, /Choose the account/, 'Another account');
  };

  /** Waits for a panel with something to be seen. */
  const seen = (selector: string, pattern: RegExp): Promise<Frame> =>
    until(`a panel with ${String(pattern)}`, async () => {
      for (const frame of editor.page.frames()) {
        const found = frame.locator(selector, { hasText: pattern }).first();
        if (await found.isVisible().catch(() => false)) return frame;
      }
      return undefined;
    });
  /** The newest runs that panels know: another text once there is a newer one. */
  const newestRuns = async (): Promise<string> => {
    const texts = editor.page.frames().map(async frame => {
      if ((await frame.$('.heading').catch(() => null)) === null) return '';
      const newest = await frame.$('.heading option').catch(() => null);
      return `run ${(await newest?.getAttribute('value').catch(() => '')) ?? ''}`;
    });
    return (await Promise.all(texts)).join('');
  };
  /** Runs the query at the cursor, and waits for what its panel says. */
  const runHere = async (selector: string, pattern: RegExp): Promise<Frame> => {
    const known = await newestRuns();
    command('wikijql.run');
    await until('a run', async () => (await newestRuns()) !== known);
    return seen(selector, pattern);
  };
  const run = async (file: File, selector: string, pattern: RegExp): Promise<Frame> => {
    await open(file);
    return runHere(selector, pattern);
  };
  const troubles = async (
    site: SandboxTracker,
    file: File,
    faults: readonly (readonly [Fault, RegExp])[],
  ): Promise<void> => {
    await open(file);
    for (const [fault, pattern] of faults) {
      site.fail(fault, { path: /search|query$/u, times: 20 });
      await runHere('.notice', pattern);
      site.recover();
    }
  };
  const copy = async (panel: Frame, item: string, pattern: RegExp): Promise<void> => {
    await panel.getByRole('button', { name: 'Export' }).click();
    await panel.getByRole('button', { name: item }).click();
    await recorder.clipboard(editor.page, item, pattern);
  };
  const save = async (panel: Frame, item: string, ending: string): Promise<void> => {
    await panel.getByRole('button', { name: 'Export' }).click();
    await panel.getByRole('button', { name: item }).click();
    await editor.page.locator('.quick-input-widget input').first().waitFor();
    await editor.press('Enter');
    await until(`a file ${ending}`, async () =>
      filesIn(fixture.folder).some(({ name }) => name.endsWith(ending)),
    );
  };

  it('that a tracker refuses', async () => {
    await open('town.jql');
    command('wikijql.signIn');
    await choose(editor, /Account at which site/, 'town');
    await byPassword('bruno', canaries.password('town', 'authorization'));
    await told(/failed for bruno: wrong user name or password/);
    await run('town.jql', '.notice', /wrong user name or password/);
  });

  it('whose login is answered by nothing', async () => {
    town.fail({ kind: 'drop' }, { path: /myself/u });
    await another('town');
    await byPassword('elif', lostPassword);
    await told(/no clear response/);
    town.recover();
  });

  it('that a tracker takes', async () => {
    command('wikijql.switchAccount', 'town');
    await choose(editor, /Choose the account/, 'Another account');
    await byPassword('ada', password);
    await told(/Signed in to “town” as ada/);
    const panel = await run('town.jql', '.status', /20 rows/);
    await copy(panel, 'Copy for Spreadsheet', /LAMP-1\t/);
    await copy(panel, 'Copy as Markdown', /\|.*LAMP-1/);
    await copy(panel, 'Copy as JSON', /"LAMP-1"/);
    await save(panel, 'Save as CSV', '.csv');
    await save(panel, 'Save as JSON', '.json');
    await open('town.jql');
    command('wikijql.showRaw');
    await until('the raw answer', async () => /"total"/.test(await editor.visibleText()));
    await editor.execute('workbench.action.closeActiveEditor');
  });

  it('that a tracker takes, through what one does with a file', async () => {
    await open('town.jql');
    command('wikijql.copyAs');
    await choose(editor, /Copy the query as/, 'REST URL');
    await recorder.clipboard(editor.page, 'of an address', /jql=/);
    command('wikijql.copyAs');
    await choose(editor, /Copy the query as/, 'JavaScript: jira.js');
    await recorder.clipboard(editor.page, 'of code', /issueSearch/);
    command('wikijql.copyAs');
    await choose(editor, /Copy the query as/, 'JQL');
    await recorder.clipboard(editor.page, 'of a query', /^project = /);
    command('wikijql.runAll');
    await seen('h1', /One garden/);
    await editor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(unsent.copied)})`);
    command('wikijql.fetchIssue');
    await answer(editor, /The key of an issue/, 'GARD-2');
    const panel = await seen('.issue-head', /GARD-2/);
    await open('town.jql');
    command('wikijql.fetchIssue', 'LAMP-3');
    await seen('.issue-head', /LAMP-3/);
    command('wikijql.issueBack');
    await seen('.issue-head', /GARD-2/);
    command('wikijql.issueForward');
    await seen('.issue-head', /LAMP-3/);
    for (const [tool, pattern] of [
      ['copyKey', /^LAMP-3$/],
      ['copyLink', /^\[LAMP-3/],
    ] as const) {
      await panel.locator(`[data-tool=${tool}]`).click();
      await recorder.clipboard(editor.page, tool, pattern);
    }
    await open('named.jql');
    await editor.goTo(4, 14);
    await editor.press('F2');
    await editor.page.locator('.rename-box input').fill('project');
    await editor.press('Enter');
    await until('the new name', async () => /\{\{project\}\}/.test(await editor.text()));
    await editor.execute('editor.action.formatDocument');
    await until('the new form', async () => /\}\} ORDER BY/.test(await editor.text()));
    await editor.press('Control+s');
  });

  it('of a session that ends, and is met by errors that repeat it', async () => {
    town.endSessions();
    await run('town.jql', '.status', /20 rows/);
    const echo = JSON.stringify({ errorMessages: [`Refused: Cookie: JSESSIONID=${lastCookie}`] });
    const { origin } = new URL(elsewhere.url);
    const page = `${new URL(town.url).origin}/jira/welcome;jsessionid=${encodeURIComponent(lastCookie)}`;
    await troubles(town, 'town.jql', [
      [{ kind: 'reply', status: 500, body: echo }, /internal error .*: Refused/],
      [{ kind: 'reply', status: 302, headers: { Location: `${origin}/in?next=1` } }, /redirects to/],
      [{ kind: 'reply', status: 302, headers: { Location: page } }, /jira\/welcome/],
    ]);
    assert.equal(elsewhere.requests.length, 0);
    town.fail({ kind: 'delay', milliseconds: 20_000 }, { path: /search/u });
    await open('town.jql');
    await editor.runQuery();
    await seen('button', /Cancel/);
    command('wikijql.cancel');
    await seen('.blank', /Cancelled/);
    town.recover();
  });

  it('that are tokens of a tracker, taken and revoked', async () => {
    await another('town');
    const prompts = await enter(editor, ['Personal access token', personalToken]);
    assert.deepEqual(
      prompts.map(({ hidden }) => hidden),
      [false, true],
    );
    assert.ok(prompts[1]?.text.includes(new URL(town.url).origin));
    await told(/Signed in to “town” with an access token/);
    await run('town.jql', '.status', /20 rows/);
    town.account('ada').token = 'revoked';
    await run('town.jql', '.notice', /rejected the access token/);
  });

  it('that are tokens of a tracker in the cloud', async () => {
    const mail = hall.account('ada').person.email;
    await open('hall.jql');
    command('wikijql.switchAccount', 'hall');
    const prompts = await enter(editor, ['Email address and API token', mail, cloudToken]);
    assert.deepEqual(
      prompts.map(({ hidden }) => hidden),
      [false, false, true],
    );
    await told(/Signed in to “hall”/);
    await run('hall.jql', '.status', /20 rows/);
  });

  it('of a wiki: bot passwords, main accounts, tokens', async () => {
    await open('pages.wikiquery');
    command('wikijql.signIn', 'sandbox');
    const bot = (secret: string) => enter(editor, ['Bot password', 'Ada@editor', secret]);
    await bot(canaries.password('sandbox', 'login'));
    await told(/wrong user name or password/);
    await another('sandbox');
    await enter(editor, ['OAuth access token', wikiToken]);
    await told(/rejected the access token/);
    await another('sandbox');
    await enter(editor, ['Main account', 'Ada', mainPassword]);
    await told(/Signed in to “sandbox” as Ada/);
    await run('pages.wikiquery', '.status', /20 rows/);
    await another('sandbox');
    await bot(botPassword);
    await told(/Signed in to “sandbox” as Ada@editor/);
    await run('pages.wikiquery', '.status', /20 rows/);
    await open('pages.wikiquery');
    command('wikijql.copyAs');
    await choose(editor, /Copy the query as/, 'URL');
    await recorder.clipboard(editor.page, 'of pages', /aplimit/);
    const opened = editor.page.context().waitForEvent('page');
    command('wikijql.openSandbox');
    await (await opened).close();
  });

  it('in results that are kept, compared and watched', async () => {
    const execute = (id: string): Promise<void> => {
      used.add(id);
      return editor.execute(id);
    };
    /** Runs a command that asks something, and answers. */
    const asked = async (id: string, answered: () => Promise<unknown>): Promise<void> => {
      const done = execute(id);
      await answered();
      await done;
    };
    const escaped = (id: string, question: RegExp): Promise<void> =>
      asked(id, async () => {
        await prompted(editor, question);
        await editor.press('Escape');
      });
    for (let times = 0; times < 2; times++) await run('pages.wikiquery', '.status', /20 rows/);
    await execute('wikijql.copyAsMarkdown');
    await execute('wikijql.copyAsJson');
    await execute('wikijql.copyWithTitles');
    await execute('wikijql.pinResult');
    await execute('wikijql.rerunResults');
    await execute('wikijql.closeResults');
    await escaped('wikijql.chooseResults', /Choose the results/);
    await execute('wikijql.comparePrevious');
    await seen('.notice', /the same/);
    await execute('wikijql.showComparisonText');
    await run('pages.wikiquery', '.status', /20 rows/);
    await asked('wikijql.keepSnapshot', () => answer(editor, /Keep as Snapshot/, 'kept'));
    await asked('wikijql.compareSnapshot', () => choose(editor, /Choose the earlier rows/, 'kept'));
    await run('pages.wikiquery', '.status', /20 rows/);
    await asked('wikijql.compareSite', async () => {
      await choose(editor, /Choose a site to compare with/, 'Another account');
      await prompted(editor, /account/i);
      await editor.press('Escape');
    });
    await asked('wikijql.history.show', () => choose(editor, /Choose a run/, 'kept'));
    await asked('wikijql.history.rerun', () => choose(editor, /Choose a run/, 'sandbox'));
    await escaped('wikijql.history.compareWith', /Choose a run/);
    await asked('wikijql.history.delete', () => choose(editor, /Choose a run/, 'sandbox'));
    await open('pages.wikiquery');
    await editor.goTo(4);
    await execute('wikijql.watch');
    await escaped('wikijql.manageWatches', /every /);
    await execute('wikijql.history.turnOff');
    await execute('wikijql.history.turnOn');
    await execute('wikijql.history.clear');
    await execute('wikijql.queryWithSql');
    await sqlViewOf(editor);
    await execute('wikijql.closeResults');
  });

  it('beside all other commands', async () => {
    await open('named.jql');
    await editor.goTo(2);
    await editor.press('Alt+Enter');
    used.add('wikijql.openIssueAtCursor');
    await told(/no issue key/i);
    used.add('wikijql.addSite');
    const adding = editor.execute('wikijql.addSite', 'tracker');
    const address = `http://ada:${encodeURIComponent(unsent.typed)}@127.0.0.1:1/`;
    await answer(editor, /address/i, address);
    await editor.page
      .locator('.quick-input-message', { hasText: /password|user name|credentials/i })
      .waitFor();
    await editor.press('Escape');
    await adding;
    command('wikijql.switchSite');
    await choose(editor, /site/i, 'down');
    await editor.press('Escape', 'Escape');
    command('wikijql.sites.refresh');
    command('wikijql.sites.diagnose');
    await choose(editor, /Diagnose which site/, 'down');
    await editor.waitForText('refused the connection');
    command('wikijql.sites.openInBrowser');
    await prompted(editor, /Open which site/);
    await editor.press('Escape');
    command('wikijql.sites.refreshCatalogue');
    await choose(editor, /catalogue of which site/, 'down');
    command('wikijql.sites.storeCatalogue');
    await choose(editor, /catalogue of which site/, 'down');
    await told(/refused the connection/);
    command('wikijql.sites.editSettings');
    await editor.page.getByText('settings.json').first().waitFor();
    await editor.execute('workbench.action.closeActiveEditor');
    command('wikijql.queries.refresh');
    for (const id of ['open', 'run']) {
      command(`wikijql.queries.${id}`);
      await answer(editor, /Choose a query file/, 'pages.wikiquery');
      await choose(editor, /Choose a query$/m, 'Who');
    }
    command('wikijql.filters.refresh');
    for (const id of ['open', 'run', 'pull', 'openInBrowser', 'checkAll']) {
      command(`wikijql.filters.${id}`);
      await choose(editor, /filters of which tracker/, 'down');
      await told(/Sign in to “down” to see its saved filters/);
    }
    await open('town.jql');
    command('wikijql.filters.compareFile');
    await told(/No query of this file names a saved filter/);
    await open('bot.py');
    command('wikijql.openAsQueryFile');
    // Offered in notebooks alone.
    used.add('wikijql.openCellResult');
    await editor.execute('wikijql.openCellResult');
    await open('report.md');
    command('wikijql.refreshReport');
    await told(/The report was not refreshed/);
    command('wikijql.enterPassphrase');
    await told(/There is no client certificate/);
    command('wikijql.newQuery');
    command('wikijql.newJqlQuery');
    const account = `ada:${unsent.copied}`.replaceAll("'", String.raw`'\''`);
    const withSecret = `curl -u '${account}' '${town.url}/rest/api/2/search?jql=key=GARD-2'`;
    await editor.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(withSecret)})`);
    command('wikijql.pasteAsQuery');
    await told(/Not pasted, because they may be secrets: --user/);
    command('wikijql.switchAccount', 'down');
    await byPassword('ada', unsent.down);
    await told(/refused the connection/);
    await run('down.jql', '.notice', /refused the connection/);
  });

  it('through signing out', async () => {
    await open('town.jql');
    command('wikijql.signOut');
    await choose(editor, /Account at which site/, 'town');
    const all = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'All accounts' });
    await until('the end', async () => {
      if (await all.isVisible()) await all.click();
      return (await editor.notifications()).some(text => /Not signed in|Signed out/.test(text));
    });
    const lines = editor.page.locator('.part.panel .view-line', { hasText: /\S/ });
    await until('the output', async () => {
      command('wikijql.showOutput');
      return lines
        .first()
        .waitFor({ timeout: 10_000 })
        .then(
          () => true,
          () => false,
        );
    });
    command('wikijql.restartServer');
  });

  it('went through every command', () => {
    // The first query asks Wikipedia itself: “the first minute” runs it.
    used.add('wikijql.firstQuery');
    const commands = manifest.contributes.commands.map(({ command: id }) => id);
    assert.deepEqual(
      commands.filter(id => !used.has(id)),
      [],
    );
  });

  it('and other files: only those that have a query go to the language server', () => {
    const logs = filesIn(recorder.userData).filter(({ name }) => name.endsWith('.log'));
    const lines = logs.flatMap(({ content }) => content.toString().split('\n'));
    const logged = lines.filter(line => !line.includes('testDriver'));
    assert.ok(logged.some(line => line.includes(files['bot.py'].trim().slice(7, -1))));
    assert.ok(!logged.some(line => line.includes('kept-in-the-editor')));
  });

  it('are where they may be, and nowhere else', async context => {
    const requests: SentRequest[] = [
      ...[town, hall].flatMap((tracker, index) =>
        tracker.requests.map(request => takenApart(index === 0 ? 'town' : 'hall', request, request.query)),
      ),
      ...wiki.requests.map(request => {
        const address = [...request.parameters].filter(([name]) => request.inAddress.has(name));
        return takenApart('sandbox', request, address, /login/.test(request.parameters.get('action') ?? ''));
      }),
    ];
    const kept = await openSecretStorage(editor.page, recorder.userData);
    const storage = [{ name: 'the secret storage', content: kept }];
    assert.equal(findSecrets(storage, [cloudToken, botPassword]).length, 2);
    const ended = canaries.all.filter(({ site }) => site === 'town').map(({ secret }) => secret);
    assert.deepEqual(findSecrets(storage, ended), [], 'Nothing is left of a site that was signed out of');
    const sent = canaries.all.filter(canary => arrived(requests, canary));
    assert.ok(sent.length > 12, `${sent.length} secrets reached their sites`);

    // Before the bait, which an output that is open would show.
    const given = await recorder.places(editor.page);
    const bait = canaries.password();
    const planted = path.join(recorder.userData, 'planted.log');
    const [log = ''] = filesIn(recorder.userData)
      .filter(({ name }) => /wikijql.*\.log$/.test(name))
      .map(({ name }) => path.join(recorder.userData, name));
    await writeFile(planted, `Basic ${Buffer.from(`ada:${bait}`).toString('base64')}`);
    await appendFile(log, `[trace] ${JSON.stringify({ token: bait })}\n`);
    const places: Place[] = [...given, ...filesIn(recorder.userData), ...filesIn(fixture.folder)];
    const hits = findSecrets(places, canaries.secrets);
    const isBait = ({ place, secret }: Hit): boolean =>
      [planted, log].includes(path.join(recorder.userData, place)) && secret === bait;
    const found = hits.filter(hit => !isBait(hit));
    const astray = strays(requests, canaries.all);
    context.diagnostic(
      `${canaries.all.length} secrets, ${sent.length} of them sent, in ${places.length} places of ${sizeOf(places)} bytes: ${found.length} hits; in ${requests.length} requests: ${astray.length}`,
    );
    assert.deepEqual([...found, ...astray], []);
    assert.equal(hits.length - found.length, 2, 'What was planted is found');
  });
});
