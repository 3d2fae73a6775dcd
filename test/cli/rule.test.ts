/** `wikijql rule`: the pages about problems. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { folderWith } from './program.ts';

const about = (meaning: string): string => `empty-list

JQL · error

${meaning}

Wrong:

    labels IN ()

Right:

    labels IN (urgent)

It is an error, so correct the query. To ignore it nevertheless, add this line above the query, or in the header of the file for all its queries:

    # @ignore empty-list: the reason
`;

it('prints the page about a code', async () => {
  using folder = folderWith({});
  assert.deepEqual(await folder.wikijql('rule', 'empty-list'), {
    exit: 0,
    out: about(
      'A list has no values. Jira rejects the query. Name at least one value, or remove the condition.',
    ),
    error: '',
  });
});

it('prints the pages of all languages that have a code', async () => {
  using folder = folderWith({});
  const { out } = await folder.wikijql('rule', 'never-true');
  assert.deepEqual(out.match(/^never-true$/gm)?.length, 2);
  const { out: json } = await folder.wikijql('rule', 'never-true', '-o', 'json');
  const { problems } = JSON.parse(json);
  assert.deepEqual(
    problems.map(({ group, wrong }: Record<string, string>) => [group, wrong?.split('\n')[0]]),
    [
      ['jql', 'status = Open AND status = Done'],
      ['wiki', 'list=recentchanges'],
    ],
  );
});

it('lists all codes, a line each', async () => {
  using folder = folderWith({});
  const { out, exit } = await folder.wikijql('rule');
  assert.equal(exit, 0);
  assert.match(out, /^JQL\n  always-true {2,}Each issue /);
  assert.match(out, /\n  unused-ignore {2,}\S.*\n/);
});

it('names the code that is meant', async () => {
  using folder = folderWith({});
  for (const [word, message] of [
    ['mixed_and_ors', 'Unknown code “mixed_and_ors”. Did you mean “mixed-and-or”?\n'],
    ['nothing-like-it', 'Unknown code “nothing-like-it”. “wikijql rule” lists all codes.\n'],
  ] as const)
    assert.deepEqual(await folder.wikijql('rule', word), { exit: 2, out: '', error: message });
});
