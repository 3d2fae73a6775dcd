import type { User } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** Who asks, and of which wiki. */
export interface Visitor {
  readonly world: World;
  /** The address of the wiki up to its script path, like `http://127.0.0.1:8080/w`. */
  readonly base: string;
  /** `undefined` = nobody is signed in. */
  readonly user: User | undefined;
  readonly rights: ReadonlySet<string>;
  readonly csrfToken: string;
  readonly loginToken: () => string;
  /** The request came with `origin=*`, so that there is no session to sign in to. */
  readonly isForAnyOrigin: boolean;
}

export const pageUrl = ({ base }: Visitor, title: string): string =>
  `${base}/index.php?title=${encodeURIComponent(title.replaceAll(' ', '_'))}`;
