import assert from 'node:assert/strict';
import type { SiteLock } from '#shared/base/site-lock.ts';
import { lockOf, lockText, readLock, siteLock } from '../../../../server/src/sites/locks/lock-text.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { createThreadBackend } from '../../../../server/src/network/thread/thread-backend.ts';
import { type Catalogue, readCatalogue } from '../../../../server/src/wiki/catalogue/wiki-catalogue.ts';
import type { SiteKnowledge } from '../../../../server/src/wiki/catalogue/knowledge.ts';
import { WikiSites } from '../../../../server/src/wiki/catalogue/wiki-sites.ts';
import { builtIn } from '../../../support/catalogue.ts';

const workerFile = new URL('../../../../server/src/network/thread/worker.ts', import.meta.url);

/** A wiki as its lock has it. */
export interface LockedWiki {
  /** The modules that the wiki has, and no others. */
  readonly modules: Catalogue;
  /** The knowledge of the site for checking queries. */
  readonly knowledge: SiteKnowledge;
  /** The lock, as it is stored. */
  readonly text: string;
}

/** A lock that is made from a wiki as `wikijql lock` makes it, stored, and read again. */
export async function lockWiki(url: string): Promise<LockedWiki> {
  const site: Site = { name: 'real', kind: 'wiki', url };
  const text = lockText(lockOf(site, await surveyOf(site), Date.now()));
  const lock = storedLock(text);
  assert(lock.description.kind === 'wiki');
  return {
    modules: readCatalogue(lock.description.paraminfo),
    knowledge: new WikiSites(builtIn).of(site.name, { address: url, lock }),
    text,
  };
}

async function surveyOf(site: Site) {
  const backend = createThreadBackend(workerFile);
  try {
    backend.configure({
      userAgent: 'wikijql-test/1.0 (test@example.org)',
      proxy: '',
      certificateAuthorities: [],
    });
    const found = await backend.survey(site, new AbortController().signal);
    assert('description' in found, JSON.stringify(found));
    return found.description;
  } finally {
    await backend.dispose();
  }
}

function storedLock(text: string): SiteLock {
  const read = readLock(text);
  assert(!('fault' in read), JSON.stringify(read).slice(0, 500));
  const lock = siteLock('real.lock.json', read);
  assert(!('fault' in lock), JSON.stringify(lock).slice(0, 500));
  return lock;
}
