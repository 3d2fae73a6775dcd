import type { Person } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** Who asks, when, and of which world. */
export interface Context {
  readonly world: World;
  /** `undefined` = nobody is signed in. */
  readonly person: Person | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly logins: { readonly current: number; readonly previous: number };
}
