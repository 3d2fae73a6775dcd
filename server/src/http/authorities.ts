import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';

/**
 * The authorities to trust when some are added to the usual ones (Node's own and those of
 * NODE_EXTRA_CA_CERTS): one PEM text per certificate. `usual` = none is added; `unreadable` = a text
 * holds no certificate or a broken one.
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

/** The certificates of a PEM file, which may hold other things beside them. */
const certificatesIn = (text: string): string[] =>
  text
    .split(begin)
    .slice(1)
    .flatMap(part => (part.includes(end) ? [begin + part.split(end, 1)[0]! + end] : []));

/** Node before 22.15 cannot tell its default list; its own roots are most of it. */
function usual(): readonly string[] {
  return tls.getCACertificates?.('default') ?? tls.rootCertificates;
}
