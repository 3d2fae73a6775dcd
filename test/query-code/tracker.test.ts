/** The code that JQL is copied as, executed against the embedded tracker: it asks what our own run asks, and gets its issues. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { programs, runCode, trackerCode } from '../support/query-code.ts';
import { TableSink } from '../support/stored-rows.ts';

const workerFile = new URL('../../server/src/network/thread/worker.ts', import.meta.url);

interface Page {
  readonly issues: readonly { readonly key: string }[];
}
const keysOf = ({ issues }: Page): string[] => issues.map(({ key }) => key);

const queries: readonly string[] = [
  '# @limit 30\nproject = LAMP ORDER BY key',
  '# @columns summary, status, Story Points\nproject in (LAMP, GARD) ORDER BY updated DESC, key',
  '# @limit 5\nsummary ~ "it\'s $HOME `id` %20 é 😀"\n  OR project = LAMP\nORDER BY key DESC',
];

for (const cloud of [false, true])
  describe(`code that JQL is copied as, at ${cloud ? 'Cloud' : 'Data Center'}`, () => {
    const backend = createThreadBackend(workerFile);
    let tracker: SandboxTracker;
    let env: Readonly<Record<string, string>>;
    before(async () => {
      tracker = await startSandboxTracker({ contextPath: '/jira', flavour: cloud ? 'cloud' : 'server' });
      const account = tracker.account('ada');
      account.token = 'canary';
      env = { JIRA_EMAIL: account.person.email, JIRA_API_TOKEN: 'canary', JIRA_ACCESS_TOKEN: 'canary' };
      backend.configure({ userAgent: 'wikijql-test/1.0', proxy: '', certificateAuthorities: [] });
    });
    after(async () => {
      await backend.dispose();
      await tracker.stop();
    });

    /** The parameters of the last search, without `expand`, which is for the names of columns and not in the code. */
    const asked = (): Readonly<Record<string, string>> => {
      const search = tracker.requests.findLast(({ path }) => path.includes('/search'));
      assert(search);
      return Object.fromEntries([...search.query].filter(([name]) => name !== 'expand'));
    };

    for (const [index, text] of queries.entries())
      describe(JSON.stringify(text), () => {
        let expected: { readonly keys: readonly unknown[]; readonly asked: Readonly<Record<string, string>> };
        let forms: ReadonlyMap<string, string>;
        before(async () => {
          const { jql, forms: made } = trackerCode(text, tracker.url, cloud);
          forms = made;
          const limit = Number(/@limit (\d+)/.exec(text)?.[1] ?? 100);
          const fields = /@columns (.*)/.exec(text)?.[1]?.split(', ').slice(0, 2);
          const sink = new TableSink();
          const run = `run ${index}`;
          await backend.run(
            {
              run,
              site: { name: 'town', url: tracker.url },
              request: { kind: 'tracker', jql, ...(fields && { fields }) },
              limit,
            },
            sink,
            new AbortController().signal,
          );
          expected = { keys: (await sink.rows(backend, run)).map(row => row['key']), asked: asked() };
          assert(expected.keys.length > 0);
        });

        it('finds the same issues at the address of the REST API', async () => {
          const response = await fetch(forms.get('rest')!);
          const page: Page = JSON.parse(await response.text());
          assert.deepEqual(keysOf(page), expected.keys);
        });
        it('asks the same by curl, with credentials of the environment', async () => {
          const [program, file] = programs['curl']!;
          const printed: Page = JSON.parse(await runCode(program, file, forms.get('curl')!, env));
          assert.deepEqual(
            keysOf(printed).filter(key => expected.keys.includes(key)),
            expected.keys,
          );
          const { fields, ...others } = asked();
          const { fields: ownFields, ...ownOthers } = expected.asked;
          assert.deepEqual(others, ownOthers);
          // A run asks for the level of issues too, to mark those that only some users can see.
          const wanted = ownFields?.replace(/,security$/, '');
          assert.deepEqual(fields, wanted + (text.includes('Story Points') ? ',Story Points' : ''));
        });
        it('has no secret in it', () => {
          for (const code of forms.values()) assert.doesNotMatch(code, /canary|ada@/);
        });
      });
  });
