/** The certificates in files: authorities to trust, and those that this machine shows to sites. */
import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { readBounded } from '../../files/read-bounded.ts';
import type { ClientCertificate } from '#shared/protocol/settings.ts';
import { HttpFailure } from './http-failure.ts';

/**
 * The certificate authorities to trust: the default ones (Node's own and those of NODE_EXTRA_CA_CERTS) and those of PEM
 * files, one PEM text per certificate. `usual` = there are no files; `unreadable` = a file contains no certificate or an
 * invalid one.
 */
export function authorities(files: readonly string[]): string[] | 'usual' | 'unreadable' {
  if (files.length === 0) return 'usual';
  const added = files.map(certificatesIn);
  if (added.some(certificates => certificates.length === 0)) return 'unreadable';
  try {
    return [...usual(), ...added.flat().map(text => new X509Certificate(text).toString())];
  } catch {
    return 'unreadable';
  }
}

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** The certificates of a PEM file, which may contain other things too. */
const certificatesIn = (text: string): string[] =>
  text
    .split(begin)
    .slice(1)
    .flatMap(part => (part.includes(end) ? [begin + part.split(end, 1)[0]! + end] : []));

/** Node before 22.15 cannot list its defaults; its own roots are most of them. */
function usual(): readonly string[] {
  return tls.getCACertificates?.('default') ?? tls.rootCertificates;
}

/** A certificate and its key, as TLS takes them. */
export type OwnCertificate = Pick<tls.SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;

/** Files of certificates are small. */
const maxFileBytes = 1024 * 1024;

/**
 * Reads the certificate that this machine shows a site.
 *
 * @param passphrase of its key; absent = it has none, or none is known
 * @throws HttpFailure `clientCertificate` where it cannot be used; it has no part of the files and of the passphrase
 */
export function ownCertificate(
  { file, key }: ClientCertificate,
  passphrase: string | undefined,
  host: string,
): OwnCertificate {
  try {
    const main = readBounded(file, maxFileBytes);
    const pair = main.includes('-----BEGIN ')
      ? { cert: main, key: key === undefined ? main : readBounded(key, maxFileBytes) }
      : { pfx: main };
    const options = { ...pair, ...(passphrase !== undefined && { passphrase }) };
    tls.createSecureContext(options);
    return options;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'invalid';
    throw new HttpFailure('clientCertificate', host, { file, reason: code }, 0, true);
  }
}
