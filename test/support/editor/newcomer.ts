/** An editor with an empty folder and no site, in which the sandbox's wiki answers for Wikipedia. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandboxWiki } from '../../sandbox/wiki.ts';
import { startHostProxy } from '../host-proxy.ts';
import { type EditorFixture, openEditorFixture } from './editor-fixture.ts';

export const openNewcomerFixture = async (): Promise<EditorFixture> => {
  const wiki = await startSandboxWiki();
  const { origin } = new URL(wiki.url);
  const proxy = await startHostProxy({ 'en.wikipedia.org': origin, 'de.wikipedia.org': origin });
  const folder = await mkdtemp(path.join(tmpdir(), 'newcomer-'));
  const authority = path.join(folder, 'authority.crt');
  await writeFile(authority, proxy.authority);
  const fixture = await openEditorFixture({
    isEmpty: true,
    wiki,
    settings: { 'wikijql.sites': {}, 'wikijql.defaultSite': '' },
  });
  await fixture.editor.set('wikijql.http.certificateAuthorities', [authority]);
  await fixture.editor.set('wikijql.http.proxy', proxy.url);
  return {
    ...fixture,
    close: async () => {
      await fixture.close();
      await proxy.stop();
      await rm(folder, { recursive: true });
    },
  };
};
