import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInQueryFence } from '#shared/base/queries/query-fences.ts';

const text = `# Title
\`\`\`sql
select 1
\`\`\`
text
> ~~~~ jql
> \`\`\`
> ~~~
> ~~~~
\`\`\`python
\`\`\`jql
\`\`\`
- \`\`\`wikiquery
  list=allpages`;

test('the lines of fences of queries, with their marks', () => {
  const lines = text.split('\n');
  const inside = lines.flatMap((_, line) => (isInQueryFence(each => lines[each] ?? '', line) ? [line] : []));
  assert.deepEqual(inside, [1, 2, 3, 5, 6, 7, 8, 12, 13]);
});
