/** Access tokens at trackers in the real editor: a personal one, and one of the cloud with its mail address. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import type { EditorWindow } from '../support/editor.ts';
import { noticeOf, resultOf } from '../support/editor/panels.ts';
import { message } from '../support/editor/prompts.ts';
import { openEditorFixture, pictureOfFailure, type EditorFixture } from '../support/editor/editor-fixture.ts';
import { clearMessages, signIn } from '../support/editor/signing.ts';
import { until } from '../support/until.ts';

const query = (site: string): string =>
  `### At the ${site}\n# @site ${site}\nassignee = currentUser() ORDER BY key\n`;
const mail = 'ada@millbrook.example';

const sent = (tracker: SandboxTracker): Set<string> =>
  new Set(tracker.requests.flatMap(request => request.sent));

describe('an access token', () => {
  let town: SandboxTracker;
  let cloud: SandboxTracker;
  let fixture: EditorFixture;
  let editor: EditorWindow;
  before(async () => {
    town = await startSandboxTracker();
    cloud = await startSandboxTracker({ flavour: 'cloud', maxResults: 5 });
    fixture = await openEditorFixture({
      files: { 'town.jql': query('town'), 'cloud.jql': query('cloud') },
      settings: {
        'wikijql.sites': {
          town: { kind: 'tracker', url: town.url },
          cloud: { kind: 'tracker', url: cloud.url },
        },
      },
    });
    editor = fixture.editor;
  });
  after(async () => {
    await fixture.close();
    await Promise.all([town.stop(), cloud.stop()]);
  });
  afterEach(async context => {
    await pictureOfFailure(context, editor);
    await clearMessages(editor);
  });

  const run = async (site: 'town' | 'cloud'): Promise<void> => {
    const tracker = site === 'town' ? town : cloud;
    const known = tracker.requests.length;
    await editor.press('Control+1');
    await editor.openFile(`${site}.jql`);
    await editor.runQuery();
    await until('a request', async () => tracker.requests.length > known);
  };
  const rows = async (site: 'town' | 'cloud'): Promise<number> => {
    await run(site);
    const panel = await resultOf(editor, `At the ${site}`);
    await panel.locator('.body .row').first().waitFor();
    return Number(await panel.locator('.grid').getAttribute('aria-rowcount')) - 1;
  };

  it('that is wrong is reported, and sent once', async () => {
    const prompts = await signIn(editor, 'town', ['Personal access token', 'PAT-nobody-0']);
    assert.equal(prompts.at(-1)?.hidden, true);
    assert.ok(prompts.at(-1)?.text.includes(new URL(town.url).origin));
    await message(editor, /rejected the access token/);
    await editor.screenshot('tokens-wrong');
    await editor.openFile('town.jql');
    await editor.runQuery();
    await noticeOf(editor, /rejected the access token/);
    assert.deepEqual(
      town.requests.map(request => request.sent),
      [['bearer']],
    );
  });

  it('runs queries as Bearer, without a session', async () => {
    await signIn(editor, 'town', ['Personal access token', town.account('chiara').token]);
    await message(editor, /Signed in to “town” with an access token/);
    await editor.screenshot('tokens-signed-in');
    assert.ok((await rows('town')) > 0);
    assert.equal(town.requests.at(-1)?.account, 'chiara');
    assert.deepEqual([...sent(town)], ['bearer']);
  });

  it('of the cloud goes with its mail address, over all pages', async () => {
    const prompts = await signIn(editor, 'cloud', [
      'Email address and API token',
      mail,
      cloud.account('ada').token,
    ]);
    assert.deepEqual(
      prompts.map(({ hidden }) => hidden),
      [false, false, true],
    );
    await message(editor, /Signed in to “cloud” as ada@millbrook\.example\./);
    assert.ok((await rows('cloud')) > 5);
    await editor.screenshot('tokens-cloud');
    assert.deepEqual([...sent(cloud)], ['basic']);
    assert.deepEqual(new Set(cloud.requests.slice(1).map(({ account }) => account)), new Set(['ada']));
    assert.equal(sent(town).has('basic'), false);
  });
});
