/** The nodes of the Filters view. */
import * as vscode from 'vscode';
import type { JudgedFilter, SavedFilter } from '#shared/protocol/sites/saved-filters.ts';
import { type Notice, offersSignIn } from '#shared/protocol/notice.ts';
import { text } from '../texts.ts';

type Group = SavedFilter['group'];

export type FilterNode =
  | { readonly kind: 'tracker'; readonly site: string }
  | {
      readonly kind: 'group';
      readonly site: string;
      readonly group: Group;
      readonly filters: readonly JudgedFilter[];
    }
  | { readonly kind: 'filter'; readonly site: string; readonly judged: JudgedFilter }
  | { readonly kind: 'notice'; readonly site: string; readonly notice: Notice };

const groups: readonly Group[] = ['own', 'favourite', 'shared'];

/** The groups of a tracker's filters, without empty groups. */
export const groupsOf = (site: string, filters: readonly JudgedFilter[]): FilterNode[] =>
  groups.flatMap((group): FilterNode[] => {
    const members = filters.filter(({ filter }) => filter.group === group);
    return members.length === 0 ? [] : [{ kind: 'group', site, group, filters: members }];
  });

/** Whether the argument of a command is a filter of the view. */
export const isFilterNode = (value: unknown): value is FilterNode & { readonly kind: 'filter' } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'filter' &&
  'judged' in value;

/** Draws a node of the Filters view. */
export function filterTreeItem(node: FilterNode): vscode.TreeItem {
  if (node.kind === 'tracker') return trackerItem(node.site);
  if (node.kind === 'group') return groupItem(node);
  return node.kind === 'filter' ? filterItem(node) : noticeItem(node);
}

function trackerItem(site: string): vscode.TreeItem {
  const item = new vscode.TreeItem(site, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `tracker ${site}`;
  item.iconPath = new vscode.ThemeIcon('checklist');
  item.contextValue = 'tracker';
  return item;
}

function groupItem({ site, group, filters }: FilterNode & { readonly kind: 'group' }): vscode.TreeItem {
  const item = new vscode.TreeItem(text(`filters.group.${group}`), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `group ${site} ${group}`;
  const broken = filters.filter(({ isBroken }) => isBroken).length;
  item.description =
    broken === 0 ? String(filters.length) : text('filters.brokenShort', { broken, count: filters.length });
  item.contextValue = 'filterGroup';
  return item;
}

function filterItem(node: FilterNode & { readonly kind: 'filter' }): vscode.TreeItem {
  const { site, judged } = node;
  const { filter, problems, isBroken } = judged;
  const item = new vscode.TreeItem(filter.name, vscode.TreeItemCollapsibleState.None);
  item.id = `filter ${site} ${filter.id}`;
  item.description = (isBroken ? problems[0]?.message : undefined) ?? filter.owner ?? '';
  item.iconPath = isBroken
    ? new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'))
    : new vscode.ThemeIcon(filter.isFavourite ? 'star-full' : 'filter');
  item.tooltip = [filter.name, ...problems.map(({ message }) => message), '', filter.jql].join('\n');
  item.contextValue = filter.viewUrl === undefined ? 'filter' : 'filter.linked';
  item.command = { command: 'wikijql.filters.open', title: text('filters.open'), arguments: [node] };
  item.accessibilityInformation = { label: [filter.name, item.description ?? ''].join(', ') };
  return item;
}

/** A node that says why a tracker has no filters; a click on it signs in if that helps. */
function noticeItem({ site, notice }: FilterNode & { readonly kind: 'notice' }): vscode.TreeItem {
  const item = new vscode.TreeItem(notice.message, vscode.TreeItemCollapsibleState.None);
  item.tooltip = notice.message;
  item.contextValue = 'filterNotice';
  item.iconPath = new vscode.ThemeIcon(notice.severity === 'error' ? 'error' : 'info');
  if (offersSignIn(notice)) {
    item.label = text('filters.signIn');
    // Without a session the label says enough; other notices explain why the session is not accepted.
    if (notice.code !== 'filtersNeedSession') item.description = notice.message;
    item.iconPath = new vscode.ThemeIcon('sign-in');
    item.command = { command: 'wikijql.signIn', title: text('session.signIn'), arguments: [site] };
  }
  return item;
}
