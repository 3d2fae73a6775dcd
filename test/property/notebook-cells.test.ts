/** Files as notebooks: what no cell changed stays, byte for byte. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import {
  type Cell,
  type Cells,
  markdownCells,
  markdownText,
  queryFileCells,
  queryFileText,
} from '../../server/src/embedded/markdown/notebook-cells.ts';
import { cases } from '../support/depth.ts';

const files = cases(1000, 5000);
const end = fc.constantFrom('\n', '\r\n', '\r');
const marks = fc.constantFrom('```', '````', '~~~', '~~~~~');
const prefix = fc.constantFrom('', '', '', ' ', '   ', '    ', '> ', '- ', '1. ');
const word = fc.constantFrom('jql', 'wikiquery', 'sql', 'JQL x', 'js', '');
const content = fc.constantFrom(
  'status = Open',
  'list=allpages',
  '### Two',
  '# @name a',
  '@x = 1',
  'x ~ "a',
  '  and b = "c"',
  '',
  '   ',
  'é\u{1F600}\u2028z',
  '<!-- x',
  '-->',
  '<div>',
  'text\t',
  '# Title',
  '```',
  '~~~',
);
const line = fc.oneof(
  { weight: 3, arbitrary: content },
  { weight: 2, arbitrary: fc.tuple(prefix, marks, word).map(parts => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(prefix, content).map(parts => parts.join('')) },
  { weight: 2, arbitrary: fc.tuple(prefix, marks).map(parts => parts.join('')) },
);
const ended = fc.tuple(line, end).map(parts => parts.join(''));
const whole = fc
  .tuple(marks, fc.constantFrom('jql', ' wikiquery', 'sql x'), end, fc.array(ended, { maxLength: 4 }), end)
  .map(([mark, language, first, lines, last]) => mark + language + first + lines.join('') + mark + last);
const piece = fc.oneof({ weight: 5, arbitrary: ended }, { weight: 1, arbitrary: whole });
const file = fc
  .tuple(fc.constantFrom('', '\uFEFF'), fc.array(piece, { maxLength: 25 }), fc.oneof(line, fc.constant('')))
  .map(([mark, lines, last]) => mark + lines.join('') + last);
const newText = fc.array(fc.constantFrom('a = b', 'list=users', '', ' c', '```', '~~~~', '### x'), {
  minLength: 1,
  maxLength: 4,
});

const textBefore = ({ form, cells }: Cells, index: number): string =>
  form.mark +
  cells
    .slice(0, index)
    .map(({ source }) => (source ? source.before + source.opening + source.content + source.closing : ''))
    .join('') +
  cells[index]!.source!.before;

/** Opens a file, edits one cell, and saves: what is before and after that cell is the same. */
function survives(
  text: string,
  found: Cells,
  write: (cells: Cells) => string,
  at: number,
  lines: readonly string[],
): { readonly index: number; readonly written: Cells } | undefined {
  assert.equal(write(found), text);
  if (found.cells.length === 0) return undefined;
  const index = at % found.cells.length;
  const cell = found.cells[index]!;
  const value = lines.join('\n');
  const written = { ...found, cells: found.cells.with(index, { ...cell, value }) };
  const result = write(written);
  const above = textBefore(found, index);
  const { opening, content: part, closing, after } = cell.source!;
  const rest = text.slice((above + opening + part + closing).length);
  assert(result.startsWith(above), 'what is above');
  assert(result.endsWith(rest), 'what is below');
  assert(rest.startsWith(after));
  return { index, written };
}

const number = fc.nat();
const valueOf = ({ kind, language, value }: Cell): string => `${kind} ${language} ${value}`;

it(`${files} Markdown files survive an edit of one cell`, () => {
  let edits = 0;
  fc.assert(
    fc.property(file, number, newText, (text, at, lines) => {
      const found = markdownCells(text);
      const result = survives(text, found, markdownText, at, lines);
      if (result === undefined) return;
      const { index, written } = result;
      if (found.cells[index]!.kind !== 'query' || !closedAtTop(found.cells[index]!)) return;
      edits++;
      const again = markdownCells(markdownText(written));
      assert.deepEqual(again.cells.map(valueOf), written.cells.map(valueOf));
    }),
    { numRuns: files },
  );
  assert(edits > files / 10, `${edits} queries were edited and read again`);
});

/** A fence without an indent: one with an indent may be in a list, whose text it ends where it has other lines. */
const closedAtTop = ({ source }: Cell): boolean =>
  source !== undefined && source.closing !== '' && /^[`~]/.test(source.opening);

it(`${files} query files survive an edit of one cell`, () => {
  const blocks = fc.constantFrom('### A', '### B', '###', 'a = "b', 'c"', '@x = 1', '# @limit 1', '', ' ');
  const queryFile = fc
    .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(blocks, end), { maxLength: 20 }))
    .map(([mark, lines]) => mark + lines.flat().join(''));
  fc.assert(
    fc.property(queryFile, number, newText, (text, at, lines) => {
      const found = queryFileCells(text, 'jql', all => jqlSyntax.separators(all));
      survives(text, found, queryFileText, at, at > 0 ? ['### x', ...lines] : lines);
    }),
    { numRuns: files },
  );
});

it('cells in any order make a file that is read again', () => {
  fc.assert(
    fc.property(file, fc.array(number, { minLength: 30, maxLength: 30 }), (text, numbers) => {
      const { form, cells } = markdownCells(text);
      const queries = cells.filter(cell => cell.kind === 'query' && closedAtTop(cell));
      const moved = queries
        .map((cell, index) => [numbers[index] ?? 0, cell] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, cell]) => cell);
      const again = markdownCells(markdownText({ form, cells: moved }));
      assert.deepEqual(again.cells.map(valueOf), moved.map(valueOf));
    }),
    { numRuns: cases(200, 1000) },
  );
});
