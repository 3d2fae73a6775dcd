/** Asks for the site of queries, and writes it into the query, the file, or the settings as the default. */
import * as vscode from 'vscode';
import type { ContextResult } from '#shared/protocol/run.ts';
import { siteKindOf } from '../languages.ts';
import type { Requests } from '../requests.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { requestSite, kindNow, sitesNow } from './add-site.ts';
import { headerEnd, siteEdit } from './site-directive.ts';

/** Asks for a site, and for where to name it. Returns its name; `undefined` = cancelled. */
export async function switchSite(requests: Requests): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const inQueries = editor !== undefined && siteKindOf(editor.document.languageId) !== undefined;
  const context = inQueries
    ? await requests.context({
        uri: editor.document.uri.toString(),
        position: plain(editor.selection.active),
      })
    : null;
  const site = await pickSite(context?.siteName);
  if (site === undefined) return undefined;
  const place = inQueries ? await pickPlace(site, context) : 'default';
  if (place === 'default') await useAsDefault(site);
  else if (place && editor) await write(editor, place, site, context);
  return place && site;
}

const plain = ({ line, character }: vscode.Position): { line: number; character: number } => ({
  line,
  character,
});

async function pickSite(current: string | undefined): Promise<string | undefined> {
  const kind = kindNow();
  const candidates = Object.entries(sitesNow()).filter(([, site]) => site.kind === kind);
  const items: (vscode.QuickPickItem & { readonly site?: string })[] = candidates.map(([site, { url }]) => ({
    label: site,
    detail: url,
    site,
    ...(site === current ? { description: text('site.current') } : {}),
  }));
  const chosen = await vscode.window.showQuickPick(
    [...items, { label: '', kind: vscode.QuickPickItemKind.Separator }, { label: text('site.addItem') }],
    { title: text('site.pickTitle'), placeHolder: text('site.pickPlaceholder'), matchOnDetail: true },
  );
  return chosen && (chosen.site ?? requestSite(kind));
}

type Place = 'query' | 'file' | 'default';

async function pickPlace(site: string, context: ContextResult | null): Promise<Place | undefined> {
  const hasFolder = vscode.workspace.workspaceFolders !== undefined;
  const inQuery = {
    label: text('site.whereQuery'),
    detail: text('site.whereFileDetail', { site }),
    place: 'query' as const,
  };
  const items: readonly (vscode.QuickPickItem & { readonly place: Place })[] = [
    ...(context?.siteFrom === 'query' ? [inQuery] : []),
    { label: text('site.whereFile'), detail: text('site.whereFileDetail', { site }), place: 'file' },
    {
      label: text('site.whereDefault'),
      detail: text(hasFolder ? 'site.whereWorkspaceDetail' : 'site.whereUserDetail'),
      place: 'default',
    },
  ];
  const placeHolder = text('site.wherePlaceholder', { site });
  return (await vscode.window.showQuickPick(items, { title: text('site.pickTitle'), placeHolder }))?.place;
}

async function useAsDefault(site: string): Promise<void> {
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(section).update('defaultSite', site, target);
}

async function write(
  editor: vscode.TextEditor,
  place: Place,
  site: string,
  context: ContextResult | null,
): Promise<void> {
  const { document } = editor;
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  const query = place === 'query' && context ? context.range : undefined;
  const edit = query
    ? siteEdit(lines, query.start.line, query.end.line + 1, site)
    : siteEdit(lines, 0, headerEnd(lines), site);
  await editor.edit(builder => {
    if (edit.replaces) builder.replace(document.lineAt(edit.line).range, edit.text);
    else builder.insert(new vscode.Position(edit.line, 0), `${edit.text}\n`);
  });
}
