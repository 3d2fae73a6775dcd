/** Messages about the verdicts on expectations, for the Testing view. */
import * as vscode from 'vscode';
import type {
  JudgeResult,
  OffendingRowResult,
  VerdictResult,
} from '#shared/protocol/documents/expectations.ts';
import { offersSignIn } from '#shared/protocol/notice.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { webAddress } from '../../webview/web-address.ts';
import { text } from '../texts.ts';

/** The commands that a message may link to. */
const linked = ['wikijql.fetchIssue', 'wikijql.signIn'] as const;
type Linked = (typeof linked)[number];

const empty = (): vscode.MarkdownString => {
  const markdown = new vscode.MarkdownString();
  markdown.isTrusted = { enabledCommands: linked };
  return markdown;
};

/** The message of an expectation that failed, with links to the unexpected rows, at its line in the file. */
export function failureMessage(
  uri: vscode.Uri,
  { text: expectation, message, range, rows, others }: VerdictResult,
  site: Site | undefined,
): vscode.TestMessage {
  const markdown = empty();
  markdown.appendText(`${text('testing.expected', { text: expectation })} ${message}`);
  for (const row of rows) appendRow(markdown, row, site);
  if (others > 0) markdown.appendMarkdown('\n- ').appendText(text('testing.others', { count: others }));
  const failure = new vscode.TestMessage(markdown);
  failure.location = new vscode.Location(uri, new vscode.Position(range.start.line, range.start.character));
  return failure;
}

function appendRow(
  markdown: vscode.MarkdownString,
  { name, value, url, issue }: OffendingRowResult,
  site: Site | undefined,
): void {
  const address = url === undefined ? undefined : webAddress(url);
  markdown.appendMarkdown('\n- ');
  if (address === undefined) markdown.appendText(name);
  else markdown.appendMarkdown('[').appendText(name).appendMarkdown(`](<${address}>)`);
  if (value !== '' && value !== name) markdown.appendText(` (${value})`);
  if (issue !== undefined && site)
    markdown.appendMarkdown(
      ` · ${commandLink(text('testing.openIssue'), 'wikijql.fetchIssue', issue, site.name)}`,
    );
}

function commandLink(label: string, command: Linked, ...parameters: readonly string[]): string {
  const values = encodeURIComponent(JSON.stringify(parameters)).replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${label}](command:${command}?${values})`;
}

/** The message of a query that did not run, with a link to sign in if that would help. */
export function refusalMessage(item: vscode.TestItem, { result }: JudgeResult): vscode.TestMessage {
  const markdown = empty();
  const reasons = result.notices.filter(({ severity }) => severity === 'error');
  const sentences = reasons.map(({ message }) => message).join(' ');
  markdown.appendText(sentences === '' ? text('testing.notRun') : sentences);
  const needsSignIn = result.notices.some(offersSignIn);
  if (needsSignIn && result.site)
    markdown.appendMarkdown(` ${commandLink(text('testing.signIn'), 'wikijql.signIn', result.site.name)}`);
  const message = new vscode.TestMessage(markdown);
  if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range.start);
  return message;
}

/** The text of the test's output, which a terminal shows: the query, and a line for each verdict. */
export function outputOf(
  { label }: Pick<vscode.TestItem, 'label'>,
  { verdicts }: Pick<JudgeResult, 'verdicts'>,
): string {
  const lines = verdicts.map(({ isPassed, text: expectation, message }) =>
    text(isPassed ? 'testing.passed' : 'testing.failed', { text: expectation, message }),
  );
  return [label, ...lines.map(line => `  ${line}`)].map(line => `${visibleLine(line)}\r\n`).join('');
}
