/** The server in a real Emacs with eglot, set up by the lines of docs/other-editors.md. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEmacs } from '../support/emacs.ts';

const problems = `(and (flymake-diagnostics) (vconcat (mapcar
  (lambda (each) (list (line-number-at-pos (flymake-diagnostic-beg each)) (flymake-diagnostic-text each)))
  (flymake-diagnostics))))`;

test('problems of a wiki query appear while one types, and go when they are mended', async () => {
  await using emacs = await startEmacs('pages.wikiquery', '### Pages\nlist=allpages\n');
  await emacs.press('M-> aplimit=many');
  const [problem] = await emacs.untilLisp<[line: number, text: string][]>('a problem', problems);
  assert.equal(problem?.[0], 3);
  assert.match(problem[1], /many/);
  await emacs.press('M-DEL 5');
  await emacs.untilLisp('no problem', '(null (flymake-diagnostics))');
});

test('problems of a JQL query appear', async () => {
  await using emacs = await startEmacs('issues.jql', 'project = X AND\n');
  const [problem] = await emacs.untilLisp<[line: number, text: string][]>('a problem', problems);
  assert.equal(problem?.[0], 1);
});

test('names are completed in both languages', async () => {
  await using pages = await startEmacs('pages.wikiquery', 'list=categorym');
  await pages.press('M->');
  await pages.command('completion-at-point');
  await pages.untilLisp('the module', '(string= (buffer-string) "list=categorymembers")');
  await using issues = await startEmacs('issues.jql', 'assignee = currentU');
  await issues.press('M->');
  await issues.command('completion-at-point');
  await issues.untilLisp('the function', '(string-prefix-p "assignee = currentUser(" (buffer-string))');
});

test('a fix is applied', async () => {
  await using emacs = await startEmacs('pages.wikiquery', '### Pages\nlist=allpagez\n');
  await emacs.untilLisp('a problem', problems);
  await emacs.press('M-> C-b');
  await emacs.command('eglot-code-actions');
  await emacs.untilLisp('the fix', '(string-match-p "^list=allpages$" (buffer-string))');
});

test('a fix of JQL is applied', async () => {
  await using emacs = await startEmacs('issues.jql', 'asignee = ada\n');
  await emacs.untilLisp('a problem', problems);
  await emacs.press('M-< C-f');
  await emacs.command('eglot-code-actions');
  await emacs.untilLisp('the fix', '(string-match-p "^assignee = ada$" (buffer-string))');
});
