/** The language status item that names the site of the query at the cursor. */
import * as vscode from 'vscode';
import type { ContextResult } from '#shared/protocol/run.ts';
import { documentSelector } from '../languages.ts';
import { text } from '../texts.ts';
import type { CurrentSite } from './current-site.ts';

/** Shows the site of the active query in the status of its language. */
export function showSiteStatus(current: CurrentSite): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('wikijql.site', documentSelector);
  item.name = text('site.statusName');
  return vscode.Disposable.from(
    item,
    current.onDidChange(context => show(item, context)),
  );
}

function show(item: vscode.LanguageStatusItem, context: ContextResult | null): void {
  const { site, siteName = '', siteFrom = 'none' } = context ?? {};
  const isUnknown = siteName !== '' && !site;
  if (siteName === '') item.text = text('site.none');
  else item.text = isUnknown ? text('site.unknown', { site: siteName }) : siteName;
  item.detail = site ? new URL(site.url).host : text(`site.from.${siteFrom}`);
  item.severity = site ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
  item.command = isUnknown
    ? { command: 'wikijql.addSite', title: text('site.add'), arguments: [siteName] }
    : { command: 'wikijql.switchSite', title: text('site.switch') };
}
