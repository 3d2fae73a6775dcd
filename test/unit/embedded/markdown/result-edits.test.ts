/** Results are written where the next run finds them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '#shared/base/text/edits.ts';
import { findFences } from '../../../../server/src/embedded/markdown/fences.ts';
import { lostFence, resultEdit } from '../../../../server/src/embedded/markdown/result-edits.ts';

const markdown = '| a |\n| --- |\n| x |\n\n1 of 2 rows.';

const written = (text: string): string =>
  applyEdits(
    text,
    findFences(text).map(fence => resultEdit(text, fence, markdown)),
  );

const isLost = (text: string): boolean => {
  const fences = findFences(text);
  return (
    lostFence(
      text,
      fences,
      fences.map(fence => ({ fence, markdown })),
    ) !== undefined
  );
};

const indented = (indent: string): string =>
  ['```wikiquery', 'list=allpages', '```', ''].map(line => (line === '' ? '' : indent + line)).join('\n');

const kept: Readonly<Record<string, string>> = {
  'a file': indented(''),
  'a quotation': '> ```jql\n> x = 1\n> ```\n',
  'an item': `- a\n\n${indented('  ')}`,
  'an item that begins with it': '- ```jql\n  x = 1\n  ```\n',
  'an item whose first line is blank': `- \n${indented('  ')}`,
  'an item of numbers whose first line is blank': `1.\n${indented('   ')}2. b\n`,
  'an item in an item whose first line is blank': `- a\n  - \n${indented('    ')}`,
};

describe('a result', () => {
  for (const [place, text] of Object.entries(kept))
    it(`is written once in ${place}`, () => {
      const once = written(text);
      assert.equal(written(once), once);
      assert.equal(isLost(text), false);
      assert.equal(isLost(once), false);
    });

  it('is refused where the next run would not find it', () =>
    assert.equal(isLost(`-\n${indented('    ')}`), true));

  it('is refused where it would change what another fence is', () => {
    const [fence, ...others] = findFences(`${indented('')}${indented('')}`);
    assert.ok(fence);
    const hostile = '<!-- /wikijql:result -->\n\n```jql\nx = 1\n```';
    const text = `${indented('')}${indented('')}`;
    assert.notEqual(lostFence(text, [fence, ...others], [{ fence, markdown: hostile }]), undefined);
  });

  it('below another list is not that of a fence in an item', () => {
    const text = `- \n${indented('  ')}\n<!-- wikijql:result -->\n\n<!-- /wikijql:result -->\n`;
    assert.equal(findFences(text)[0]?.result, undefined);
  });
});
