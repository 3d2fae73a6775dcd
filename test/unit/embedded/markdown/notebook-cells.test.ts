/** Files as the cells of a notebook, and back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jqlSyntax } from '../../../../server/src/jql/syntax/file-syntax.ts';
import {
  type Cell,
  type Cells,
  markdownCells,
  markdownText,
  queryFileCells,
  queryFileText,
} from '../../../../server/src/embedded/markdown/notebook-cells.ts';

const shown = ({ cells }: Cells): readonly string[] =>
  cells.map(({ kind, language, value }) => `${kind === 'query' ? language : 'text'}: ${value}`);

/** The cells with another text in one of them. */
const edited = (found: Cells, index: number, value: string): Cells => ({
  ...found,
  cells: found.cells.map((cell, at) => (at === index ? { ...cell, value } : cell)),
});

const query = (value: string, language = 'jql'): Cell => ({ kind: 'query', language, value });

const runbook = '# Week\n\nOpen:\n\n```jql\nstatus = Open\n```\n\n~~~ wikiquery\nlist=allpages\n~~~\nEnd\n';

describe('a Markdown file', () => {
  test('has a cell for each fence of queries and for the text between', () => {
    assert.deepEqual(shown(markdownCells(runbook)), [
      'text: # Week\n\nOpen:',
      'jql: status = Open',
      'wikiquery: list=allpages',
      'text: End',
    ]);
  });

  const odd: readonly (readonly [name: string, text: string, cells: readonly string[]])[] = [
    ['that is empty', '', []],
    ['of blank lines', '\n \n', ['text: ']],
    ['with a fence without an end', 'a\n```jql\nb = c\n\n', ['text: a', 'jql: b = c']],
    ['with an opening line alone', 'a\n```jql', ['text: a', 'jql: ']],
    [
      'with a fence in a longer one',
      '````md\n```jql\na = b\n```\n````\n',
      ['text: ````md\n```jql\na = b\n```\n````'],
    ],
    ['with an indented fence', '  ```jql\n  a = b\n   and c = d\n  ```\n', ['jql: a = b\n and c = d']],
    ['with a fence in a quotation', '> ```jql\n> a = b\n> ```\n', ['text: > ```jql\n> a = b\n> ```']],
    ['with a byte-order mark', '\uFEFF```jql\na = b\n```', ['jql: a = b']],
    [
      'with mixed line ends',
      'x\r\n\r\n```jql\ra = b\nand c = d\r\n```',
      ['text: x', 'jql: a = b\nand c = d'],
    ],
    ['with a fence of code', '```js\na\n```\n', ['text: ```js\na\n```']],
  ];
  for (const [name, text, cells] of odd) {
    test(`${name} stays as it is`, () => {
      const found = markdownCells(text);
      assert.deepEqual(shown(found), cells);
      assert.equal(markdownText(found), text);
    });
  }

  test('changes where a cell changed', () => {
    const found = markdownCells('a  \r\n\r\n  ~~~jql x\n  p = 1\r  and q = 2\n\n  ~~~ \r\nb');
    assert.equal(
      markdownText(edited(found, 1, 'p = 1\nand q = 3\n')),
      'a  \r\n\r\n  ~~~jql x\n  p = 1\r  and q = 3\r\n\n  ~~~ \r\nb',
    );
    assert.equal(
      markdownText(edited(found, 2, 'c')),
      'a  \r\n\r\n  ~~~jql x\n  p = 1\r  and q = 2\n\n  ~~~ \r\nc',
    );
  });

  test('gets a longer fence for a text with fences', () => {
    const found = edited(markdownCells(runbook), 1, 'a = b\n```\n````');
    assert.match(markdownText(found), /^`{5}jql\na = b\n```\n````\n`{5}$/m);
    assert.deepEqual(shown(markdownCells(markdownText(found)))[1], 'jql: a = b\n```\n````');
  });

  test('takes a text in a fence without content, and without a line', () => {
    const text = '```jql\n```\n\n```jql';
    const found = edited(edited(markdownCells(text), 0, 'a = b'), 1, 'c = d');
    assert.equal(markdownText(found), '```jql\na = b\n```\n\n```jql\nc = d');
  });

  test('loses a cell that is deleted, and nothing else', () => {
    const { form, cells } = markdownCells(runbook);
    assert.equal(
      markdownText({ form, cells: cells.toSpliced(1, 1) }),
      '# Week\n\nOpen:\n\n~~~ wikiquery\nlist=allpages\n~~~\nEnd\n',
    );
    assert.equal(markdownText({ form, cells: [cells[1]!] }), '```jql\nstatus = Open\n```\n');
    assert.equal(markdownText({ form, cells: [] }), '');
  });

  test('gets a new cell with blank lines around it', () => {
    const { form, cells } = markdownCells(runbook);
    assert.equal(
      markdownText({ form, cells: [...cells.slice(0, 3), query('a = b'), ...cells.slice(3)] }),
      runbook.replace('~~~\nEnd', '~~~\n\n```jql\na = b\n```\n\nEnd'),
    );
    assert.equal(
      markdownText({ form, cells: [...cells, query('a = b')] }),
      `${runbook}\n\`\`\`jql\na = b\n\`\`\`\n`,
    );
  });

  test('has its cells in another order', () => {
    const { form, cells } = markdownCells(runbook);
    assert.equal(
      markdownText({ form, cells: [cells[2]!, cells[0]!, cells[3]!, cells[1]!] }),
      '~~~ wikiquery\nlist=allpages\n~~~\n\n# Week\n\nOpen:\n\nEnd\n\n```jql\nstatus = Open\n```\n',
    );
  });

  test('closes a fence without an end only where another cell comes after it', () => {
    const { form, cells } = markdownCells('a\n~~~~jql\nb = c');
    assert.equal(
      markdownText({ form, cells: [...cells, query('d = e')] }),
      'a\n~~~~jql\nb = c\n~~~~\n\n```jql\nd = e\n```\n',
    );
  });
});

const cellsOf = (text: string): Cells => queryFileCells(text, 'jql', all => jqlSyntax.separators(all));

describe('a query file', () => {
  const file = '\uFEFF@who = ann\r\n\r\n### One\r\nassignee = {{who}}\r\n\r\n\r\n###\r\nkey = A-1';

  test('has a cell for each query and stays as it is', () => {
    const found = cellsOf(file);
    assert.deepEqual(shown(found), [
      'jql: @who = ann',
      'jql: ### One\nassignee = {{who}}',
      'jql: ###\nkey = A-1',
    ]);
    assert.equal(queryFileText(found), file);
  });

  test('has no query at a ### line in quotes', () => {
    const text = 'summary ~ "a\n### b\nc"\n';
    assert.deepEqual(shown(cellsOf(text)), ['jql: summary ~ "a\n### b\nc"']);
  });

  test('changes where a cell changed', () => {
    assert.equal(
      queryFileText(edited(cellsOf(file), 1, '### One\nassignee = bob')),
      file.replace('{{who}}', 'bob'),
    );
  });

  test('keeps its queries apart', () => {
    const { form, cells } = cellsOf('a = 1\n### Two\nb = 2\n');
    assert.equal(
      queryFileText({ form, cells: [cells[1]!, cells[0]!, query('c = 3')] }),
      '### Two\nb = 2\n\n###\na = 1\n\n###\nc = 3\n',
    );
    assert.equal(
      queryFileText({ form, cells: [...cells, { kind: 'text', language: 'markdown', value: 'x\ny' }] }),
      'a = 1\n### Two\nb = 2\n\n###\n# x\n# y\n',
    );
  });
});
