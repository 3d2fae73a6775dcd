/** Copied code at a wiki that is busy, continues, or refuses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json, reply, startBadServer, type Behaviour } from '../support/bad-server.ts';
import { programs, runCode, wikiCode } from '../support/query-code.ts';

const query = '# @all\ntitles=A|B\nprop=links\npllimit=1';
const lagged = json({ errors: [{ code: 'maxlag', text: 'Waiting' }] }, { 'Retry-After': '1' });
const throttled = reply(429, { 'Retry-After': '1' }, 'Too many requests');
const page = (title: string, link: string) => ({
  pageid: title.codePointAt(0)!,
  ns: 0,
  title,
  links: [{ ns: 0, title: link }],
});
const first = json({
  continue: { plcontinue: 'x|y', continue: '||info' },
  query: { pages: [page('A', '1')] },
});
const second = json({ batchcomplete: true, query: { pages: [page('A', '2'), page('B', '3')] } });
const refused = json({ errors: [{ code: 'readapidenied', text: 'You need read permission.' }] });

const run = async (form: string, behaviours: readonly Behaviour[]) => {
  const server = await startBadServer(behaviours);
  try {
    const [program, file] = programs[form]!;
    const code = wikiCode(query, server.url).forms.get(form)!;
    const printed = await runCode(program, file, code).catch((error: unknown) => String(error));
    return {
      printed,
      asked: server.requests.map(({ target }) => new URL(target, server.origin).searchParams),
    };
  } finally {
    await server.stop();
  }
};

describe('copied code', () => {
  for (const form of ['fetch', 'requests', 'php']) {
    it(`waits while the wiki is busy, and sends all of a continuation, by ${form}`, async () => {
      const { printed, asked } = await run(form, [lagged, throttled, first, second]);
      const { pages }: { readonly pages: unknown } = JSON.parse(printed);
      assert.deepEqual(pages, [
        { ...page('A', '1'), links: [...page('A', '1').links, ...page('A', '2').links] },
        page('B', '3'),
      ]);
      assert.deepEqual(
        asked.map(sent => [
          sent.get('maxlag'),
          sent.get('titles'),
          sent.get('plcontinue'),
          sent.get('continue'),
        ]),
        [
          ['5', 'A|B', null, null],
          ['5', 'A|B', null, null],
          ['5', 'A|B', null, null],
          ['5', 'A|B', 'x|y', '||info'],
        ],
      );
    });
    it(`ends with what the wiki refuses, by ${form}`, async () => {
      const { printed, asked } = await run(form, [refused]);
      assert.match(printed, /readapidenied/);
      assert.equal(asked.length, 1);
    });
  }
});
