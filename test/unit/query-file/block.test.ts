import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryBlock } from '../../../server/src/query-file/block.ts';

const kinds = (text: string) => new QueryBlock(text).lines.map(line => line.kind).join(' ');

const lines: [text: string, kinds: string][] = [
  ['', 'blank'],
  ['### Title', 'separator'],
  ['###', 'separator'],
  ['\uFEFF### Title', 'separator'],
  [' ### indented', 'comment'],
  ['a=1\n### below', 'body comment'],
  ['# comment', 'comment'],
  ['  // comment', 'comment'],
  ['# @limit 20', 'directive'],
  ['#@limit 20', 'directive'],
  ['# @ limit', 'comment'],
  ['@cat = Category:Physics', 'variable'],
  ['  @cat=x', 'variable'],
  ['@ cat=x', 'body'],
  ['list=allpages\n\n  |x', 'body blank body'],
  ['list=allpages\r\naplimit=5\r\n', 'body body blank'],
  ['list=allpages\raplimit=5', 'body body'],
];
for (const [text, expected] of lines) {
  test(`lines of ${JSON.stringify(text)} are ${expected}`, () => assert.equal(kinds(text), expected));
}

test('a title, directives and variables know their places', () => {
  const block = new QueryBlock('###  Members of X \n# @name  members \n@cat = Category:Physics\n');
  const at = ({ start, end }: { start: number; end: number }) => block.text.slice(start, end);
  assert.equal(at(block.title!.span), 'Members of X');
  const [directive] = block.directives;
  assert.deepEqual(
    [at(directive!.key.span), at(directive!.value.span), at(directive!.span)],
    ['name', 'members', '# @name  members'],
  );
  const [variable] = block.variables;
  assert.deepEqual([at(variable!.name.span), at(variable!.value.span)], ['cat', 'Category:Physics']);
});

test('the body reaches from the first to the last body line', () => {
  const block = new QueryBlock('### T\n# c\nlist=x\n\n# c\nb=1\n\n');
  assert.equal(block.text.slice(block.body!.start, block.body!.end), 'list=x\n\n# c\nb=1');
  assert.equal(new QueryBlock('### T\n# only a comment').body, undefined);
});
