/** The suites. The longest come first, so that the shorter ones fill the cores beside them. */
import { startSharedEditor } from '../support/editor/shared-editor.ts';
import {
  type Prerequisite,
  chromium,
  curl,
  editor,
  emacs,
  keychain,
  mediaWiki,
  neovim,
  preCommit,
  pythonRequests,
} from './prerequisites.ts';

/** Processes that run beside the files of a suite. */
export interface Shared {
  /** Tells the files of it. */
  readonly env: NodeJS.ProcessEnv;
  /** The processes that it consists of, with their descendants. */
  readonly processes: readonly number[];
  readonly stop: () => Promise<void>;
}

export interface Suite {
  /** Its name on the command line and, unless `folder` says otherwise, its folder in test/. */
  readonly name: string;
  readonly folder?: string;
  readonly needs: readonly Prerequisite[];
  /** The required build: the bundles in dist/, or the VSIX as well. */
  readonly make?: 'bundles' | 'vsix';
  /** How many cores a file of it counts as: parts of one where it mostly waits. */
  readonly cores: number;
  /** How many of its files run at the same time at most; default: as many as there are cores for. */
  readonly width?: number;
  /** Starts what files that share a process share, one for each such process at a time; second tries go without it. */
  readonly share?: () => Promise<Shared>;
  /**
   * Whether a file, by its path in the repository, can do with a process in which other files of its folder were before:
   * it leaves nothing that others could notice, and nothing of it depends on a process without a past. Default: none can.
   */
  readonly together?: (file: string) => boolean;
  /** How many files share a process at most; default: so many that the cores have work for each. */
  readonly maxTogether?: number;
  /** Whether a file comes after the others of its process, as what follows it would have to begin anew. */
  readonly last?: (file: string) => boolean;
  /** After so many minutes a file is stopped and failed, and with it those that share its process. */
  readonly minutes: number;
  /** After so many minutes a test has failed, and those after it go on; default: only its file is stopped. */
  readonly testMinutes?: number;
}

export const suites: readonly Suite[] = [
  {
    name: 'editor',
    needs: [chromium, editor],
    make: 'vsix',
    // Drawing keeps a core busy. More than one other file beside two windows makes them wait for longer than they may.
    cores: 1,
    width: 2,
    share: startSharedEditor,
    // Those that need an editor of their own run alone, beside the others, which share one window: loading it costs as much as
    // several of them.
    together: file => !/\b(?:inhost|secrets|start|web)\.test/.test(file),
    maxTogether: 100,
    // It loads a window of its own.
    last: file => /\btrust\.test/.test(file),
    minutes: 25,
    testMinutes: 5,
  },
  { name: 'login', needs: [], cores: 1, minutes: 15 },
  { name: 'atlassian', folder: 'conformance/atlassian', needs: [], cores: 1, minutes: 20 },
  {
    name: 'mediawiki',
    folder: 'conformance/mediawiki',
    needs: [mediaWiki],
    cores: 1,
    minutes: 20,
  },
  {
    name: 'query-code',
    needs: [mediaWiki, pythonRequests, curl],
    cores: 1,
    minutes: 10,
  },
  {
    name: 'panel',
    needs: [chromium],
    make: 'bundles',
    cores: 1,
    width: 1,
    minutes: 15,
  },
  { name: 'http', needs: [], make: 'bundles', cores: 1, minutes: 10 },
  {
    name: 'protocol',
    needs: [],
    make: 'bundles',
    cores: 0.5,
    // Each file starts servers of its own, and ends them.
    together: () => true,
    minutes: 10,
  },
  { name: 'cli', needs: [], make: 'bundles', cores: 0.5, minutes: 10 },
  { name: 'neovim', needs: [neovim], make: 'bundles', cores: 0.5, minutes: 6 },
  { name: 'emacs', needs: [emacs], make: 'bundles', cores: 0.5, minutes: 6 },
  { name: 'keychain', needs: [keychain], make: 'bundles', cores: 0.5, minutes: 5 },
  { name: 'pre-commit', needs: [preCommit], make: 'bundles', cores: 0.5, minutes: 5 },
  { name: 'package', needs: [], make: 'vsix', cores: 1, minutes: 6 },
  {
    name: 'property',
    needs: [],
    cores: 1,
    // With all cases each of these takes minutes.
    together: file => !/(?:host|preferred)-fixes/.test(file),
    minutes: 20,
  },
  { name: 'corpus', needs: [], cores: 1, minutes: 5 },
  { name: 'sandbox', needs: [], cores: 1, minutes: 6 },
  {
    name: 'unit',
    needs: [],
    cores: 1,
    // Those of no folder read all sources, each for a long time.
    together: file => file.split(/[/\\]/).length > 3,
    minutes: 15,
  },
  { name: 'grammar', needs: [], cores: 1, minutes: 5 },
];
