/** The words of other queries in completion: those of open files as edited, and of others as stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import type { QueryContext } from '../../../server/src/query-file/language/language-service.ts';
import { Views } from '../../../server/src/editor/documents/query-views.ts';
import { wordBounds, WorkspaceWords } from '../../../server/src/editor/documents/workspace-words.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';

const language = createLanguages().get('jql')!;
const context: QueryContext = { now: 0, sites: [], defaultSite: 'main' };

const file = (name: string, text: string): QueryDocument =>
  new QueryDocument(`file:///${name}`, 'jql', 1, text, language.syntax);

/** The projects that the other queries ask for, as the completion of a file's query finds them. */
function projectsBeside(words: WorkspaceWords, files: readonly QueryDocument[], index = 0): string[] {
  const [document] = files;
  assert(document);
  const { view } = new Views().of(document, document.placed(index));
  return words
    .ofOtherQueries(view, document, language, files, context)
    .of('value', 'project')
    .map(({ text, count }) => `${text} ${count}`);
}

test('the words of all other queries are counted, not those of the query itself', () => {
  const one = file('one.jql', 'project = A\n###\nproject = B\n');
  const two = file('two.jql', 'project in (b, C)\n');
  assert.deepEqual(projectsBeside(new WorkspaceWords(), [one, two]), ['B 2', 'C 1']);
  assert.deepEqual(projectsBeside(new WorkspaceWords(), [one, two], 1), ['A 1', 'b 1', 'C 1']);
});

test('a query to another site has other words', () => {
  const one = file('one.jql', 'project = A\n');
  const two = file('two.jql', '# @site other\nproject = B\n###\n# @site main\nproject = C\n');
  assert.deepEqual(projectsBeside(new WorkspaceWords(), [one, two]), ['C 1']);
});

test('an edit changes the words of its query', () => {
  const words = new WorkspaceWords();
  const one = file('one.jql', 'project = A\n');
  const two = file('two.jql', 'project = B\n###\nproject = C\n');
  assert.deepEqual(projectsBeside(words, [one, two]), ['B 1', 'C 1']);
  const range = { start: { line: 0, character: 10 }, end: { line: 0, character: 11 } };
  two.update([{ range, text: 'D' }], 2);
  assert.deepEqual(projectsBeside(words, [one, two]), ['D 1', 'C 1']);
});

test('the words of a file stay when it is closed, and are read anew when it is opened again', () => {
  const words = new WorkspaceWords();
  const one = file('one.jql', 'project = A\n');
  const two = file('two.jql', 'project = B\n');
  projectsBeside(words, [one, two]);
  words.close(two);
  assert.deepEqual(projectsBeside(words, [one]), ['B 1']);
  const again = file('two.jql', 'project = C\n');
  words.forget(again.uri);
  assert.deepEqual(projectsBeside(words, [one, again]), ['C 1']);
});

test('a stored file counts until it is opened or gone, however its URI is written', () => {
  const words = new WorkspaceWords();
  const one = file('one.jql', 'project = A\n');
  const stored = { uri: 'file:///c:/a%20b/two.jql', languageId: 'jql', text: '# @site main\nproject = B\n' };
  words.store(stored, language);
  words.store({ ...stored, text: 'project = C\n' }, language);
  assert.deepEqual(projectsBeside(words, [one]), ['C 1']);
  words.forget('file:///C%3A/a b/two.jql');
  assert.deepEqual(projectsBeside(words, [one]), []);
});

test('a big workspace is read in steps, up to a bound', () => {
  const words = new WorkspaceWords();
  const one = file('one.jql', 'project = A\n');
  const many = Array.from({ length: wordBounds.queries * 2 }, () => 'project = B\n').join('###\n');
  const files = [one, file('many.jql', many)];
  assert.deepEqual(projectsBeside(words, files), [`B ${wordBounds.readings}`]);
  assert.deepEqual(projectsBeside(words, files), [`B ${wordBounds.readings * 2}`]);
  for (let round = 0; round < 50; round++) projectsBeside(words, files);
  assert.deepEqual(projectsBeside(words, files), [`B ${wordBounds.queries}`]);
});

test('files that were closed long ago are forgotten, and so is a query that is too long', () => {
  const words = new WorkspaceWords();
  const one = file('one.jql', 'project = A\n');
  for (let index = 0; index <= wordBounds.files; index++) {
    const closed = file(`${index}.jql`, `project = P${index}\n`);
    projectsBeside(words, [one, closed]);
    words.close(closed);
  }
  const left = projectsBeside(words, [one]);
  assert.equal(left.length, wordBounds.files);
  assert(!left.includes('P0 1'));
  const long = file('long.jql', `project = B and labels in (${'x, '.repeat(wordBounds.length)}y)`);
  assert.deepEqual(projectsBeside(new WorkspaceWords(), [one, long]), []);
});
