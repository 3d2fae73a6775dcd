/** The commands of the Sites view. Each gets a node of the view, a name, or nothing: then the user picks the site. */
import * as vscode from 'vscode';
import { siteRoot } from '#shared/base/site-address.ts';
import type { CommandHandlers } from '../command-handlers.ts';
import { openOutside } from '../results/host-actions.ts';
import { isTrusted } from '../run/preconditions.ts';
import { section } from '../settings.ts';
import { reasonOf, text } from '../texts.ts';
import { writeGenerated } from '../write-generated.ts';
import { sitesNow } from './add-site.ts';
import { pickSite } from './pick-site.ts';
import { siteNameIn } from './site-node.ts';
import type { SitesView } from './sites-view.ts';
import { showError, showInformation } from '../user-messages.ts';

/** The site of a command. */
const siteOfCommand = async (
  value: unknown,
  title: 'sites.diagnosePick' | 'sites.openPick' | 'sites.catalogPick',
) => siteNameIn(value) ?? pickSite(text(title), () => true);

export function siteCommands(view: SitesView): CommandHandlers {
  return {
    'wikijql.sites.refresh': async () => view.refresh(),
    'wikijql.sites.diagnose': async value => {
      if (!isTrusted()) return;
      const site = await siteOfCommand(value, 'sites.diagnosePick');
      if (site === undefined) return;
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: text('sites.diagnosing', { site }),
          cancellable: true,
        },
        (_, token) => view.diagnose(site, token),
      );
    },
    'wikijql.sites.openInBrowser': async value => {
      const site = await siteOfCommand(value, 'sites.openPick');
      const entry = site === undefined ? undefined : sitesNow()[site];
      if (entry) await openOutside('link', pageOf(entry), undefined);
    },
    'wikijql.sites.editSettings': async () => editSites(),
    'wikijql.sites.refreshCatalogue': async value => {
      if (!isTrusted()) return;
      const site = await siteOfCommand(value, 'sites.catalogPick');
      if (site === undefined) return;
      await view.refreshCatalogue(site);
      vscode.window.setStatusBarMessage(text('sites.refreshed', { site }), 4000);
    },
    'wikijql.sites.storeCatalogue': async value => {
      if (!isTrusted()) return;
      const site = await siteOfCommand(value, 'sites.catalogPick');
      if (site !== undefined) await storeCatalogue(view, site);
    },
  };
}

/** The address of a site's start page for the browser. */
const pageOf = ({ kind, url, pages }: ReturnType<typeof sitesNow>[string]): string =>
  kind === 'wiki' ? url.replace(/api\.php$/, 'index.php') : siteRoot(pages ?? url);

/** Opens the settings with the sites: those of the folder, else those of the user. */
async function editSites(): Promise<void> {
  const { workspaceValue } = vscode.workspace.getConfiguration(section).inspect('sites') ?? {};
  const command =
    workspaceValue === undefined
      ? 'workbench.action.openSettingsJson'
      : 'workbench.action.openWorkspaceSettingsFile';
  await vscode.commands.executeCommand(command, { revealSetting: { key: `${section}.sites` } });
}

/** Stores a site's catalogue beside the queries, so that they are checked against it without a network. */
async function storeCatalogue(view: SitesView, site: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    void showInformation(text('sites.noFolder'));
    return;
  }
  const lockResult = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: text('sites.storing', { site }),
      cancellable: true,
    },
    (_, token) => view.makeLock(site, token),
  );
  if ('problem' in lockResult) {
    void showError(lockResult.problem);
    return;
  }
  const uri = vscode.Uri.joinPath(folder.uri, lockResult.folder, lockResult.name);
  try {
    await writeGenerated(uri, lockResult.text);
  } catch (error) {
    void showError(text('save.failed', { reason: reasonOf(error) }));
    return;
  }
  await view.refreshCatalogue(site);
  const file = vscode.workspace.asRelativePath(uri);
  vscode.window.setStatusBarMessage(text('sites.stored', { site, file }), 4000);
}
