/** The nodes of the Sites view. */
import * as vscode from 'vscode';
import type { Diagnosis } from '#shared/protocol/sites/diagnosis.ts';
import type { ListedSite } from '#shared/protocol/sites/site-list.ts';
import { sessionText, text } from '../texts.ts';

export type SiteNode =
  | { readonly kind: 'site'; readonly listed: ListedSite; readonly failure?: string }
  | { readonly kind: 'refused'; readonly name: string; readonly message: string }
  | { readonly kind: 'fact'; readonly label: string; readonly value: string; readonly icon: string };

const isSiteNode = (value: unknown): value is SiteNode & { readonly kind: 'site' } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'site' &&
  'listed' in value;

/** The name of the site that a command gets: a name, or a node of a view; `undefined` = neither. */
export function siteNameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (isSiteNode(value)) return value.listed.site.name;
  return typeof value === 'object' && value !== null && 'site' in value && typeof value.site === 'string'
    ? value.site
    : undefined;
}

const troubled: ReadonlySet<ListedSite['session']['state']> = new Set([
  'rejected',
  'challenge',
  'expired',
  'unknown',
]);

export function siteItem({ listed, failure }: SiteNode & { readonly kind: 'site' }): vscode.TreeItem {
  const { site, session, isDefault } = listed;
  const item = new vscode.TreeItem(site.name, vscode.TreeItemCollapsibleState.Collapsed);
  const state = failure === undefined ? sessionText(session) : text('sites.unreachable');
  item.id = `site ${site.name}`;
  // In a narrow view the end is cut, and the icon shows the kind of a site without a problem.
  item.description = [
    state,
    ...(isDefault ? [text('sites.default')] : []),
    text(`site.kind.${site.kind}`),
  ].join(' · ');
  item.iconPath = iconOf(listed, failure);
  const isSignedOut = session.state === 'anonymous' && (session.account ?? '') === '';
  item.contextValue = `site ${site.kind} ${isSignedOut ? 'signedOut' : 'signedIn'} ${listed.lock ? 'locked' : 'unlocked'}`;
  item.tooltip = [site.name, site.url, ...(failure === undefined ? [] : [failure]), session.message].join(
    '\n',
  );
  item.accessibilityInformation = { label: `${site.name}, ${item.description}` };
  return item;
}

const color = (id: string): vscode.ThemeColor => new vscode.ThemeColor(id);

function iconOf({ site, session }: ListedSite, failure: string | undefined): vscode.ThemeIcon {
  if (failure !== undefined) return new vscode.ThemeIcon('debug-disconnect', color('list.errorForeground'));
  if (troubled.has(session.state)) return new vscode.ThemeIcon('warning', color('list.warningForeground'));
  return new vscode.ThemeIcon(site.kind === 'wiki' ? 'globe' : 'checklist');
}

const fact = (label: string, value: string, icon: string): SiteNode => ({
  kind: 'fact',
  label,
  value,
  icon,
});

/** The facts about a site, one per line. */
export function factsOf(
  { site, session, software, profile, pace, lock }: ListedSite,
  failure: string | undefined,
): SiteNode[] {
  const time = lock?.time === undefined ? text('sites.lockUnusable') : new Date(lock.time).toLocaleString();
  return [
    fact(text('sites.address'), site.url, 'link'),
    ...(failure === undefined ? [] : [fact(text('sites.state'), failure, 'debug-disconnect')]),
    fact(text('sites.session'), session.message, 'account'),
    ...(pace === undefined
      ? []
      : [fact(text('sites.pace'), text(`sites.pace.${pace.tier}`, pace), 'dashboard')]),
    ...(software === undefined ? [] : [fact(text('sites.software'), software, 'server')]),
    ...(profile === undefined ? [] : [fact(text('sites.profile'), profile, 'book')]),
    ...(lock === undefined ? [] : [fact(text('sites.lock'), time, 'lock')]),
  ];
}

export function factItem({ label, value, icon }: SiteNode & { readonly kind: 'fact' }): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.description = value;
  item.tooltip = `${label}: ${value}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.contextValue = 'fact';
  return item;
}

export function refusedItem({ name, message }: SiteNode & { readonly kind: 'refused' }): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.description = message;
  item.tooltip = message;
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
  item.contextValue = 'refusedSite';
  return item;
}

/** The reason why a site does not respond, as its diagnosis says; `undefined` = it responded. */
export const unreachable = ({ steps }: Diagnosis): string | undefined =>
  steps.find(({ outcome }) => outcome === 'failed')?.message;
