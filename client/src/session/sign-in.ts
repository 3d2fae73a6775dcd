/** Signs in and out, and switches accounts, always at the user's request. */
import * as vscode from 'vscode';
import {
  isOfGateway,
  mayHoldCredentials,
  originOf,
  siteRoot,
  tenantPath,
} from '#shared/base/site-address.ts';
import type { SessionState, StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { Site } from '#shared/protocol/sites.ts';
import { withLateProgress } from '../late-progress.ts';
import type { Requests } from '../requests.ts';
import { isTrusted } from '../run/preconditions.ts';
import { isOwnSite, sitesNow, storeSite } from '../sites/add-site.ts';
import { pickSite } from '../sites/pick-site.ts';
import { reasonOf, text } from '../texts.ts';
import { tick } from '../walkthrough.ts';
import { type Accounts, accountOf, forgetAccount, readAccounts, useCredentials } from './stored-accounts.ts';
import { chooseAccount, chooseToSignOut } from './choose-account.ts';
import { type AccountKind, askCredentials, enterPassphrase, pickAccountKind } from './sign-in-prompts.ts';
import type { Secrets } from './secret-requests.ts';
import { openOutside } from '../results/host-actions.ts';
import { ask, showError, showInformation } from '../user-messages.ts';

type SessionRequests = Pick<Requests, 'sessionState' | 'signIn' | 'signOut' | 'findSite'>;

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

  /**
   * Signs in, or lets a user who is signed in choose another account or sign out; without a name the user picks the site.
   * Returns a sentence about the new session; empty = it is the session from before; `undefined` = no session.
   */
  async signIn(name?: string): Promise<string | undefined> {
    const site = await this.#site(name);
    if (!site) return undefined;
    const session = await this.#requests.sessionState({ site: site.name });
    const { state, account } = session;
    if (state === 'signedIn') await tick('wikijql.hasSignedIn');
    if (state === 'expired') return this.#go(site);
    if (state === 'unknown') return this.#doubt(site, session);
    const accounts = await readAccounts(this.#secrets, site);
    const asNobody = state === 'anonymous' && account === undefined;
    return state === 'signedIn' || (asNobody && accounts.size > 0)
      ? this.#choose(site, accounts)
      : this.#enter(site, account);
  }

  /** Asks for the passphrase of a client certificate. */
  enterPassphrase(): Promise<void> {
    return enterPassphrase(this.#secrets);
  }

  /** Switches to another account of the site, a stored or a new one. Returns the same as `signIn`. */
  async switchAccount(name?: string): Promise<string | undefined> {
    const site = await this.#site(name);
    if (!site) return undefined;
    const accounts = await readAccounts(this.#secrets, site);
    return accounts.size === 0 ? this.#enter(site) : this.#choose(site, accounts);
  }

  /** Signs out in every state of the session; without a name the user picks the site. */
  async signOut(name?: string): Promise<void> {
    const site = await this.#site(name);
    if (!site) return;
    const { account } = await this.#requests.sessionState({ site: site.name });
    await this.#signOut(site, await readAccounts(this.#secrets, site), account);
  }

  /** Signs out; if there are several accounts, the user chooses one of them, or all. */
  async #signOut(site: Site, stored: Accounts, now: string | undefined): Promise<void> {
    const accounts = [...new Set([...stored.keys(), ...(now === undefined ? [] : [now])])];
    const leaving = accounts.length < 2 ? [now ?? accounts[0]] : await chooseToSignOut(site, accounts, now);
    const messages = new Set<string>();
    for (const account of leaving ?? []) {
      if (account !== undefined) await forgetAccount(this.#secrets, site, account);
      const params = { site: site.name, ...(account === undefined ? {} : { account }) };
      messages.add((await this.#requests.signOut(params)).message);
    }
    if (leaving) void showInformation([...messages].join(' '));
  }

  async #choose(site: Site, accounts: Accounts): Promise<string | undefined> {
    const now = await this.#requests.sessionState({ site: site.name });
    const chosen = await chooseAccount(site, accounts, now);
    if (!chosen) return now.state === 'signedIn' ? '' : undefined;
    if (chosen === 'other') return this.#enter(site);
    if (chosen === 'signOut') {
      await this.#signOut(site, accounts, now.account);
      return undefined;
    }
    await useCredentials(this.#secrets, site, chosen);
    const session = await this.#requests.sessionState({ site: site.name });
    return session.state === 'unknown' ? this.#doubt(site, session) : this.#go(site);
  }

  /** Asks whether to send credentials again that were sent without an answer. */
  async #doubt(site: Site, { message, account }: SessionState): Promise<string | undefined> {
    const tryAgain = text('session.again');
    const others = text('session.others');
    const chosen = await ask(message, undefined, tryAgain, others);
    if (chosen === undefined) return undefined;
    return chosen === tryAgain ? this.#go(site) : this.#enter(site, account);
  }

  /** @param again the kind of the credentials that the site rejected */
  async #enter(configured: Site, account?: string, again?: AccountKind): Promise<string | undefined> {
    const kind = again ?? (await pickAccountKind(configured));
    const site = kind && (await this.#siteFor(kind, configured));
    const credentials = site && (await askCredentials(site, kind, account));
    if (!credentials) return undefined;
    if (site.url !== configured.url) await storeSite(site);
    try {
      await useCredentials(this.#secrets, site, credentials);
    } catch (error) {
      void showError(text('vault.failed', { reason: withoutSecrets(reasonOf(error), credentials) }));
      return undefined;
    }
    return this.#go(site, accountOf(credentials), kind);
  }

  /**
   * The site at the address where tokens of a kind work: those with scopes at Atlassian's gateway alone. Says why not, and
   * returns `undefined`, where the address is unknown or others share the settings that have it.
   */
  async #siteFor({ id }: AccountKind, site: Site): Promise<Site | undefined> {
    const { name, kind, url, pages } = site;
    const isThere = isOfGateway(url);
    if (id === 'cloud' && isThere && pages !== undefined) return ownSite({ name, kind, url: pages });
    if (id !== 'scoped' || isThere) return site;
    const cancel = new vscode.CancellationTokenSource();
    const page = (originOf(url) ?? '') + tenantPath;
    const finding = await withLateProgress(
      text('session.underWay', { site: name, origin: originOf(url) ?? '' }),
      this.#requests.findSite({ page, likely: { kind, url } }, cancel.token),
      cancel,
    );
    if ('leadsTo' in finding && isOfGateway(finding.leadsTo))
      return ownSite({ name, kind, url: finding.leadsTo, pages: siteRoot(url) });
    void showError('problem' in finding ? finding.problem : text('site.notFound'));
    return undefined;
  }

  /** Signs in with the stored credentials. @param kind the kind that the user has chosen for them, if they are new */
  async #go(site: Site, account?: string, kind?: AccountKind): Promise<string | undefined> {
    const cancel = new vscode.CancellationTokenSource();
    const outcome = await withLateProgress(
      text('session.underWay', { site: site.name, origin: originOf(site.url) ?? '' }),
      this.#requests.signIn({ site: site.name }, cancel.token),
      cancel,
    );
    if (outcome.state === 'signedIn') {
      await tick('wikijql.hasSignedIn');
      return outcome.message;
    }
    const next = await showFailure(outcome);
    if (next === 'again') return this.#go(site, account, kind);
    return next === 'others' ? this.#enter(site, outcome.account ?? account, kind) : undefined;
  }

  /** The site, if signing in to it is allowed; otherwise shows why not, and returns `undefined`. */
  async #site(requestedName?: string): Promise<Site | undefined> {
    if (!isTrusted()) return undefined;
    const title = text('session.sitePick');
    const name = requestedName ?? (await pickSite(title, () => true, this.#here()));
    const entry = name === undefined ? undefined : sitesNow()[name];
    if (name === undefined || !entry) return undefined;
    if (mayHoldCredentials(entry.url)) return { name, ...entry };
    const origin = originOf(entry.url) ?? entry.url;
    void showError(text('session.insecure', { site: name, origin }));
    return undefined;
  }
}

/** A site whose address in the settings is about to change; `undefined` = it is not the user's alone, which is said. */
function ownSite(site: Site): Site | undefined {
  if (isOwnSite(site.name)) return site;
  const { name, url, pages = url } = site;
  void showError(text('session.shared', { site: name, url, pages }));
  return undefined;
}

const withoutSecrets = (reason: string, { password, token }: StoredCredentials): string =>
  [password, token].reduce<string>(
    (left, secret) => (secret === undefined || secret === '' ? left : left.replaceAll(secret, '…')),
    reason,
  );

/** The next attempt that the user chooses: with the same credentials (`again`), with others, or none. */
type Next = 'again' | 'others' | undefined;

/** Shows why a sign-in failed, and asks for the next attempt. */
async function showFailure({ state, message, loginUrl, account }: SessionState): Promise<Next> {
  const [others, again, login] = [text('session.others'), text('session.again'), text('session.login')];
  const needsOther = state === 'rejected' || state === 'challenge';
  const offers = [
    ...(needsOther && loginUrl !== undefined ? [login] : []),
    ...(!needsOther && account !== undefined ? [again] : []),
    others,
  ];
  const chosen = await showError(message, ...offers);
  if (chosen === login && loginUrl !== undefined) {
    await openOutside('link', loginUrl, undefined);
    const ready = await showInformation(text('session.afterLogin'), others);
    return ready === undefined ? undefined : 'others';
  }
  if (chosen === others) return 'others';
  return chosen === again ? 'again' : undefined;
}
