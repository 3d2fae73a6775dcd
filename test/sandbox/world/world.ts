import { buildBlocks, buildChanges, buildDeleted, buildPages } from './build.ts';
import { buildLog } from './log.ts';
import { type Tables, buildTables } from './tables.ts';
import { fullTitle } from './titles.ts';
import type { Block, Change, DeletedPage, LogEvent, Page, Revision, Title, User } from './types.ts';
import { buildUsers } from './users.ts';

/** The sandbox wiki: everything that a module may answer from. Never changes once built. */
export interface World {
  /** The present: the newest thing happened shortly before. Milliseconds. */
  readonly now: number;
  readonly users: readonly User[];
  /** By id. */
  readonly pages: readonly Page[];
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  readonly blocks: readonly Block[];
  readonly log: readonly LogEvent[];
  readonly changes: readonly Change[];
  readonly deleted: readonly DeletedPage[];
  readonly tables: Tables;
  page(title: Title): Page | undefined;
  pageById(id: number): Page | undefined;
  revisionById(id: number): Revision | undefined;
  userByName(name: string): User | undefined;
}

/** Builds the wiki; takes some 100 ms. @param now its present, in milliseconds since 1970 */
export function buildWorld(now: number): World {
  const users = buildUsers(now);
  const userByName = new Map(users.map(user => [user.name, user]));
  const { pages, revisions } = buildPages(now, userByName);
  const byTitle = new Map(pages.map(page => [fullTitle(page.title), page]));
  const byId = new Map(pages.map(page => [page.id, page]));
  const revisionsById = new Map(revisions.map(revision => [revision.id, revision]));
  const blocks = buildBlocks(now, userByName);
  const deleted = buildDeleted(now, userByName);
  const log = buildLog({ now, users: userByName, pages, blocks, deleted });
  return {
    now,
    users,
    pages,
    revisions,
    blocks,
    deleted,
    log,
    changes: buildChanges(revisions, log),
    tables: buildTables(pages),
    page: title => byTitle.get(fullTitle(title)),
    pageById: id => byId.get(id),
    revisionById: id => revisionsById.get(id),
    userByName: name => userByName.get(name),
  };
}
