import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

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
