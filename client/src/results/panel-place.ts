/** Decides where a new results panel opens. */
import * as vscode from 'vscode';
import { section } from '../settings.ts';

const setting = 'results.place';

const chosenPlace = (): string => vscode.workspace.getConfiguration(section).get<string>(setting, 'beside');

/** Whether results open in the panel area. */
export const isAreaChosen = (): boolean => chosenPlace() === 'panel';

/** Calls back when the user chose another place for results. */
export const onPlaceChange = (listener: () => void): vscode.Disposable =>
  vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.${setting}`)) listener();
  });

/**
 * The group of editors for a new panel: the one with such panels, so that no further group is made, unless the panel would
 * cover the active file there; else, by the setting, one beside the active group or below it.
 */
export async function groupForPanel(viewType: string): Promise<vscode.ViewColumn> {
  const group = groupWith(viewType);
  if (group) return group.viewColumn;
  if (chosenPlace() !== 'below') return vscode.ViewColumn.Beside;
  const column = await newGroupBelow();
  await vscode.commands.executeCommand('workbench.action.focusPreviousGroup');
  return column;
}

/**
 * The group of editors for an issue of a list: below the list that is beside its file, and beside one below it.
 *
 * @param isLow whether there is no room below the list: then the issue covers the file in another group, or is beside the list
 */
export async function groupForIssue(isLow: boolean): Promise<vscode.ViewColumn> {
  if (chosenPlace() === 'below') return vscode.ViewColumn.Beside;
  return isLow
    ? (groupOfFiles(({ isActive }) => !isActive)?.viewColumn ?? vscode.ViewColumn.Beside)
    : newGroupBelow();
}

/** The group of editors for a query file: the active one, or that of other files while a panel is active. */
export function groupForFile(): vscode.ViewColumn {
  const isPanelActive =
    vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
  return (isPanelActive ? groupOfFiles()?.viewColumn : undefined) ?? vscode.ViewColumn.Active;
}

const groupOfFiles = (
  isWanted: (group: vscode.TabGroup) => boolean = () => true,
): vscode.TabGroup | undefined =>
  vscode.window.tabGroups.all.find(group => isWanted(group) && group.tabs.some(isFile));

/** The group with panels of a type. The editor puts a prefix before the names of types. */
const groupWith = (viewType: string): vscode.TabGroup | undefined =>
  vscode.window.tabGroups.all.find(
    group =>
      !hasActiveFile(group) &&
      group.tabs.some(
        ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType),
      ),
  );

const hasActiveFile = ({ isActive, activeTab }: vscode.TabGroup): boolean =>
  isActive && activeTab !== undefined && isFile(activeTab);

const isFile = ({ input }: vscode.Tab): boolean =>
  input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook;

/** Makes a group below the active one, and moves the focus to it. */
async function newGroupBelow(): Promise<vscode.ViewColumn> {
  const before = new Set(vscode.window.tabGroups.all);
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  const newGroup =
    vscode.window.tabGroups.all.find(group => !before.has(group)) ?? vscode.window.tabGroups.activeTabGroup;
  return newGroup.viewColumn;
}
