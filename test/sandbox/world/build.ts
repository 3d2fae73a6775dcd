import { type Edit, edits } from './history.ts';
import people from './people.json' with { type: 'json' };
import { chance, seedOf } from './random.ts';
import site from './site.json' with { type: 'json' };
import { fullTitle, localTitle } from './titles.ts';
import type {
  Block,
  Change,
  DeletedPage,
  FileVersion,
  LogEvent,
  Page,
  Protection,
  Revision,
  User,
} from './types.ts';
import { type Users, day, minute, userOf } from './users.ts';

export function buildPages(now: number, users: Users): { pages: Page[]; revisions: Revision[] } {
  const pages = new Map<string, Page>();
  const revisions = edits().map((edit, index): Revision => {
    const user = userOf(users, edit.user);
    const time = secondOf(now - edit.minutesAgo * minute);
    const key = fullTitle(edit.draft.title);
    const page = pages.get(key) ?? newPage(pages.size + 1, edit, { time, user, now });
    pages.set(key, page);
    const { comment, minor, tags, size, text } = edit;
    const revision: Revision = {
      id: index + 1,
      parent: page.revisions.at(-1)?.id ?? 0,
      page,
      user,
      time,
      comment,
      minor,
      tags,
      size,
      text,
      bot: user.groups.includes('bot'),
    };
    page.revisions.push(revision);
    user.edits += 1;
    return revision;
  });
  return { pages: [...pages.values()], revisions };
}

const secondOf = (time: number): number => Math.floor(time / 1000) * 1000;

function newPage(id: number, { draft }: Edit, made: { time: number; user: User; now: number }): Page {
  const name = fullTitle(draft.title);
  return {
    id,
    title: draft.title,
    revisions: [],
    versions: draft.file === undefined ? [] : versions(draft.seed ?? name, made),
    protections: site.protections
      .filter(({ title }) => title === name)
      .map(({ type, level, expiry, cascade }): Protection => ({
        type,
        level,
        expiry: expiryOf(made.now, expiry),
        cascade: cascade ?? false,
      })),
  };
}

const expiryOf = (now: number, expiry: string | number): number | 'infinity' =>
  typeof expiry === 'number' ? now + expiry * day : 'infinity';

/** One to three versions, newest first: the first upload comes with the page. */
function versions(seed: string, { time, user }: { time: number; user: User }): FileVersion[] {
  const dice = chance(seedOf(seed));
  const width = 400 + dice.below(40) * 80;
  const list = Array.from({ length: 1 + dice.below(3) }, (_, index): FileVersion => ({
    time: time + index * 9 * day,
    user,
    size: 20_000 + dice.below(4_000_000),
    width,
    height: Math.round(width * 0.75),
    comment: index === 0 ? 'my own picture' : 'a better light',
    seed: index === 0 ? seed : `${seed} ${index}`,
  }));
  return list.toReversed();
}

export function buildBlocks(now: number, users: Users): Block[] {
  return people.blocks
    .toSorted((a, b) => b.days - a.days)
    .map(({ target, by, days, expiry, reason, pages, ...flags }, index): Block => ({
      id: index + 1,
      target,
      user: users.get(target),
      by: userOf(users, by),
      time: secondOf(now - days * day),
      expiry: expiryOf(now, expiry),
      reason,
      flags: new Set(Object.keys(flags)),
      pages: pages ?? [],
    }));
}

export function buildDeleted(now: number, users: Users): DeletedPage[] {
  const page = (title: string, index: number, author: string, text: string): DeletedPage['revision'] => ({
    id: 90_001 + index,
    parent: 0,
    user: userOf(users, author),
    time: secondOf(now - (150 - index * 20) * day),
    comment: `new: ${title}`,
    minor: false,
    bot: false,
    tags: [],
    size: Buffer.byteLength(text),
    text: () => text,
  });
  const pages = people.deleted.map(({ title, author }, index): DeletedPage => ({
    title: localTitle(title),
    revision: page(title, index, author, `${title}. This was deleted.`),
    versions: [],
  }));
  const file = 'File:Umbrella price list.png';
  const revision = page(file, people.deleted.length, 'Umbrella Shop', 'Prices.');
  return [
    ...pages,
    {
      title: localTitle(file),
      revision,
      versions: versions(file, { time: revision.time, user: revision.user }).slice(-1),
    },
  ];
}

/** Edits and log events by time, oldest first; what only a log keeps (new pages) is no row of its own. */
export function buildChanges(revisions: readonly Revision[], log: readonly LogEvent[]): Change[] {
  const rows: Omit<Change, 'id'>[] = [
    ...revisions
      .filter(({ page, parent }) => page.versions.length === 0 || parent !== 0)
      .map(revision => ({ time: revision.time, revision })),
    ...log.filter(({ type }) => type !== 'create').map(event => ({ time: event.time, event })),
  ];
  return rows.toSorted((a, b) => a.time - b.time).map((row, index) => ({ ...row, id: index + 1 }));
}
