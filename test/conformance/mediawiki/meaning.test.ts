/** Queries reported as empty or without effect, compared with the results of a real MediaWiki. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import meaning from '../../../server/catalogue/wiki/meaning.json' with { type: 'json' };
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { problemsOf } from '../../support/wiki-problems.ts';
import { WikiSession } from '../../support/wiki-session.ts';
import data from './meaning-queries.json' with { type: 'json' };

interface Answer {
  /** The rows of each list; what is not a list is not a result here. */
  readonly query?: Readonly<Record<string, readonly object[] | object>>;
  readonly errors?: unknown;
}

const ofPages: ReadonlySet<string> = new Set(['pageid', 'ns', 'title', 'missing', 'special']);

const saysMore = (page: object): boolean => Object.keys(page).some(key => !ofPages.has(key));

/** The rows of all lists, and the pages that have more than what identifies them. */
function found({ query = {} }: Answer): number {
  return Object.entries(query)
    .map(([name, rows]) => {
      if (!Array.isArray(rows)) return 0;
      return name === 'pages' ? rows.filter(saysMore).length : rows.length;
    })
    .reduce((sum, count) => sum + count, 0);
}

/** The result without the wiki's clock, which differs between two requests. */
const timeless = ({ query }: Answer): unknown =>
  JSON.parse(JSON.stringify(query ?? null), (name, value: unknown) => (name === 'time' ? undefined : value));

const linesOf = (query: string): string => query.replaceAll('&', '\n');
const codes = (query: string): string[] =>
  problemsOf(linesOf(query))
    .filter(({ code }) => ['empty-range', 'never-true', 'redundant', 'reversed-range'].includes(code))
    .map(({ code }) => code);

describe('what a query says', () => {
  let wiki: MediaWiki;
  let session: WikiSession;
  before(async () => {
    wiki = await startMediaWiki();
    session = await WikiSession.asAdministrator(wiki.url);
  });
  after(() => wiki.stop());

  const ask = async (query: string): Promise<Answer> => {
    const answer = await session.ask<Answer>(new URLSearchParams(`action=query&${query}`));
    assert.equal(answer.errors, undefined, query);
    return answer;
  };

  for (const [code, nothing, near] of data.nothing)
    it(`${code}: ${nothing}`, async () => {
      assert.equal(found(await ask(nothing!)), 0);
      assert.deepEqual(codes(nothing!), [code]);
      assert.ok(found(await ask(near!)) > 0, near);
      assert.deepEqual(codes(near!), []);
    });

  for (const query of data.something)
    it(`is not reported: ${query}`, async () => {
      assert.ok(found(await ask(query)) > 0);
      assert.deepEqual(codes(query), []);
    });

  for (const [without, added, needed] of data.withoutEffect)
    it(`has no effect: ${without}&${added}`, async () => {
      assert.deepEqual(timeless(await ask(`${without}&${added}`)), timeless(await ask(without!)));
      assert.deepEqual(codes(`${without}&${added}`), ['redundant']);
      if (needed !== null) assert.deepEqual(codes(`${without}&${needed}&${added}`), []);
    });

  it('has a query for each fact', () => {
    const text = JSON.stringify(data);
    const ofOtherExtensions: ReadonlySet<string> = new Set(['geosearch']);
    const modules = [
      ...meaning.names.titles,
      ...meaning.names.users,
      ...meaning.numbers.flatMap(each => each.modules),
      ...meaning.past,
      ...meaning.pagesOf.flatMap(each => each.modules),
      ...meaning.titlesWithin.map(({ module }) => module),
      ...meaning.withoutEffect.map(({ module }) => module),
    ];
    assert.deepEqual(
      modules.filter(name => !ofOtherExtensions.has(name) && !new RegExp(`=${name}\\b`).test(text)),
      [],
    );
  });
});
