/** Prompts for credentials. Every prompt names the origin that they are for. */
import * as vscode from 'vscode';
import { isCloudAddress, isOfGateway, originOf, promptedAddress } from '#shared/base/site-address.ts';
import { passphraseKey, type StoredCredentials } from '#shared/protocol/sites/login.ts';
import type { Settings } from '#shared/protocol/settings.ts';
import type { Site, SiteKind } from '#shared/protocol/sites.ts';
import { section } from '../settings.ts';
import { text } from '../texts.ts';
import { userValue } from '../user-value.ts';
import type { Secrets } from './secret-requests.ts';
import { showInformation } from '../user-messages.ts';

/** A kind of account, and what it is asked for. */
export interface AccountKind {
  readonly id: 'password' | 'token' | 'cloud' | 'scoped' | 'bot' | 'account' | 'oauth';
  readonly asks: readonly ('user' | 'password' | 'token')[];
  /** The form of a user name of this kind. */
  readonly user?: RegExp;
}

/** The kinds of accounts of each kind of site, the usual one first. In Atlassian's Cloud, passwords are not accepted. */
const kinds: Readonly<Record<SiteKind | 'cloud' | 'gateway', readonly AccountKind[]>> = {
  tracker: [
    { id: 'password', asks: ['user', 'password'] },
    { id: 'token', asks: ['token'] },
    { id: 'cloud', asks: ['user', 'token'] },
  ],
  cloud: [
    { id: 'cloud', asks: ['user', 'token'] },
    { id: 'scoped', asks: ['user', 'token'] },
  ],
  gateway: [
    { id: 'scoped', asks: ['user', 'token'] },
    { id: 'cloud', asks: ['user', 'token'] },
    { id: 'token', asks: ['token'] },
  ],
  wiki: [
    { id: 'bot', asks: ['user', 'password'], user: /^[^@\s][^@]*@[^@\s]+$/ },
    { id: 'account', asks: ['user', 'password'], user: /^[^@]+$/ },
    { id: 'oauth', asks: ['token'] },
  ],
};

/** Asks for credentials of a kind, which get a new version. @param account the proposed user name @returns `undefined` = cancelled */
export async function askCredentials(
  site: Site,
  kind: AccountKind,
  account = '',
): Promise<StoredCredentials | undefined> {
  const answers = new Map<string, string>();
  for (const [index, name] of kind.asks.entries()) {
    const values = { site: site.name, step: index + 1, steps: kind.asks.length };
    const id = name === 'user' ? 'user' : kind.id;
    const typed = await vscode.window.showInputBox({
      title: text('session.promptTitle', values),
      prompt: text(`session.prompt.${id}`, {
        origin: promptedAddress(site.url),
        user: answers.get('user') ?? '',
      }),
      password: name !== 'user',
      ignoreFocusOut: true,
      ...(name === 'user' ? { value: account, placeHolder: placeHolderOf(kind) } : {}),
      validateInput: value => problemOf(kind, name, value),
    });
    if (typed === undefined) return undefined;
    answers.set(name, name === 'password' ? typed : typed.trim());
  }
  return { version: crypto.randomUUID(), ...Object.fromEntries(answers) };
}

/** Asks for the kind of account. @returns `undefined` = cancelled */
export async function pickAccountKind({ kind: siteKind, name, url }: Site): Promise<AccountKind | undefined> {
  const cloudKind = isOfGateway(url) ? 'gateway' : 'cloud';
  const isCloud = siteKind === 'tracker' && isCloudAddress(url);
  const items = kinds[isCloud ? cloudKind : siteKind].map(kind => ({
    label: text(`session.kind.${kind.id}`),
    detail: text(`session.kindDetail.${kind.id}`),
    account: kind,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: text('session.signInTitle', { site: name }),
    placeHolder: text('session.kindPlaceholder', { origin: promptedAddress(url) }),
    ignoreFocusOut: true,
  });
  return chosen?.account;
}

const placeHolderOf = ({ id }: AccountKind): string => (id === 'bot' ? text('session.placeholder.bot') : '');

function problemOf(kind: AccountKind, name: string, value: string): string | undefined {
  if (value.trim() === '') return text('session.empty');
  const fits = name !== 'user' || !kind.user || kind.user.test(value.trim());
  return fits
    ? undefined
    : text(kind.id === 'bot' ? 'session.userInvalid.bot' : 'session.userInvalid.account');
}

/** Asks for the passphrase of the client certificate for a site, and keeps it; an empty one is forgotten. */
export async function enterPassphrase(secrets: Secrets): Promise<void> {
  const addresses = Object.keys(
    userValue<Settings['http']['clientCertificates']>(
      vscode.workspace.getConfiguration(section),
      'http.clientCertificates',
      {},
    ),
  );
  if (addresses.length === 0) {
    await showInformation(text('passphrase.none'));
    return;
  }
  const address =
    addresses.length === 1
      ? addresses[0]
      : await vscode.window.showQuickPick(addresses, { title: text('passphrase.title') });
  const origin = address === undefined ? undefined : originOf(address);
  if (origin === undefined) return;
  const passphrase = await vscode.window.showInputBox({
    title: text('passphrase.title'),
    prompt: text('passphrase.prompt', { origin }),
    password: true,
    ignoreFocusOut: true,
  });
  if (passphrase === undefined) return;
  if (passphrase === '') await secrets.delete(passphraseKey(origin));
  else await secrets.store(passphraseKey(origin), passphrase);
}
