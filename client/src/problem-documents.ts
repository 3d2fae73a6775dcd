/** Read-only documents about problems, which the editor opens for the code of a problem. */
import * as vscode from 'vscode';
import { problemScheme } from '#shared/protocol/documents/problem-addresses.ts';
import type { Requests } from './requests.ts';
import { text } from './texts.ts';

const ending = '.md';

/** Provides the documents until it is disposed of. */
export const provideProblemPages = (requests: Pick<Requests, 'problemPage'>): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(problemScheme, {
    provideTextDocumentContent: async ({ path }) => {
      const code = path.slice(1, -ending.length);
      return (await requests.problemPage({ code })) ?? text('problems.noPage', { code });
    },
  });
