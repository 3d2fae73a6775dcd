/** The editor itself: is it what package.json asks for? */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HostTests } from './runner.ts';

export const editorTests: HostTests = {
  'the host is VS Code 1.105 or later': () => {
    const [major, minor] = vscode.version.split('.').map(Number);
    assert.equal(major, 1);
    assert.ok((minor ?? 0) >= 105, vscode.version);
  },

  'a workspace folder is open': () => {
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  },

  'the extension is there': () => {
    assert.ok(vscode.extensions.getExtension('wikijql.wikijql'));
  },
};
