/** Records the columns of a real MediaWiki's answers: `npm run columns:record` writes `server/catalogue/wiki/recorded-columns.json`. */
import { writeFileSync } from 'node:fs';
import { recordColumns, watchPages } from '../support/recorded-columns.ts';
import { startMediaWiki } from '../support/mediawiki.ts';
import { inRoot } from '../support/paths.ts';
import { WikiSession } from '../support/wiki-session.ts';
import { describeSite } from '../conformance/mediawiki/agreement/site.ts';

const wiki = await startMediaWiki();
try {
  const session = await WikiSession.asAdministrator(wiki.url);
  const { catalogue } = await describeSite(session);
  await watchPages(session);
  const modules = await recordColumns(catalogue, parameters =>
    session.ask(new URLSearchParams([...parameters])),
  );
  const source =
    'the answers of MediaWiki 1.39 with sample pages to an administrator; npm run columns:record';
  const tables = Object.entries(modules).map(
    ([name, shapes]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shapes)}`,
  );
  const text = `{\n "source": ${JSON.stringify(source)},\n "modules": {\n${tables.join(',\n')}\n }\n}\n`;
  writeFileSync(inRoot('server/catalogue/wiki/recorded-columns.json'), text);
  console.log(`${Object.keys(modules).length} modules`);
} finally {
  await wiki.stop();
}
