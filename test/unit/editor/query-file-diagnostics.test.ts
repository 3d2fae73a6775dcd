/** The diagnostics of a query file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '#shared/base/text/problem.ts';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import { Diagnostics } from '../../../server/src/editor/documents/query-file-diagnostics.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';

const language = createLanguages().get('jql')!;

/** The lines and codes of what is shown. @param answered what a tracker said about the first query */
async function shown(text: string, answered: readonly Problem[] = []): Promise<string[]> {
  const document = new QueryDocument('file:///a.jql', 'jql', 1, text, language.syntax);
  const diagnostics = new Diagnostics(async () => {});
  diagnostics.open(document, language);
  diagnostics.answered(document, 0, answered);
  const context = { now: 0, sites: [], defaultSite: '' };
  const found = await diagnostics.report({ document, language, context }, () => true);
  return (found ?? []).map(
    ({ range, code, severity }) => `${range.start.line} ${code}${severity === 1 ? '!' : ''}`,
  );
}

test('an unknown field that the site may define is reported once in a file, a misspelt one everywhere', async () => {
  const text = [
    'Weight = 1',
    '###',
    'weight = 2 AND Shape = 3',
    '###',
    'asignee = a',
    '###',
    'asignee = b',
  ].join('\n');
  assert.deepEqual(await shown(text), [
    '0 unknown-field',
    '2 unknown-field',
    '4 unknown-field',
    '6 unknown-field',
  ]);
});

test('an unknown field in quotes is not reported', async () => {
  assert.deepEqual(await shown('"Team Size" = 1 AND "Weight" = 2\n###\n"Shape" = 1'), []);
});

test('an unknown function of an app is reported once in a file, in nested queries too', async () => {
  const nested = 'issueFunction in linkedIssuesOf("Weight = 1 AND key in pickedBy()")';
  assert.deepEqual(await shown(`key in pickedBy(a)\n###\n${nested}\n###\n${nested}`), [
    '0 unknown-function',
    '2 unknown-field',
  ]);
});

/** A message of a tracker about a place of a query. */
const said = (code: string, start: number, end: number): Problem => ({
  code,
  severity: 'error',
  span: { start, end },
  message: 'tracker-says',
  arguments: { text: `${code} ${start}` },
});

test('what a tracker says of a place, the check does not say again', async () => {
  const text = 'asignee = a AND Shape = 3\n###\nasignee = b';
  assert.deepEqual(await shown(text, [said('unknown-field', 0, 7)]), [
    '0 unknown-field!',
    '0 unknown-field',
    '2 unknown-field',
  ]);
  assert.deepEqual(await shown(text, [said('bad-operator', 0, 7), said('unknown-field', 16, 21)]), [
    '0 bad-operator!',
    '0 unknown-field',
    '0 unknown-field!',
    '2 unknown-field',
  ]);
});
