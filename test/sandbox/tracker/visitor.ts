import type { Context } from './jql/context.ts';
import type { Settled } from './options.ts';
import type { Issue } from './world/types.ts';
import { maySee } from './world/world.ts';

/** Who asks, of which world, and where that is. */
export interface Visitor extends Context {
  /** The address of the tracker, without a slash at its end. */
  readonly base: string;
  readonly settled: Settled;
  /** The version of the REST interface that is spoken: 3 = documents instead of wiki markup. */
  readonly version: 2 | 3;
}

/** Whether a visitor may see an issue; without `anonymous`, those who have not signed in see none. */
export const sees = ({ person, settled }: Visitor, issue: Issue): boolean =>
  (settled.anonymous || person !== undefined) && maySee(person, issue.project);
