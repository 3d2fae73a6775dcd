import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writingProblem } from '../../../server/src/runs/read-only.ts';
import { buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { modelOf } from '../../support/wiki-problems.ts';

const sends = (parameters: readonly (readonly [string, string])[]): string | undefined =>
  writingProblem({ kind: 'wiki', parameters, post: false })?.code;
const runs = (query: string): string | undefined =>
  writingProblem({ kind: 'wiki', ...buildWikiRequest(modelOf(query)) })?.code;

describe('a query of an agent', () => {
  for (const query of [
    'list=allpages\naplimit=5',
    'prop=revisions\nrvslots=main\nrvcontentformat-main=text/plain',
  ])
    it(`may be ${JSON.stringify(query)}`, () => assert.equal(runs(query), undefined));

  for (const [query, code] of [
    ['meta=tokens', 'token'],
    ['action=query&meta=userinfo&+meta=tokens', 'token'],
    ['action=query&list=allpages&%20+meta=tokens', 'token'],
    ['prop=info\nintoken=edit', 'token'],
    ['action=query&list=allpages&meta[]=tokens', 'parameter-name'],
    ['action=query&list=allpages&action.x=purge', 'parameter-name'],
    ['action=query&list=allpages&%C2%A0action=purge', 'parameter-name'],
  ] as const)
    it(`may not be ${query}`, () => assert.equal(runs(query), code));

  it('has “action=query” exactly once', () => {
    for (const actions of [[], ['purge'], ['query', 'query'], ['query', 'purge']])
      assert.equal(sends(actions.map(value => ['action', value] as const)), 'only-reading');
  });
  it('may not have a name that the wiki reads as another one', () => {
    for (const name of [' action', 'action\0', '\0', 'act ion', 'action[', ''])
      assert.equal(
        sends([
          ['action', 'query'],
          [name, 'purge'],
        ]),
        'parameter-name',
      );
  });
});
