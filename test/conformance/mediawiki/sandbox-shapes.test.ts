/** The sandbox answers in the shapes of a real MediaWiki: every accepted difference is listed with its reason. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Json, type JsonObject, isList, isObject } from '../../sandbox/json.ts';
import { registry } from '../../sandbox/modules.ts';
import { type SandboxWiki, sandboxAccounts, startSandboxWiki } from '../../sandbox/wiki.ts';
import { fetchJson } from '../../support/fetch-json.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { WikiSession } from '../../support/wiki-session.ts';
import accepted from './sandbox-shapes/accepted.json' with { type: 'json' };
import queries from './sandbox-shapes/queries.json' with { type: 'json' };
import { differences, shapeOf } from './sandbox-shapes/shape.ts';

type Side = keyof typeof queries.words;

/** The parameters of a query on one of the wikis: what it is about has another name on each. */
function parametersOn(side: Side, query: string): URLSearchParams {
  const words = new Map<string, string>(Object.entries(queries.words[side]));
  const filled = query.replaceAll(
    /\{(\w+)\}/gu,
    (_, name: string) => words.get(name) ?? assert.fail(`no word for ${name}`),
  );
  return new URLSearchParams(`action=query&${filled.replaceAll('+', '%2B')}`);
}

interface Accepted {
  readonly query: string;
  readonly differences: readonly { readonly at: string; readonly reason: string }[];
}

const acceptedHere: readonly Accepted[] = accepted;
const known = new Map(acceptedHere.map(({ query, differences: list }) => [query, list.map(({ at }) => at)]));

/** How many answers went on in both wikis. */
let continued = 0;

/** Fails on a difference that is not listed, and on a listed one that is gone. */
function compare(query: string, sandbox: JsonObject, real: JsonObject): void {
  assert.deepEqual(reported(sandbox), reported(real));
  const goesOn = [sandbox, real].every(answer => 'continue' in answer);
  if (goesOn) continued += 1;
  const found = differences(shapeOf(content(sandbox, goesOn)), shapeOf(content(real, goesOn)));
  assert.deepEqual(found.toSorted(), (known.get(query) ?? []).toSorted(), query);
}

/** The errors and warnings of a response, without their wording. */
const reported = (answer: JsonObject): Json =>
  ['errors', 'warnings'].flatMap(kind => {
    const list = answer[kind];
    return isList(list)
      ? list.filter(isObject).map(({ code = '', module = '', data = null }) => ({
          kind,
          code,
          module,
          data: [...shapeOf(data).keys()],
        }))
      : [];
  });

describe('the sandbox answers like a real MediaWiki', () => {
  let sandbox: SandboxWiki;
  let real: MediaWiki;
  const sessions = new Map<string, WikiSession>();

  before(async () => {
    [sandbox, real] = await Promise.all([startSandboxWiki(), startMediaWiki()]);
    sessions.set('sandbox', new WikiSession(sandbox.url)).set('real', new WikiSession(real.url));
    sessions
      .set('real signed in', await WikiSession.asAdministrator(real.url))
      .set('sandbox signed in', await signedIn(sandbox.url));
  });
  after(() => Promise.all([sandbox.stop(), real.stop()]));

  async function both(query: string, as = ''): Promise<readonly [JsonObject, JsonObject]> {
    const ask = async (side: Side) =>
      sessions.get(side + as)?.ask<JsonObject>(parametersOn(side, query)) ?? assert.fail('no session');
    return [await ask('sandbox'), await ask('real')];
  }

  for (const query of queries.anonymous)
    it(query, async () => {
      const [mine, theirs] = await both(query);
      compare(query, mine, theirs);
    });

  for (const query of queries.signedIn)
    it(`signed in: ${query}`, async () => {
      const [mine, theirs] = await both(query, ' signed in');
      compare(query, mine, theirs);
    });

  for (const query of queries.anonymous)
    it(`in the older format: ${query}`, async () => {
      const [mine, theirs] = await both(`${query}&formatversion=1&errorformat=bc`);
      const [sandboxShape, realShape] = [shapeOf(rest(mine)), shapeOf(rest(theirs))];
      const agreed = new Set(known.get(query) ?? []);
      const found = differences(sandboxShape, realShape).filter(difference => {
        const [path = ''] = difference.split(':');
        return !agreed.has(difference) && !sandboxShape.get(path)?.flag && !realShape.get(path)?.flag;
      });
      assert.deepEqual(found, []);
    });

  for (const query of queries.reports)
    it(`says the same about ${query}`, async () => {
      const [mine, theirs] = await both(query);
      assert.notDeepEqual(reported(theirs), []);
      assert.deepEqual(reported(mine), reported(theirs));
    });

  it('goes on in the same way', () => assert(continued >= 35, `only ${continued} answers went on in both`));

  it('is asked about every module that both have', async () => {
    const { paraminfo } = await fetchJson<{ paraminfo: { modules: { name: string }[] } }>(
      `${real.url}?action=paraminfo&format=json&modules=query%2B*`,
    );
    const asked = new Set(
      [...queries.anonymous, ...queries.signedIn, ...queries.reports].flatMap(query =>
        ['list', 'prop', 'meta', 'generator'].flatMap(
          name => new URLSearchParams(query).get(name)?.split('|') ?? [],
        ),
      ),
    );
    const here = new Set(
      [registry.lists, registry.props, registry.metas].flatMap(modules => [...modules.keys()]),
    );
    const shared = paraminfo.modules.map(({ name }) => name).filter(name => here.has(name));
    assert(shared.length >= 43);
    assert.deepEqual(
      shared.filter(name => !asked.has(name)),
      [],
    );
  });

  it('has a reason for every difference', () => {
    const all = new Set([...queries.anonymous, ...queries.signedIn]);
    for (const { query, differences: list } of acceptedHere) {
      assert(all.has(query), `no such query: ${query}`);
      for (const { at, reason } of list) assert(reason.length > 10, at);
    }
  });
});

/** An answer without what is said about it, and without how it goes on. */
function rest(answer: JsonObject): JsonObject {
  const {
    errors: _errors,
    warnings: _warnings,
    docref: _docref,
    continue: _next,
    batchcomplete: _batch,
    ...members
  } = answer;
  return members;
}

/** Where only one of the wikis has more rows, how it goes on is a matter of data. */
const content = (answer: JsonObject, goesOn: boolean): JsonObject =>
  goesOn
    ? {
        ...rest(answer),
        continue: answer['continue'] ?? null,
        batchcomplete: answer['batchcomplete'] ?? false,
      }
    : rest(answer);

async function signedIn(url: string): Promise<WikiSession> {
  const session = new WikiSession(url);
  const { query } = await session.ask<{ query: { tokens: { logintoken: string } } }>({
    action: 'query',
    meta: 'tokens',
    type: 'login',
  });
  const [{ user, password }] = sandboxAccounts;
  await session.ask({
    action: 'clientlogin',
    username: user,
    password,
    logintoken: query.tokens.logintoken,
    loginreturnurl: url,
  });
  return session;
}
