import { chance } from '../../world/random.ts';
import { type TownData, day, hour } from './town-data.ts';
import type { Attachment, Comment, Worklog } from './types.ts';
import works from './works.json' with { type: 'json' };

const kinds: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  csv: 'text/csv',
  pdf: 'application/pdf',
};

/** The comments of an issue, oldest first. */
export function commentsOf({ people }: TownData, issue: number, created: number, now: number): Comment[] {
  const luck = chance(issue * 101 + 3);
  return Array.from({ length: luck.below(4) }, (_, index) => ({
    id: 20_000 + issue * 10 + index,
    at: created + (index + 1) * (6 + luck.below(40)) * hour,
    author: luck.pick(people),
    body: luck.pick(works.remarks),
  })).filter(({ at }) => at < now);
}

/** The hours that were worked, oldest first. */
export function worklogsOf({ people }: TownData, issue: number, created: number, now: number): Worklog[] {
  const luck = chance(issue * 211 + 1);
  if (luck.below(3) > 0) return [];
  return Array.from({ length: 1 + luck.below(2) }, (_, index) => ({
    id: 60_000 + issue * 10 + index,
    at: created + (index + 1) * (1 + luck.below(9)) * day,
    author: luck.pick(people),
    comment: luck.pick(works.efforts),
    seconds: (1 + luck.below(8)) * 1800,
  })).filter(({ at }) => at < now);
}

export function attachmentsOf({ people }: TownData, issue: number, created: number): Attachment[] {
  const luck = chance(issue * 307 + 9);
  if (luck.below(5) > 0) return [];
  const name = luck.pick(works.files);
  return [
    {
      id: 90_000 + issue,
      at: created,
      author: luck.pick(people),
      name,
      type: kinds[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      size: 1000 + luck.below(400_000),
    },
  ];
}
