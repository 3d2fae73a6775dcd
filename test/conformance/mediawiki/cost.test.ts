/** The predicted cost of a run, compared with the requests that the product sends to a real MediaWiki for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBackend } from '../../../server/src/network/create-backend.ts';
import { costOfWiki } from '../../../server/src/wiki/cost/predict-cost.ts';
import { ownLimits } from '../../../server/src/wiki/own-limits.ts';
import { buildWikiRequest } from '../../../server/src/wiki/wiki-request.ts';
import { wikiWithBackend } from '../../support/wiki-with-backend.ts';
import { modelOf } from '../../support/wiki-problems.ts';

/** The wiki has more rows than each of these asks for. */
const queries: readonly [query: string, limit: number | undefined][] = [
  ['list=allpages', 45],
  ['list=allpages\naplimit=20', undefined],
  ['list=allpages\naplimit=20', 90],
  ['list=allpages\naplimit=max', 200],
  ['list=categorymembers\ncmtitle=Category:Stars\ncmlimit=7', 100],
  ['generator=allpages\nprop=info', 35],
  ['list=allrevisions', 35],
  ['list=allrevisions\narvprop=content\narvslots=main\narvlimit=max', 120],
  ['list=search\nsrsearch=star', 30],
  ['titles=Physics|Sun\nprop=info', 500],
  ['meta=siteinfo', 500],
  ['titles=Physics|Sun\nprop=extracts\nexplaintext', 500],
  ['titles=Physics\nprop=extracts\nexplaintext', 500],
  ['generator=allpages\ngaplimit=30\nprop=extracts\nexintro', undefined],
  ['generator=allpages\ngaplimit=20\nprop=extracts\nexintro\nexlimit=5', 40],
  ['generator=allpages\ngaplimit=20\nprop=pageimages\npilimit=5', undefined],
];

describe('the cost of a run', () => {
  const backend = createBackend();
  const { wiki } = wikiWithBackend(backend);

  for (const [query, limit] of queries)
    it(`${query.replaceAll('\n', '&')}, ${limit ?? 'no'} limit`, async () => {
      const model = modelOf(query);
      const { parameters, post } = buildWikiRequest(model);
      const run = {
        run: `${query} ${limit}`,
        site: { name: 'real', url: wiki().url },
        request: { kind: 'wiki', parameters, post },
        limit: limit ?? 500,
        ...(limit === undefined && { ownLimits: ownLimits(model) }),
      } as const;
      const sink = { table: () => undefined, progress: () => undefined };
      const { requests } = await backend.run(run, sink, new AbortController().signal);
      assert.equal(costOfWiki(model, limit, 500).requests, requests);
    });
});
