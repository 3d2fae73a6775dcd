/** The nodes of the Queries view. */
import * as vscode from 'vscode';
import type { QueryReference } from '#shared/protocol/run.ts';
import type { HistoryEntry } from '../history/history-log.ts';
import { summaryOf } from '../history/history-view.ts';
import { siteKindOf } from '../languages.ts';
import type { Outcome } from '../testing/outcomes.ts';
import { text } from '../texts.ts';

export type QueryNode =
  | { readonly kind: 'folder'; readonly label: string; readonly uri: vscode.Uri; readonly icon: string }
  | { readonly kind: 'file'; readonly uri: vscode.Uri; readonly label: string }
  | {
      readonly kind: 'query';
      readonly uri: vscode.Uri;
      readonly number: number;
      readonly query: QueryReference;
    }
  | { readonly kind: 'message'; readonly label: string };

/** Whether the argument of a command is a query of the view. */
export const isQueryNode = (value: unknown): value is QueryNode & { readonly kind: 'query' } =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'query' &&
  'query' in value;

/** The label of a query: its title, else its name, else its number. */
export const labelOf = ({ title, name }: QueryReference, number: number): string =>
  title === '' ? (name ?? text('queries.untitled', { number })) : title;

export function folderItem({ label, uri, icon }: QueryNode & { readonly kind: 'folder' }): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `folder ${uri.toString()}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.tooltip = uri.fsPath;
  item.contextValue = 'queryFolder';
  return item;
}

export function fileItem({ uri, label }: QueryNode & { readonly kind: 'file' }): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `file ${uri.toString()}`;
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = 'queryFile';
  return item;
}

const icons: Readonly<Record<Outcome | 'unknown', vscode.ThemeIcon>> = {
  unknown: new vscode.ThemeIcon('circle-outline'),
  passed: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  failed: new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
};

/** @param last the last run; absent = unknown */
export function queryItem(
  node: QueryNode & { readonly kind: 'query' },
  last: HistoryEntry | undefined,
  outcome: Outcome | undefined,
): vscode.TreeItem {
  const { uri, number, query } = node;
  const item = new vscode.TreeItem(labelOf(query, number), vscode.TreeItemCollapsibleState.None);
  const expected = query.isExpected ? (outcome ?? 'unknown') : undefined;
  const state = expected === undefined ? [] : [text(`queries.expectations.${expected}`)];
  const summary = last === undefined ? [] : [summaryOf(last.about, last.about.ran)];
  item.id = `query ${uri.toString()} ${number}`;
  item.description = [...summary, ...state].join(' · ');
  item.iconPath = expected === undefined ? new vscode.ThemeIcon('search') : icons[expected];
  item.contextValue = 'query';
  item.command = { command: 'wikijql.queries.open', title: text('queries.open'), arguments: [node] };
  item.accessibilityInformation = { label: [labelOf(query, number), ...summary, ...state].join(', ') };
  return item;
}

/** Whether a file is a query file, by its name. */
export const isQueryFile = ({ path }: vscode.Uri): boolean =>
  siteKindOf(path.slice(path.lastIndexOf('.') + 1)) !== undefined;

/** Whether a file is Markdown, by its name. */
export const isMarkdown = ({ path }: vscode.Uri): boolean => /\.(?:md|markdown)$/i.test(path);
