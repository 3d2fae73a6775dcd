/** Serves the server's requests to the editor's secret storage, the only place of these values. */
import type { LogOutputChannel, SecretStorage } from 'vscode';
import { secretRequest, type SecretParams, type SecretResult } from '#shared/protocol/sites/login.ts';
import { reasonOf, text } from '../texts.ts';

export type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** The keys that the server may use: those of credentials, sessions and passphrases (`credentialsKey`, `cookieKey`, `passphraseKey`). */
const ours = /^(?:credentials|cookie|passphrase) ./;

/**
 * Makes the handler of the server's requests about secrets. It rejects if the storage fails or the request is about
 * another key, with a message without the secret.
 */
export function vaultOf(
  secrets: Secrets,
  output: Pick<LogOutputChannel, 'error'>,
): (params: unknown) => Promise<SecretResult> {
  return async params => {
    if (!secretRequest.isParams(params) || !ours.test(params.key)) throw new Error(text('vault.notOurs'));
    const { operation, key, value } = params;
    if (operation === 'set' && value === undefined) throw new Error(text('vault.notOurs'));
    const result = await serve(secrets, { operation, key, value: value ?? '' }).catch((error: unknown) => {
      output.error(text('vault.failed', { reason: withoutSecret(reasonOf(error), value) }));
    });
    if (!result) throw new Error(text('vault.failedShort'));
    return result;
  };
}

async function serve(
  secrets: Secrets,
  { operation, key, value }: Required<SecretParams>,
): Promise<SecretResult> {
  if (operation === 'set') await secrets.store(key, value);
  else if (operation === 'delete') await secrets.delete(key);
  const stored = operation === 'get' ? await secrets.get(key) : undefined;
  return stored === undefined ? {} : { value: stored };
}

const withoutSecret = (reason: string, secret: string | undefined): string =>
  secret === undefined || secret === '' ? reason : reason.replaceAll(secret, '…');
