/** Queries copied as other code, and pasted from it, by commands; the window shows the list of forms and the paste by a key. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HostTests } from './runner.ts';
import { User } from './user.ts';
import { openFile, withSites } from './workspace.ts';

const sites = {
  town: { kind: 'wiki', url: 'https://wiki.example.org/w/api.php' },
  bugs: { kind: 'tracker', url: 'https://bugs.example.org' },
};
/** Pastes a text by the command. */
const paste = async (user: User, copied: string): Promise<void> => {
  user.copied = copied;
  await vscode.commands.executeCommand('wikijql.pasteAsQuery');
};
const front = async (): Promise<string> => vscode.window.activeTextEditor?.document.getText() ?? '';
const close = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');

export const queryCodeTests: HostTests = {
  'a query is copied for the page of its tracker, without comments and variables': async () => {
    using user = new User();
    await withSites(sites, async () => {
      const text =
        '# @site bugs\n@who = ada\n### Noted\n# why\nassignee = {{who}} // her own\n  ORDER BY key\n';
      const { uri } = await openFile('noted.jql', text);
      const place = { line: 4, character: 0 };
      const copy = async (form: string): Promise<string | undefined> => {
        const done = vscode.commands.executeCommand('wikijql.copyAs', uri.toString(), place);
        const { labels } = await user.choose(/Copy the query as/, form);
        await done;
        return labels[0];
      };
      await copy('REST URL');
      assert.equal(await copy('JQL'), 'REST URL');
      assert.equal(user.copied, 'assignee = ada\n  ORDER BY key');
      const more = vscode.commands.executeCommand('wikijql.more', uri.toString(), place);
      await user.choose(/With this query/, 'Copy As…');
      assert.equal((await user.leave(/Copy the query as/)).labels[0], 'JQL');
      await more;
    });
  },

  'a query is pasted after those of the file, or into a new file of the other language': async () => {
    using user = new User();
    await withSites(sites, async () => {
      await vscode.window.showTextDocument(
        await openFile('pasted.wikiquery', '# @site town\nlist=allpages\naplimit=20\n'),
      );
      await paste(user, 'curl "https://wiki.example.org/w/api.php" -d action=query -d meta=siteinfo');
      assert.equal(await front(), '# @site town\nlist=allpages\naplimit=20\n\n###\nmeta=siteinfo\n');
      await paste(user, 'https://wiki.example.org/wiki/Special:Statistics');
      assert.match(await front(), /meta=siteinfo\n$/);
      await paste(user, 'https://bugs.example.org/issues/?filter=12345');
      assert.equal(await front(), '# @site bugs\nfilter = 12345\n');
      await close();
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });
  },
};
