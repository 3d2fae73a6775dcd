/** The tables of a file for its statements: they are read once, and their bounds hold for every file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLanguages } from '../../../server/src/runs/languages/languages.ts';
import {
  cellStatement,
  runbookStatements,
  sqlId,
  type Statement,
  Statements,
} from '../../../server/src/editor/documents/statements.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';
import { Runbook } from '../../../server/src/embedded/markdown/runbook.ts';
import { context } from '../../support/wiki.ts';

const languages = createLanguages();
const uri = 'file:///week.md';
const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n\n`;
const query = (name: string): string => fence('wikiquery', `# @name ${name}\nlist=allpages`);
const statement = (name: string, sql: string): string => fence('sql', `-- @name ${name}\n${sql}`);
const whole = { separators: () => [] };

/** Open documents, and how often their queries are read. */
function opened(documents: readonly QueryDocument[]) {
  const counts = { read: 0 };
  const get = (asked: string) => documents.find(document => document.uri === asked);
  const runbooks = new Map<string, Runbook>();
  const runbookOf = (asked: string): Runbook | undefined => {
    const document = get(asked);
    if (document?.languageId !== 'markdown') return undefined;
    const text = document.getText();
    const runbook = runbooks.get(text) ?? new Runbook(asked, text, id => languages.get(id)!.syntax);
    runbooks.set(text, runbook);
    return runbook;
  };
  const statements = new Statements({
    documents: { get },
    languages,
    runbookOf,
    cellsBeside: () => documents.map(document => document.uri),
    contextOf: () => {
      counts.read++;
      return context;
    },
  });
  const statementsIn = (asked: string): readonly Statement[] => {
    const [document, runbook] = [get(asked)!, runbookOf(asked)];
    return runbook ? runbookStatements(runbook, document) : [cellStatement(document)];
  };
  return { statements, statementsIn, counts };
}

const markdown = (text: string): QueryDocument => new QueryDocument(uri, 'markdown', 1, text, whole);

describe('the tables of a file', () => {
  it('are read once for all of its statements, and anew when it changes', () => {
    const text = query('one') + query('two') + statement('a', 'select 1') + statement('b', 'select 2');
    const document = markdown(text);
    const { statements, statementsIn, counts } = opened([document]);
    const namesFor = (): string[] =>
      statementsIn(uri).map(each =>
        statements
          .tablesFor(each)
          .planned.map(({ name }) => name)
          .join(' '),
      );
    assert.deepEqual(namesFor(), ['one two b', 'one two a']);
    assert.equal(counts.read, 2);
    assert.deepEqual(namesFor(), ['one two b', 'one two a']);
    assert.equal(counts.read, 2);
    document.update([{ text: text.replace('@name one', '@name first') }], 2);
    assert.deepEqual(namesFor(), ['first two b', 'first two a']);
    assert.equal(counts.read, 4);
    statements.forget();
    namesFor();
    assert.equal(counts.read, 6);
  });

  it('are read once for all cells of a notebook', () => {
    const cell = new QueryDocument(
      'cell:1',
      'wikiquery',
      1,
      '# @name one\nlist=allpages',
      languages.get('wikiquery')?.syntax,
    );
    const [first, second] = ['cell:2', 'cell:3'].map(
      id => new QueryDocument(id, sqlId, 1, 'select title from one', whole),
    );
    assert(first && second);
    const { statements, statementsIn, counts } = opened([cell, first, second]);
    const namesFor = (): string[] =>
      [first, second].flatMap(({ uri: each }) =>
        statementsIn(each).flatMap(found => statements.tablesFor(found).planned.map(({ name }) => name)),
      );
    assert.deepEqual(namesFor(), ['one', 'one']);
    assert.equal(counts.read, 1);
    cell.update([{ text: '# @name two\nlist=allpages' }], 2);
    assert.deepEqual(namesFor(), ['two', 'two']);
    assert.equal(counts.read, 2);
  });

  it('have no more columns than anybody reads, whatever they are made of', () => {
    const doubled = Array.from({ length: 300 }, (_, index) =>
      statement(`a${index + 1}`, `select * from a${index} a, a${index} b`),
    );
    const { statements, statementsIn } = opened([
      markdown(query('x') + statement('a0', 'select 1 a, 2 b') + doubled.join('')),
    ]);
    const [first] = statementsIn(uri);
    assert(first);
    const { planned } = statements.tablesFor(first);
    assert.equal(planned.length, 301);
    assert(planned.every(({ columns }) => columns.length <= 2000));
  });
});
