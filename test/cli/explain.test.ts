import assert from 'node:assert/strict';
import { it } from 'node:test';
import { folderWith } from './program.ts';

const two =
  '### Mine\nassignee = currentUser() ORDER BY created DESC\n\n### Late\n# @name late\ndue < now()\n';
const mine = 'Issues where assignee is you, sorted by created, newest first.\n';
const late = 'Issues where due is before now.\n';

it('explains one query, or all of a file', async () => {
  using folder = folderWith({ 'a.jql': two });
  assert.deepEqual(await folder.wikijql('explain', 'a.jql#late'), { exit: 0, out: late, error: '' });
  const { out } = await folder.wikijql('explain', 'a.jql');
  assert.equal(out, `a.jql#Mine:\n${mine}\na.jql#late:\n${late}`);
});

it('explains standard input', async () => {
  using folder = folderWith({});
  const input = 'action=query\nlist=allpages\naplimit=max\n';
  const { out } = await folder.wikijqlWith({ input }, 'explain', '-');
  assert.match(out, /^All pages of one namespace .*\n- aplimit: max \(as many as the wiki allows\)\n$/);
});
