/** Queries of code that is in files of another language: a source, and the problems at their places; a fix in both quotings. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HostId } from '../../../server/src/embedded/hosts/hosts.ts';
import { fixedOnce, fixesIn, problemsIn, queriesIn } from '../../support/embedded.ts';

const notebook = (source: unknown, language = 'python', cell = 'code'): string =>
  JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: ['jql = "a = b"'] },
      { cell_type: cell, outputs: [{ data: { 'image/png': 'A'.repeat(30_000) } }], source },
    ],
    metadata: { kernelspec: { language } },
  });

const found: readonly (readonly [host: HostId, source: string, ...queries: string[]])[] = [
  [
    'jupyter',
    notebook(['import jira\n', 'jql = ("project = \\"é\\" "\n', '  f"AND x = {y}")']),
    'project = "é" AND x = {{y}}',
  ],
  ['jupyter', notebook("p = {'action': 'query',\n 'list': 'random'}"), 'action=query\nlist=random'],
  ['jupyter', notebook(['jql = "a = b"'], 'R')],
  ['jupyter', notebook(['%%bash\n', 'jql = "a = b"'])],
  ['jupyter', notebook(['jql = "a = b"'], 'python', 'raw')],
  [
    'html',
    `<p>jql</p><script>\nconst jql = "key = A-1";\n</script><SCRIPT type="module">f({ jql: \`key = \${k}\` })</script>`,
    'key = A-1',
    'key = {{k}}',
  ],
  ['html', `<script type="application/json">{"jql": "key = A-1"}</script>`, 'key = A-1'],
  ['html', `<!-- <script>jql = "a = b"</script> --><script type="text/template">jql = "a = b"</script>`],
  ['html', `<script>jql = "a = b"`],
  [
    'vue',
    `<template>{{ jql }}</template>\n<script setup lang="ts">\nconst jql = <string>"key = A-1";\nconst p = { action: 'query', list: 'random' } as const;\n</script>`,
    'action=query\nlist=random',
  ],
  ['svelte', `<script>\n  const jql = 'key = A-1';\n</script>\n<p>{jql}</p>`, 'key = A-1'],
];

describe('code in other files', () => {
  for (const [host, source, ...queries] of found)
    it(`has its queries: ${host}: ${source.slice(0, 100)}`, async () =>
      assert.deepEqual(await queriesIn(host, source), queries));

  it('has its problems where they are', async () => {
    const source = notebook(['x = 1\n', 'jql = "labels = \\"b\\" AND priorty = High"']);
    assert.deepEqual(await problemsIn('jupyter', source), ['unknown-field priorty']);
    const page = '<script>\nf({ jql: "priorty = High" })</script>';
    assert.deepEqual(await problemsIn('html', page), ['unknown-field priorty']);
  });

  it('is fixed in the quoting of both', async () => {
    const source = notebook(['x = 1\n', 'jql = "status = In Progress"']);
    assert.equal(
      await fixedOnce('jupyter', source),
      notebook(['x = 1\n', 'jql = "status = \\"In Progress\\""']),
    );
    const request = notebook([
      "p = {'action': 'query',\n",
      " 'prop': 'deletedrevisions',\n",
      " 'drprop': 'ids', 'titles': t}",
    ]);
    const fixes = await fixesIn('jupyter', request);
    assert.equal(fixes.get('Change “drprop” to “drvprop”'), request.replace('drprop', 'drvprop'));
  });
});
