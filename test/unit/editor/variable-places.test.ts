/** Whose values the place of a problem holds, and where they are defined. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionsOf } from '../../../server/src/editor/features/variable-places.ts';
import { QueryDocument } from '../../../server/src/query-file/query-document.ts';

/** The lines of the definitions of the text between `«` and `»`. */
function lines(marked: string): string[] {
  const text = marked.replaceAll(/[«»]/g, '');
  const document = new QueryDocument('file:///a.jql', 'jql', 1, text);
  const before = marked.slice(0, marked.indexOf('«')).split('\n');
  const placed = document.blockAt(before.length - 1);
  const start = document.offsetIn(placed, { line: before.length - 1, character: before.at(-1)!.length });
  const length = marked.indexOf('»') - marked.indexOf('«') - 1;
  return definitionsOf(document, placed, { start, end: start + length }).map(
    ({ name, range }) => `${name} ${range.start.line}:${range.start.character}`,
  );
}

const cases: readonly [text: string, ...definitions: string[]][] = [
  ['@a = as\n### One\nx = «{{a}}»\n', 'a 0:1'],
  ['@a = as\n### One\n  @a = or\nx = «{{a}}»\n', 'a 2:3'],
  ['@a = as\n### One\nx = «{{a}}»\n@a = or\n', 'a 0:1'],
  ['@a = as\nx = «{{a}}»\n', 'a 0:1'],
  ['@a = as\n@b = {{a}}\n### One\nx = «one{{a}}-{{b}}»\n', 'a 0:1', 'b 1:1'],
  ['@a = as\n### One\nx = «{{a}}{{a}}»\n', 'a 0:1'],
  [`@a = as\n### One\nx = ${'{{b}} '.repeat(500)}«{{a}}» ${'{{a}} '.repeat(500)}\n`, 'a 0:1'],
  [`@a = as\n### One\nx = «${'b'.repeat(600)}{{a}}»\n`],
  ['@a = as\n### One\n«x» = {{a}}\n'],
  ['@a = as\n### One\n«x={{a}}»\n'],
  ['@a = as\n### One\n«{{a}} AND y»\n'],
  ['@a = as\n### One\nx = «{{b}}»\n'],
  ['@a = as\n### One\nx = «\\{{a}}»\n'],
  ['### One\n@a = as\n### Two\nx = «{{a}}»\n'],
];
for (const [text, ...definitions] of cases)
  test(JSON.stringify(text.slice(0, 60)), () => assert.deepEqual(lines(text), definitions));
