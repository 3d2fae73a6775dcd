/** The columns that are said to come back, beside those of the real MediaWiki's answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import recorded from '../../../server/catalogue/wiki/recorded-columns.json' with { type: 'json' };
import { columnNamed } from '../../../server/src/query-file/language/result-columns.ts';
import { WikiTables } from '../../../server/src/network/table/wiki-tables.ts';
import { withDefaults } from '../../../server/src/network/wiki/wiki-request.ts';
import { resultColumnsOf } from '../../../server/src/wiki/result-columns/query-columns.ts';
import { recordedModule } from '../../../server/src/wiki/result-columns/recorded-columns.ts';
import { builtIn } from '../../support/catalogue.ts';
import { type MediaWiki, startMediaWiki } from '../../support/mediawiki.ts';
import { recordColumns, watchPages } from '../../support/recorded-columns.ts';
import { modelOf } from '../../support/wiki-problems.ts';
import { WikiSession } from '../../support/wiki-session.ts';
import { describeSite } from './agreement/site.ts';
import data from './module-queries.json' with { type: 'json' };

const more = [
  'list=recentchanges\nrcprop=user|comment|flags|sizes|ids\nrclimit=max',
  'list=allrevisions\narvprop=ids|content|flags\narvslots=main\narvlimit=20',
  'list=categorymembers\ncmtitle=Category:Stars\ncmprop=timestamp|type',
  'list=logevents\nleprop=ids|user|details\nlelimit=max',
  'list=users\nususers=Alice|Vandal|Nobody\nusprop=blockinfo|groups|registration',
  'list=recentchanges|allpages\nrcprop=user',
  'titles=Physics|Moon\nprop=revisions|info\nrvprop=content|user\nrvslots=main\ninprop=url',
  'titles=Physics\nprop=revisions\nrvprop=user|timestamp\nrvlimit=5',
  'titles=Physics\nprop=revisions\nrvprop=user|timestamp',
  'titles=File:Leaf.png\nprop=imageinfo\niiprop=url|size\niiurlwidth=20',
  'titles=Physics|Sun\nprop=categories|links|templates',
  'titles=Sun\nprop=links\npllimit=max',
  'generator=search\ngsrsearch=star\nprop=info',
  'generator=allpages\ngaplimit=5\nprop=revisions\nrvprop=user',
  'titles=H2O|sun|Nothing at all here|de:Sonne\nredirects\nprop=info',
];

describe('the columns of answers', () => {
  let wiki: MediaWiki;
  let session: WikiSession;
  before(async () => {
    wiki = await startMediaWiki();
    session = await WikiSession.asAdministrator(wiki.url);
    await watchPages(session);
  });
  after(() => wiki.stop());

  const queries = data.queries.filter(query => {
    const name = /^\w+=(\w+)/.exec(query)?.[1] ?? '';
    return recordedModule(name) !== undefined;
  });
  for (const query of [...queries, ...more])
    it(`has no other column: ${query.replaceAll('\n', '&')}`, async () => {
      const parameters = withDefaults(
        query.split('\n').map(line => [line.replace(/=.*/, ''), line.replace(/^[^=]*=?/, '')] as const),
      );
      const tables = new WikiTables(parameters);
      tables.add(await session.ask(new URLSearchParams([...parameters])));
      const answer = resultColumnsOf(modelOf(query), builtIn.texts);
      const unknown: string[] = [];
      let count = 0;
      for (const { table } of tables.take(() => Infinity, true))
        for (const { key, title } of table.columns) {
          count++;
          const column = columnNamed(title, answer);
          const isSaid = column !== undefined && column.lacks === undefined;
          if (!isSaid && !answer.possible.has(key.toLowerCase())) unknown.push(`${table.id}: ${key}`);
        }
      assert.deepEqual(unknown, []);
      assert.ok(count > 0, 'the wiki answers nothing');
    });

  it('are those that were recorded', async () => {
    const { catalogue } = await describeSite(session);
    const some = ['categorymembers', 'recentchanges', 'imageinfo', 'users', 'links'];
    const now = await recordColumns(
      catalogue,
      parameters => session.ask(new URLSearchParams([...parameters])),
      name => some.includes(name),
    );
    const file: Readonly<Record<string, unknown>> = recorded.modules;
    assert.deepEqual(now, Object.fromEntries(['query', ...some].toSorted().map(name => [name, file[name]])));
  });
});
