import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EditorFolders } from '../code-server.ts';
import { removeAtExit } from '../processes.ts';

/** Settings that keep an editor quiet and every run of it the same; a test's own settings come on top. */
const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.editor.enablePreview': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  // Otherwise the host looks for ports of all processes again and again.
  'remote.autoForwardPortsSource': 'output',
  'editor.cursorBlinking': 'solid',
  'files.autoSave': 'off',
  'window.restoreWindows': 'none',
};

export type EditorSettings = Readonly<Record<string, unknown>>;

export interface TemporaryFolders extends EditorFolders {
  readonly remove: () => Promise<void>;
}

/** The settings of an editor's user: those of a test on top of the quiet ones. */
export const userSettings = (settings: EditorSettings): EditorSettings => ({ ...quietSettings, ...settings });

/** Where a window looks for the settings of its user. */
export const settingsFile = (userData: string): string => path.join(userData, 'User/settings.json');

/** Writes the settings of an editor's user to the places where it looks for them. */
export const writeUserFiles = async (userData: string, settings: EditorSettings): Promise<void> => {
  const text = JSON.stringify(userSettings(settings), undefined, 2);
  // The window server looks in User, the host server in data/Machine.
  for (const place of ['User', 'data/Machine']) {
    await mkdir(path.join(userData, place), { recursive: true });
    await writeFile(path.join(userData, place, 'settings.json'), text);
  }
};

/** New folders for an editor's data and extensions, with the user settings in them. */
export const makeFolders = async (settings: EditorSettings): Promise<TemporaryFolders> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-editor-'));
  removeAtExit(folder);
  const userData = path.join(folder, 'data');
  const extensions = path.join(folder, 'extensions');
  await writeUserFiles(userData, settings);
  await mkdir(extensions);
  return { userData, extensions, remove: () => rm(folder, { recursive: true, force: true }) };
};
