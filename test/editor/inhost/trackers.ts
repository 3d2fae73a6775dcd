/** Trackers that are sites of the workspace while a test runs, and what a user does with the accounts there. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunResult } from '#shared/protocol/run.ts';
import { type SandboxTracker, startSandboxTracker } from '../../sandbox/tracker.ts';
import { User } from './user.ts';
import { openFile, withSites } from './workspace.ts';

/** The input for a sign-in: the label of the kind of credentials, and the answers in the order of the prompts. */
type Entered = readonly [kind: string, ...answers: string[]];

export const password = (name: string, secret: string): Entered => ['User name and password', name, secret];

/** A user of trackers, which are sites. */
export class Clerk extends User {
  readonly #trackers: ReadonlyMap<string, SandboxTracker>;

  constructor(trackers: ReadonlyMap<string, SandboxTracker>) {
    super();
    this.#trackers = trackers;
  }

  /** The tracker that is the site of that name. */
  at(site: string): SandboxTracker {
    const tracker = this.#trackers.get(site);
    assert.ok(tracker);
    return tracker;
  }

  /** The input of a user for a sign-in at a site. */
  #of(site: string, name: string): Entered {
    return password(name, this.at(site).account(name).password);
  }

  /** Answers what is asked for credentials. */
  async enter([kind, ...answers]: Entered): Promise<void> {
    await this.choose(/How do you sign in at/, kind);
    for (const [index, typed] of answers.entries())
      await this.type(new RegExp(String.raw`\(${index + 1} of ${answers.length}\)`), typed);
  }

  /** Begins a command about the account of a site, which ends with whether it did that. */
  async begin(command: 'signIn' | 'switchAccount' | 'signOut', site: string): Promise<boolean> {
    return Boolean(await vscode.commands.executeCommand(`wikijql.${command}`, site));
  }

  /** Signs in to a site where nobody is signed in. */
  async signIn(site: string, name: string): Promise<void> {
    const done = this.begin('signIn', site);
    await this.enter(this.#of(site, name));
    await this.leave(new RegExp(`^Signed in to “${site}” as ${name}`));
    assert.equal(await done, true);
  }

  /** Signs in to a site with another account than those that it has. */
  async another(site: string, name: string): Promise<void> {
    const done = this.begin('switchAccount', site);
    await this.choose(/Choose the account to use/, 'Another account…');
    await this.enter(this.#of(site, name));
    await this.leave(new RegExp(`^Signed in to “${site}” as ${name}`));
    assert.equal(await done, true);
  }

  /** Opens the accounts of a site, and answers which there are, without choosing one. */
  async accounts(site: string): Promise<readonly string[]> {
    const done = this.begin('switchAccount', site);
    const { labels } = await this.leave(/Choose the account to use/);
    await done;
    return labels;
  }
}

/** A test with new trackers as sites of these names. */
export const withTrackers =
  (names: readonly string[], test: (clerk: Clerk) => Promise<void>) => async (): Promise<void> => {
    const trackers = new Map<string, SandboxTracker>();
    for (const name of names) trackers.set(name, await startSandboxTracker({ contextPath: '/jira' }));
    const sites = [...trackers].map(([name, { url }]) => [name, { kind: 'tracker', url }] as const);
    try {
      await withSites(Object.fromEntries(sites), async () => {
        using clerk = new Clerk(trackers);
        await test(clerk);
      });
    } finally {
      for (const tracker of trackers.values()) await tracker.stop();
    }
  };

/** Runs a query at a site. */
export const runAt = async (site: string): Promise<RunResult> => {
  const { uri } = await openFile(`${site}.jql`, `# @site ${site}\n# @limit 5\nproject = LAMP\n`);
  const place = { line: 2, character: 0 };
  return vscode.commands.executeCommand<RunResult>('wikijql.run', uri.toString(), place);
};

/** How many requests came with a password. */
export const basics = ({ requests }: SandboxTracker): number =>
  requests.filter(({ sent }) => sent.includes('basic')).length;

/** Whose sessions were ended by signing out, in order. */
export const ended = ({ requests }: SandboxTracker): readonly (string | undefined)[] =>
  requests.filter(({ method }) => method === 'DELETE').map(({ account }) => account);
