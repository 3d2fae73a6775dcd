/** Messages to the user have no links, and output for a terminal has no escape sequences, whatever a site or a file has written. The editor’s API is a recording fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const editor = `
  export const shown = [];
  const show = async (...all) => void shown.push(all);
  export const window = { showErrorMessage: show, showWarningMessage: show, showInformationMessage: show };
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const messages = await import('../../../client/src/user-messages.ts');
const { text } = await import('../../../client/src/texts.ts');
const { outputOf } = await import('../../../client/src/testing/verdict-message.ts');

/** The links that the editor finds in a message: their labels, and addresses that it opens. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const hostile = [
  'The wiki says: [Sign in](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D)',
  '[a](https://evil.example) [b](file:///etc/passwd "c")',
  '[[a](command:b)](command:c)',
];

for (const message of hostile)
  test(`no link is in ${message}`, async () => {
    assert.match(message, link);
    const { showError, showWarning, showInformation, ask } = messages;
    for (const show of [showError, showWarning, showInformation]) await show(message, 'Retry');
    await ask(message, undefined, 'Retry');
    const shown: unknown = Reflect.get(vscode, 'shown');
    assert(Array.isArray(shown));
    assert.equal(shown.length, 4);
    for (const [words, ...rest] of shown.splice(0)) {
      assert.doesNotMatch(words, link);
      assert.equal(rest.at(-1), 'Retry');
    }
    // Progress and questions have texts with values.
    assert.doesNotMatch(text('report.failed', { query: message, message }), link);
  });

test('the output of a test does not control the terminal that shows it', () => {
  const words = '\u001B]8;;vscode://x\u0007click\u001B]8;;\u0007\rrows = 0';
  const verdict = {
    text: words,
    message: words,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    rows: [],
    others: 0,
  };
  const verdicts = [
    { ...verdict, isPassed: true },
    { ...verdict, isPassed: false },
  ];
  const output = outputOf({ label: words }, { verdicts });
  assert.equal(output.split('\r\n').length, 4);
  assert.doesNotMatch(output.replaceAll('\r\n', ''), /[\p{Cc}\p{Cf}]/u);
});
