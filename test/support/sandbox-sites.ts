/** The embedded wiki and tracker for all tests of a file. */
import { after, before } from 'node:test';
import { type SandboxTracker, startSandboxTracker } from '../sandbox/tracker.ts';
import { type SandboxWiki, startSandboxWiki } from '../sandbox/wiki.ts';

export interface SandboxSites {
  /** Both exist once the tests run, not while their file is loaded. */
  readonly wiki: SandboxWiki;
  readonly tracker: SandboxTracker;
}

/** Starts both before the first test of the calling file, and stops them after its last one. */
export function sandboxSites(): SandboxSites {
  const sites: { wiki?: SandboxWiki; tracker?: SandboxTracker } = {};
  before(async () => {
    sites.wiki = await startSandboxWiki();
    sites.tracker = await startSandboxTracker();
  });
  after(async () => {
    await sites.wiki?.stop();
    await sites.tracker?.stop();
  });
  return {
    get wiki() {
      return started(sites.wiki);
    },
    get tracker() {
      return started(sites.tracker);
    },
  };
}

function started<Site>(site: Site | undefined): Site {
  if (site === undefined)
    throw new Error('The embedded sites start before the first test, not while the file is read.');
  return site;
}
