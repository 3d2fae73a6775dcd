/** Copies queries as code of other programs, and pastes such code as queries. */
import * as vscode from 'vscode';
import { queryLink } from '#shared/base/queries/query-link.ts';
import type { Requests } from '../requests.ts';
import { groupForFile } from '../results/panel-place.ts';
import type { Target } from '../run/run-target.ts';
import { text } from '../texts.ts';
import type { CopyAsResult, PasteAsResult } from '#shared/protocol/documents/query-conversion.ts';
import { documentSelector, siteKindOf } from '../languages.ts';
import { showInformation } from '../user-messages.ts';

/** The form that was copied last. */
const lastForm = 'wikijql.copiedAs';

/**
 * Copies a query in a form that the user chooses; the last choice comes first.
 *
 * @param memory keeps the last choice @param wanted the id of a form, which a key binding may give
 */
export async function copyAs(
  { uri, position }: Target,
  requests: Pick<Requests, 'copyAs' | 'context'>,
  memory: vscode.Memento,
  wanted?: string,
): Promise<void> {
  const { forms: codeForms, refusal } = (await requests.copyAs({ uri: uri.toString(), position })) ?? {
    forms: [],
  };
  const forms =
    codeForms.length === 0 ? [] : [...codeForms, ...(await linkForms({ uri, position }, requests))];
  if (forms.length === 0) {
    void showInformation(refusal ?? text('run.noQuery'));
    return;
  }
  const last = memory.get<string>(lastForm);
  const ordered = forms.toSorted((one, other) => Number(other.id === last) - Number(one.id === last));
  const requestedForm = forms.find(({ id }) => id === wanted);
  const form =
    requestedForm ??
    (await vscode.window.showQuickPick(
      ordered.map(({ id, label, detail, code }) => ({ id, label, description: detail, code })),
      { placeHolder: text('copyAs.placeholder'), matchOnDescription: true },
    ));
  if (!form) return;
  await vscode.env.clipboard.writeText(form.code);
  if (form !== requestedForm) await memory.update(lastForm, form.id);
  vscode.window.setStatusBarMessage(text('copyAs.copied', { form: form.label }), 4000);
}

/** The link to a query of a query file; none for a query that is too long, or in another language. */
async function linkForms(
  { uri, position }: Target,
  requests: Pick<Requests, 'context'>,
): Promise<CopyAsResult['forms']> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { languageId: language } = document;
  const context = await requests.context({ uri: uri.toString(), position });
  if (!context || (language !== 'wikiquery' && language !== 'jql')) return [];
  const { start, end } = context.range;
  const query = document.getText(new vscode.Range(start.line, start.character, end.line, end.character));
  const code = queryLink(vscode.env.uriScheme, { language, text: query });
  return code === undefined
    ? []
    : [{ id: 'link', label: text('copyAs.link'), detail: text('copyAs.linkDetail'), code }];
}

type PasteRequests = Pick<Requests, 'pasteAs'>;

/**
 * Pastes the clipboard as a query, into the active query file or a new one. Text without a query is pasted unchanged, a
 * request that cannot be a query not at all.
 */
export async function pasteAsQuery(requests: PasteRequests): Promise<void> {
  const copied = await vscode.env.clipboard.readText();
  const editor = vscode.window.activeTextEditor;
  const isQueryFile = editor !== undefined && siteKindOf(editor.document.languageId) !== undefined;
  const uri = isQueryFile ? editor.document.uri.toString() : undefined;
  const result = await requests.pasteAs({ text: copied, ...(uri !== undefined && { uri }) });
  if (!result?.query) {
    const refusal = result?.refusal;
    void showInformation(refusal ?? text('paste.nothing'));
    if (isQueryFile && refusal === undefined)
      await vscode.commands.executeCommand('editor.action.clipboardPasteAction');
    return;
  }
  const { query, remark } = result;
  if (isQueryFile && editor.document.languageId === query.language) await append(editor, query.text);
  else {
    const document = await vscode.workspace.openTextDocument({
      language: query.language,
      content: query.text,
    });
    await vscode.window.showTextDocument(document, groupForFile());
  }
  if (remark !== undefined) void showInformation(remark);
}

/** Writes a query into an empty file, or after the last query of a file, and moves the cursor to its end. */
async function append(editor: vscode.TextEditor, query: string): Promise<void> {
  const { document } = editor;
  const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  const isEmpty = document.getText().trim() === '';
  const gap = whole.end.character === 0 ? '\n' : '\n\n';
  const added = isEmpty ? query : `${gap}###\n${query}`;
  await editor.edit(edit => edit.replace(isEmpty ? whole : new vscode.Range(whole.end, whole.end), added));
  const { end } = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  editor.selection = new vscode.Selection(end, end);
  editor.revealRange(editor.selection);
}

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('wikijql', 'query');

/** Pastes text that contains a query into an empty query file of its language as that query. */
export function registerPasting(requests: PasteRequests): vscode.Disposable {
  const provider: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, _ranges, transfer, _context, token) {
      if (document.getText().trim() !== '') return undefined;
      const copied = await transfer.get('text/plain')?.asString();
      if (copied === undefined || copied.trim() === '') return undefined;
      const result = await requests.pasteAs({ text: copied, uri: document.uri.toString() });
      return token.isCancellationRequested ? undefined : edits(document, result);
    },
  };
  return vscode.languages.registerDocumentPasteEditProvider(documentSelector, provider, {
    providedPasteEditKinds: [kind],
    pasteMimeTypes: ['text/plain'],
  });
}

function edits(
  document: vscode.TextDocument,
  result: PasteAsResult | null,
): vscode.DocumentPasteEdit[] | undefined {
  if (result?.refusal !== undefined) void showInformation(result.refusal);
  if (result?.query?.language !== document.languageId) return undefined;
  if (result.remark !== undefined) void showInformation(result.remark);
  return [new vscode.DocumentPasteEdit(result.query.text, text('paste.edit'), kind)];
}
