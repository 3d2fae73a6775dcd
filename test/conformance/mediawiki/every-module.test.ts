/**
 * Every module of the catalogue: its request is built, and sent through the product's own network side to the real
 * MediaWiki by an anonymous visitor; a parameter that it does not have is seen by our diagnostics and by the wiki.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { RunOutcome } from '../../../server/src/network/backend.ts';
import { createBackend } from '../../../server/src/network/create-backend.ts';
import { type Module, moduleGroups } from '../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import { type BuiltRequest, buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { coreCatalogue } from '../../support/catalogue.ts';
import { wikiWithBackend } from '../../support/wiki-with-backend.ts';
import { type WikiAnswer, WikiSession } from '../../support/wiki-session.ts';
import { found, modelOf } from '../../support/wiki-problems.ts';
import data from './module-queries.json' with { type: 'json' };

const modules = moduleGroups.flatMap(group => coreCatalogue.modules(group));
const queries = new Map(data.queries.map(query => [/^\w+=(\w+)/.exec(query)?.[1], query]));
/** By module: the error that an anonymous visitor gets. */
const refused = new Map(Object.entries(data.refused));
/** The sample pages give these nothing to tell. */
const empty = new Set(data.empty);
/** By module that the wiki never gets to the end of, where it looks for unknown names: a value that is wrong instead. */
const unfinished = new Map(Object.entries(data.unfinished));
/** The real wiki, 1.39 without some extensions, does not have them. */
const absent = new Set(data.absent);

const queryOf = ({ name }: Module): string => queries.get(name) ?? assert.fail(`no query for ${name}`);
const requestOf = (query: string): BuiltRequest => buildWikiRequest(modelOf(query));
const pairs = (query: string): [string, string][] =>
  query.split('\n').map(line => [line.replace(/=.*/, ''), line.replace(/^[^=]*=?/, '')]);
const formOf = (query: string): URLSearchParams =>
  new URLSearchParams(requestOf(query).parameters.map(([name, value]): [string, string] => [name, value]));
const supplied = [
  ['action', 'query'],
  ['format', 'json'],
  ['formatversion', '2'],
  ['errorformat', 'plaintext'],
];

const codes = ({ errors = [], warnings = [] }: WikiAnswer): string[] =>
  [...errors, ...warnings].map(({ code }) => code);

describe('every module', () => {
  const backend = createBackend();
  const { wiki } = wikiWithBackend(backend);
  let administrator: WikiSession;
  before(async () => {
    administrator = await WikiSession.asAdministrator(wiki().url);
  });

  const run = (query: string): Promise<RunOutcome> => {
    const { parameters, post } = requestOf(query);
    const order = {
      run: query,
      site: { name: 'real', url: wiki().url },
      request: { kind: 'wiki', parameters, post },
      limit: 5,
    } as const;
    const sink = { table: () => undefined, progress: () => undefined };
    return backend.run(order, sink, new AbortController().signal);
  };

  it('has one query in the table, and none other has', () => {
    assert.deepEqual(new Set(queries.keys()), new Set(modules.map(({ name }) => name)));
    assert.equal(data.queries.length, modules.length);
    assert.equal(modules.length, 76);
    assert.equal(absent.size, 8);
  });

  for (const module of modules) {
    const { name, prefix } = module;

    it(`${name}: its request is built`, () => {
      const query = queryOf(module);
      const { parameters, post, token } = requestOf(query);
      assert.deepEqual(parameters, [...supplied, ...pairs(query)]);
      assert.equal(post, module.mustBePosted);
      const wanted = module.parameters.find(({ tokenType }) => tokenType !== undefined);
      assert.deepEqual(token, wanted && { parameter: prefix + wanted.name, type: wanted.tokenType });
    });

    if (!absent.has(name))
      it(`${name}: the wiki answers`, async () => {
        const outcome = await run(queryOf(module));
        const refusal = refused.get(name);
        assert.deepEqual(codes(outcome), refusal === undefined ? [] : [refusal]);
        const notices = outcome.notices.map(({ code }) => code);
        assert.deepEqual(notices, refusal === undefined ? [] : ['accountNeeded']);
        if (refusal !== undefined) assert.equal(outcome.status, 'failed');
        else assert.ok(empty.has(name) ? outcome.rows === 0 : outcome.rows > 0, `${outcome.rows} rows`);
      });

    it(`${name}: what it does not have is seen by us and by the wiki`, async () => {
      const value = unfinished.get(name);
      const [code, line] = value
        ? (['unrecognizedvalues', value] as const)
        : (['unrecognizedparams', `${prefix}nosuch=1`] as const);
      const query = `${queryOf(module)}\n${line}`;
      const ours = found(query).join(' ');
      assert.match(ours, new RegExp(`(^| )${code}@\\w*nosuch\\b`), ours);
      const answer = refused.has(name) ? await administrator.query(formOf(query)) : await run(query);
      assert.ok(codes(answer).includes(code), codes(answer).join(' '));
    });
  }
});
