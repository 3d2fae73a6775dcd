/** The suites, in the order in which they run: what answers fast comes first. */
import { type Prerequisite, chromium, editor, mediaWiki, neovim } from './prerequisites.ts';

export interface Suite {
  /** Its name on the command line and, unless `folder` says otherwise, its folder in test/. */
  readonly name: string;
  readonly folder?: string;
  readonly needs: readonly Prerequisite[];
  /** What must be made before: the bundles in dist/, or the VSIX as well. */
  readonly make?: 'bundles' | 'vsix';
  /** Test files that may run at the same time. */
  readonly parallel: number;
  /** After so many minutes the suite is stopped and failed. */
  readonly minutes: number;
  /**
   * Its files run one by one, and one that fails runs once more from the beginning: what drives a window on a busy
   * machine may miss. Only the second failure counts; the first one is shown.
   */
  readonly secondTry?: boolean;
}

export const suites: readonly Suite[] = [
  { name: 'unit', needs: [], parallel: 2, minutes: 2 },
  { name: 'property', needs: [], parallel: 2, minutes: 5 },
  { name: 'grammar', needs: [], parallel: 2, minutes: 2 },
  { name: 'atlassian', folder: 'conformance/atlassian', needs: [], parallel: 1, minutes: 10 },
  { name: 'http', needs: [], make: 'bundles', parallel: 2, minutes: 5 },
  { name: 'login', needs: [], parallel: 1, minutes: 12 },
  { name: 'sandbox', needs: [], parallel: 2, minutes: 3 },
  { name: 'protocol', needs: [], make: 'bundles', parallel: 2, minutes: 5 },
  { name: 'package', needs: [], make: 'vsix', parallel: 1, minutes: 3 },
  { name: 'panel', needs: [chromium], make: 'bundles', parallel: 1, minutes: 6, secondTry: true },
  { name: 'neovim', needs: [neovim], make: 'bundles', parallel: 1, minutes: 3 },
  {
    name: 'mediawiki',
    folder: 'conformance/mediawiki',
    needs: [mediaWiki],
    parallel: 1,
    minutes: 15,
  },
  { name: 'editor', needs: [chromium, editor], make: 'vsix', parallel: 1, minutes: 20, secondTry: true },
];
