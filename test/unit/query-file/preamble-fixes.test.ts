/** Fixes of the problems of directives and variables: a block, and what the first fix of its first problem makes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import messages from '../../../server/catalogue/messages/query-file-fixes.json' with { type: 'json' };
import { preambleFixes } from '../../../server/src/query-file/preamble-fixes.ts';
import { validatePreamble } from '../../../server/src/query-file/validation/preamble-validation.ts';
import { edited, viewOf } from '../../support/wiki-problems.ts';

const words = new Set(Object.keys(messages));
const context = { now: 0, sites: [{ name: 'enwiki', kind: 'wiki', url: '' }], defaultSite: '' } as const;

describe('a fix of a directive or variable', () => {
  const cases: readonly (readonly [text: string, after: string | undefined])[] = [
    ['# @limt 5\nlist=allpages', '# @limit 5\nlist=allpages'],
    ['# @site enwki\nlist=allpages', '# @site enwiki\nlist=allpages'],
    ['# @view tabel\nlist=allpages', '# @view table\nlist=allpages'],
    ['# @limit 5\n# @limit 6\nlist=allpages', '# @limit 6\nlist=allpages'],
    ['# @fields a\r\nlist=allpages', 'list=allpages'],
    ['# @limit 5\n# @all\nlist=allpages', '# @limit 5\nlist=allpages'],
    ['@category = A\nprop=info\ntitles={{categry}}', '@category = A\nprop=info\ntitles={{category}}'],
    ['### A\nlist=allpages\n# @site nowhere\n', '### A\nlist=allpages\n'],
    ['list=allpages\n# @zebra', 'list=allpages'],
    ['# @all  yes\nlist=allpages', '# @all\nlist=allpages'],
    ['# @limit\nlist=allpages', '# @limit 2000\nlist=allpages'],
    ['# @limit 10,000\nlist=allpages', '# @limit 10000\nlist=allpages'],
    ['# @watch 20\nlist=allpages', '# @watch 20m\nlist=allpages'],
    ['# @watch 2 Hours\nlist=allpages', '# @watch 2h\nlist=allpages'],
    ['# @watch 0m\nlist=allpages', '# @watch 1m\nlist=allpages'],
    ['# @watch soon\nlist=allpages', undefined],
    ['# @limit some\nlist=allpages', undefined],
    ['# @name 2 caf\u00E9s in town\nlist=allpages', '# @name cafes-in-town\nlist=allpages'],
    ['prop=info\ntitles={{a}}\n@a = 1', undefined],
    ['### Q\n# @limit 5\n\nproject = {{a}}', '### Q\n# @limit 5\n\n@a = \nproject = {{a}}'],
    ['@b = {{a}}\r\nproject = {{b}}', '@a = \r\n@b = {{a}}\r\nproject = {{b}}'],
    ['@a = {{b}}\n@b = {{a}}', undefined],
  ];
  for (const [text, after] of cases)
    it(JSON.stringify(text), () => {
      const view = viewOf(text);
      const [problem] = validatePreamble(view, context, {
        kind: 'wiki',
        undefinedName: () => (text.includes('project') ? 'error' : 'hint'),
      });
      assert.ok(problem);
      const [fix] = preambleFixes(view.block, problem);
      assert.equal(fix && edited(text, fix.edits), after);
      assert.ok(fix === undefined || (words.has(fix.title) && words.has(`fixAll.${fix.kind}`)));
    });
});
