/** The code that queries are copied as, executed: it gives what our own run gives. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createThreadBackend } from '../../server/src/network/thread/thread-backend.ts';
import { wikiWithBackend } from '../support/wiki-with-backend.ts';
import { programs, runCode, type WikiCode, wikiCode } from '../support/query-code.ts';
import { TableSink } from '../support/stored-rows.ts';

const workerFile = new URL('../../server/src/network/thread/worker.ts', import.meta.url);
type Result = Readonly<Record<string, unknown>>;

/** Each over several responses, but for those that `inOneResponse` names. */
const queries: Readonly<Record<string, string>> = {
  'a list to its end': '# @all\nlist=categorymembers\ncmtitle=Category:Stars\ncmlimit=20',
  'a list to its limit': '# @limit 70\nlist=allpages\naplimit=30',
  'a limit of its own': 'list=allpages\naplimit=25',
  'two lists with limits of their own': 'list=allpages|allcategories\naplimit=12\naclimit=3',
  'parts of pages':
    '# @limit 40\ngenerator=allpages\ngapfilterredir=nonredirects\ngaplimit=30\nprop=links|categories|info\npllimit=7\ncllimit=11',
  'pages and a list':
    '# @limit 60\ntitles=Physics|Nowhere at all|Moon\nprop=links\npllimit=2\nlist=allpages\naplimit=20',
  'rows in groups': '# @all\nlist=allrevisions\narvlimit=50\narvprop=ids|timestamp',
  'rows in a part': '# @limit 30\nlist=querypage\nqppage=Shortpages\nqplimit=10',
  'the wiki itself': 'meta=siteinfo|userinfo\nsiprop=general|namespaces|statistics',
  'many titles': `titles=${Array.from({ length: 50 }, (_, index) => `A title ${'x'.repeat(200)} ${index}`).join('|')}`,
  'texts with marks':
    'list=search\nsrsearch=it\'s "light" $HOME `id` %20 \\n é 😀 <b>&amp;\nprop=info\ntitles=O\'Neil|A\\B|“q”|$x{y}',
};

const inOneResponse: ReadonlySet<string> = new Set([
  'a limit of its own',
  'two lists with limits of their own',
  'the wiki itself',
  'many titles',
  'texts with marks',
]);

/** Without what depends on the moment, and without the difference of `{}` and `[]`, which PHP does not have. */
const comparable = (result: Result): Result => {
  const lasting = Object.entries(result).filter(([name]) => name !== 'general' && name !== 'statistics');
  const parsed: Result = JSON.parse(JSON.stringify(Object.fromEntries(lasting)).replaceAll('{}', '[]'));
  return parsed;
};

describe('code that a query is copied as, at a real MediaWiki', () => {
  const backend = createThreadBackend(workerFile);
  const { wiki } = wikiWithBackend(backend);

  /** The merged answer of our own run, with no more rows than it shows. */
  const ownResult = async (name: string, { request, limit, ownLimits }: WikiCode) => {
    const sink = new TableSink();
    const outcome = await backend.run(
      {
        run: name,
        site: { name: 'real', url: wiki().url },
        request: { kind: 'wiki', parameters: request.parameters, post: request.post },
        limit,
        ...(ownLimits.length > 0 && { ownLimits }),
      },
      sink,
      new AbortController().signal,
    );
    assert.deepEqual(outcome.errors, []);
    const rows = await sink.tables(backend, name);
    const { query }: { query: Result } = JSON.parse((await backend.raw(name)) ?? '{}');
    const shown = Object.fromEntries(
      Object.entries(query).map(([table, value]) => [
        table,
        Array.isArray(value) && table !== 'allrevisions' ? value.slice(0, rows.get(table)?.length) : value,
      ]),
    );
    return { requests: outcome.requests, shown };
  };

  for (const [name, text] of Object.entries(queries))
    describe(`for ${name}`, () => {
      let expected: Awaited<ReturnType<typeof ownResult>>;
      let code: WikiCode;
      before(async () => {
        code = wikiCode(text, wiki().url);
        expected = await ownResult(name, code);
        assert.equal(expected.requests > 1, !inOneResponse.has(name), `${expected.requests} requests`);
      });
      for (const form of ['fetch', 'requests', 'php'])
        it(`gives the same rows by ${form}`, async () => {
          const [program, file] = programs[form]!;
          const printed: Result = JSON.parse(await runCode(program, file, code.forms.get(form)!));
          assert.deepEqual(comparable(printed), comparable(expected.shown));
        });
      it('gives the first response by curl', async () => {
        const [program, file] = programs['curl']!;
        const { query }: { query: Result } = JSON.parse(
          await runCode(program, file, code.forms.get('curl')!),
        );
        for (const [table, value] of Object.entries(comparable(query))) {
          const whole = comparable(expected.shown)[table];
          if (expected.requests === 1) assert.deepEqual(value, whole, table);
          else if (
            Array.isArray(value) &&
            Array.isArray(whole) &&
            table !== 'pages' &&
            table !== 'allrevisions'
          )
            assert.deepEqual(value.slice(0, whole.length), whole.slice(0, value.length), table);
        }
      });
    });
});
