/** Projects of trackers, to recognize the keys of issues. */
import { canonicalIssueKey, isProjectKey } from '#shared/base/issue-key.ts';
import { isLockOf, type SiteLock } from '#shared/base/site-lock.ts';
import type { Site } from '#shared/protocol/sites.ts';
import type { Backend } from '../network/backend.ts';

/** Milliseconds after which a tracker is asked for its projects again. */
const lifetime = 600_000;

interface CachedAnswer {
  readonly time: number;
  readonly answer: Promise<readonly string[] | undefined>;
}

/** The keys of the projects that trackers have, as far as they are known. */
export class TrackerProjects {
  readonly #backend: Pick<Backend, 'projects' | 'sessionState'>;
  readonly #now: () => number;
  /** By name and address of the tracker. */
  readonly #answers = new Map<string, CachedAnswer>();

  constructor(backend: Pick<Backend, 'projects' | 'sessionState'>, now: () => number) {
    this.#backend = backend;
    this.#now = now;
  }

  /**
   * Returns the keys of a tracker's projects, as far as they are known.
   *
   * @param lock the stored catalogue of that name
   * @param mayAsk the tracker may be asked, if the user is signed in there
   */
  async of(site: Site, lock: SiteLock | undefined, mayAsk: boolean): Promise<readonly string[]> {
    const listed = mayAsk ? ((await this.#ask(site)) ?? []) : [];
    const keys = [...storedProjects(lock, site), ...listed];
    return [...new Set(keys.map(canonicalIssueKey))].filter(isProjectKey);
  }

  /** Forgets the projects of a tracker: the account there may have changed, and with it the projects it may see. */
  forgetSite(site: Site): void {
    this.#answers.delete(keyOf(site));
  }

  forget(): void {
    this.#answers.clear();
  }

  async #ask(site: Site): Promise<readonly string[] | undefined> {
    const key = keyOf(site);
    const cached = this.#answers.get(key);
    if (cached !== undefined && this.#now() < cached.time + lifetime) return cached.answer;
    if ((await this.#backend.sessionState(site)).state !== 'signedIn') return undefined;
    const answer = this.#backend.projects(site, new AbortController().signal).catch(() => undefined);
    this.#answers.set(key, { time: this.#now(), answer });
    return answer;
  }
}

const keyOf = ({ name, url }: Site): string => `${name} ${url}`;

function storedProjects(lock: SiteLock | undefined, { url }: Site): readonly string[] {
  if (lock === undefined || !isLockOf(lock, url) || lock.description.kind !== 'tracker') return [];
  return lock.description.values?.projects.map(({ key }) => key) ?? [];
}
