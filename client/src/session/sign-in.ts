/** Signing in and out, and changing accounts. Only the user starts any of them. */
import * as vscode from 'vscode';
import { mayHoldCredentials, originOf } from '../../../server/src/common/site-address.ts';
import type { SessionState, StoredCredentials } from '../../../server/src/protocol/login.ts';
import type { Site } from '../../../server/src/protocol/sites.ts';
import type { Requests } from '../requests.ts';
import { isTrusted } from '../run/preconditions.ts';
import { sitesNow } from '../sites/add-site.ts';
import { pickSite } from '../sites/pick-site.ts';
import { reasonOf, text } from '../texts.ts';
import { tick } from '../walkthrough.ts';
import { type Accounts, accountOf, forgetAccount, readAccounts, useCredentials } from './stored-accounts.ts';
import { chooseAccount, chooseLeaving } from './choose-account.ts';
import { askCredentials } from './sign-in-prompts.ts';
import type { Secrets } from './secret-vault.ts';
import { openOutside } from '../results/host-actions.ts';

type SessionRequests = Pick<Requests, 'sessionState' | 'signIn' | 'signOut'>;

export class SignIn {
  readonly #secrets: Secrets;
  readonly #requests: SessionRequests;
  /** The name of the site at the cursor; `undefined` = no site. */
  readonly #here: () => string | undefined;

  constructor(secrets: Secrets, requests: SessionRequests, here: () => string | undefined) {
    this.#secrets = secrets;
    this.#requests = requests;
    this.#here = here;
  }

  /** Returns whether there is a session then. Without a name the user picks the site. */
  async signIn(name?: string): Promise<boolean> {
    const site = await this.#site('session.signInPick', name);
    if (!site) return false;
    const found = await this.#requests.sessionState({ site: site.name });
    const { state, account, message } = found;
    if (state === 'signedIn') {
      await tick('wikijql.hasSignedIn');
      const change = text('session.switch');
      const chosen = await vscode.window.showInformationMessage(message, change);
      return chosen === change ? this.switchAccount(site.name) : true;
    }
    if (state === 'expired') return this.#go(site);
    if (state === 'unknown') return this.#doubt(site, found);
    const accounts = await readAccounts(this.#secrets, site);
    const asNobody = state === 'anonymous' && account === undefined;
    return asNobody && accounts.size > 0 ? this.#choose(site, accounts) : this.#enter(site, account);
  }

  /** Uses another account of the site, a known or a new one. */
  async switchAccount(name?: string): Promise<boolean> {
    const site = await this.#site('session.switchPick', name);
    if (!site) return false;
    const accounts = await readAccounts(this.#secrets, site);
    return accounts.size === 0 ? this.#enter(site) : this.#choose(site, accounts);
  }

  /** Where several accounts are kept, the user chooses one of them, or all. */
  async signOut(name?: string): Promise<void> {
    const site = await this.#site('session.signOutPick', name);
    if (!site) return;
    const { account: now } = await this.#requests.sessionState({ site: site.name });
    const known = (await readAccounts(this.#secrets, site)).keys();
    const accounts = [...new Set([...known, ...(now === undefined ? [] : [now])])];
    const leaving = accounts.length < 2 ? [now ?? accounts[0]] : await chooseLeaving(site, accounts, now);
    const messages = new Set<string>();
    for (const account of leaving ?? []) {
      if (account !== undefined) await forgetAccount(this.#secrets, site, account);
      const params = { site: site.name, ...(account === undefined ? {} : { account }) };
      messages.add((await this.#requests.signOut(params)).message);
    }
    if (leaving) void vscode.window.showInformationMessage([...messages].join(' '));
  }

  async #choose(site: Site, accounts: Accounts): Promise<boolean> {
    const { account: now } = await this.#requests.sessionState({ site: site.name });
    const chosen = await chooseAccount(site, accounts, now);
    if (!chosen) return false;
    if (chosen === 'other') return this.#enter(site);
    await useCredentials(this.#secrets, site, chosen);
    const found = await this.#requests.sessionState({ site: site.name });
    return found.state === 'unknown' ? this.#doubt(site, found) : this.#go(site);
  }

  /** Credentials were sent and not answered: they are sent again only if the user confirms it. */
  async #doubt(site: Site, { message, account }: SessionState): Promise<boolean> {
    const again = text('session.again');
    const others = text('session.others');
    const chosen = await vscode.window.showWarningMessage(message, { modal: true }, again, others);
    if (chosen === undefined) return false;
    return chosen === again ? this.#go(site) : this.#enter(site, account);
  }

  async #enter(site: Site, account?: string): Promise<boolean> {
    const given = await askCredentials(site, account);
    if (!given) return false;
    try {
      await useCredentials(this.#secrets, site, given);
    } catch (error) {
      void vscode.window.showErrorMessage(
        text('vault.failed', { reason: withoutSecrets(reasonOf(error), given) }),
      );
      return false;
    }
    return this.#go(site, accountOf(given));
  }

  /** Sends what is kept. */
  async #go(site: Site, account?: string): Promise<boolean> {
    const outcome = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        cancellable: true,
        title: text('session.underWay', { site: site.name, origin: originOf(site.url) ?? '' }),
      },
      (_, token): Promise<SessionState> => Promise.resolve(this.#requests.signIn({ site: site.name }, token)),
    );
    const next = await tellOutcome(outcome);
    if (next === 'again') return this.#go(site, account);
    if (next === 'others') return this.#enter(site, outcome.account ?? account);
    if (outcome.state !== 'signedIn') return false;
    await tick('wikijql.hasSignedIn');
    return true;
  }

  /** A site that may be signed in to; otherwise shows why not, and returns `undefined`. */
  async #site(
    title: 'session.signInPick' | 'session.signOutPick' | 'session.switchPick',
    given?: string,
  ): Promise<Site | undefined> {
    if (!isTrusted()) return undefined;
    const name = given ?? (await pickSite(text(title), () => true, this.#here()));
    const entry = name === undefined ? undefined : sitesNow()[name];
    if (name === undefined || !entry) return undefined;
    if (mayHoldCredentials(entry.url)) return { name, ...entry };
    const origin = originOf(entry.url) ?? entry.url;
    void vscode.window.showErrorMessage(text('session.insecure', { site: name, origin }));
    return undefined;
  }
}

const withoutSecrets = (reason: string, { password, token }: StoredCredentials): string =>
  [password, token].reduce<string>(
    (left, secret) => (secret === undefined || secret === '' ? left : left.replaceAll(secret, '…')),
    reason,
  );

/** The user's next attempt: with the same credentials, with others, or none. */
type Next = 'again' | 'others' | undefined;

export async function tellOutcome(outcome: SessionState): Promise<Next> {
  const { state, message, loginUrl, account } = outcome;
  if (state === 'signedIn') {
    void vscode.window.showInformationMessage(message);
    return undefined;
  }
  const [others, again, login] = [text('session.others'), text('session.again'), text('session.login')];
  const needsOther = state === 'rejected' || state === 'challenge';
  const offers = [
    ...(needsOther && loginUrl !== undefined ? [login] : []),
    ...(!needsOther && account !== undefined ? [again] : []),
    others,
  ];
  const chosen = await vscode.window.showErrorMessage(message, ...offers);
  if (chosen === login && loginUrl !== undefined) {
    await openOutside('link', loginUrl, undefined);
    const ready = await vscode.window.showInformationMessage(text('session.afterLogin'), others);
    return ready === undefined ? undefined : 'others';
  }
  if (chosen === others) return 'others';
  return chosen === again ? 'again' : undefined;
}
