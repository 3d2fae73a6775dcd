/** A real MediaWiki and the product's network side, for the tests of one `describe`. */
import { after, before } from 'node:test';
import type { Backend } from '../../server/src/network/backend.ts';
import { type MediaWiki, startMediaWiki } from './mediawiki.ts';

/** Starts the wiki before the tests, and ends both after them; the wiki exists once the tests run. */
export const wikiWithBackend = (backend: Backend): { readonly wiki: () => MediaWiki } => {
  let wiki: MediaWiki | undefined;
  before(async () => {
    backend.configure({
      userAgent: 'wikijql-test/1.0 (test@example.org)',
      proxy: '',
      certificateAuthorities: [],
    });
    wiki = await startMediaWiki();
  });
  after(async () => {
    await backend.dispose();
    await wiki?.stop();
  });
  return {
    wiki: () => {
      if (wiki === undefined) throw new Error('The wiki is not started yet');
      return wiki;
    },
  };
};
