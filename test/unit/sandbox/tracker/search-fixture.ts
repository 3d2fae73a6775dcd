import type { Context } from '../../../sandbox/tracker/jql/context.ts';
import { searchIssues } from '../../../sandbox/tracker/jql/search.ts';
import { buildWorld } from '../../../sandbox/tracker/world/world.ts';

/** A Thursday, ten o'clock. */
export const now = Date.UTC(2026, 0, 15, 10);
export const world = buildWorld({ now, beacon: 'http://127.0.0.1/beacon' });

const ada = world.person('ada');

export const context: Context = {
  world,
  person: ada,
  now,
  logins: { current: now - 60_000, previous: now - 86_400_000 },
};

/** The keys that a query finds, in order. @throws Error with the tracker's words for a query that is wrong */
export function keysOf(jql: string, of: Context = context): string[] {
  const found = searchIssues(jql, of);
  if ('syntax' in found) throw new Error(found.syntax);
  if (found.problems.length > 0) throw new Error(found.problems.join('\n'));
  return found.issues.map(({ key }) => key);
}

/** The tracker's messages about a query. */
export function complaintsOf(jql: string): readonly string[] {
  const found = searchIssues(jql, context);
  return 'syntax' in found ? [found.syntax] : found.problems;
}
