/** Evaluates the certificate of a site: whose it is, who issued it, and why it is rejected. */
import texts from '../../../catalogue/messages/diagnose.json' with { type: 'json' };
import type { PeerCertificate } from '../http/peer-certificate.ts';
import { optionalWordingOf } from '#shared/base/text/wording.ts';
import {
  beforeConnection,
  failureOf,
  isConnectionFailure,
  type Finding,
  type Probe,
} from './diagnosis-facts.ts';

const sayIfKnown = optionalWordingOf(texts);

/** Milliseconds before the end of a certificate from which a warning is given. */
const soon = 14 * 86_400_000;

/** Evaluates the certificates of both sides; `undefined` = there was no connection to show them. */
export function evaluateCertificate(probe: Probe): Finding | undefined {
  const { failure = '', reason = '' } = failureOf(probe) ?? {};
  const { certificate, now, site } = probe;
  const { protocol, host } = new URL(site.url);
  if (failure === 'certificateSettings')
    return { outcome: 'failed', key: 'certificate.settings', advice: 'certificate.failed.advice' };
  const file = probe.clientCertificate;
  if (failure === 'clientCertificate')
    return { outcome: 'failed', key: 'certificate.client.failed', values: { file: file ?? '', reason } };
  if (beforeConnection.has(failure) || isConnectionFailure(failure)) return undefined;
  if (protocol === 'http:') return { outcome: 'skipped', key: 'certificate.plain' };
  const shown: NonNullable<Finding['details']> = file === undefined ? [] : [['certificate.client', { file }]];
  const details = { details: [...(certificate ? detailsOf(certificate) : []), ...shown] };
  if (failure === 'tls') {
    const inWords = sayIfKnown(`certificate.reason.${reason}`) ?? reason;
    const adviceKey = `certificate.advice.${reason}`;
    return {
      outcome: 'failed',
      key: 'certificate.failed',
      values: { host, reason: inWords },
      advice: sayIfKnown(adviceKey) === undefined ? 'certificate.failed.advice' : adviceKey,
      ...details,
    };
  }
  if (certificate && certificate.validTo - now < soon)
    return {
      outcome: 'warning',
      key: 'certificate.soon',
      values: { to: dayOf(certificate.validTo) },
      ...details,
    };
  return { outcome: 'passed', key: 'certificate.passed', ...details };
}

const detailsOf = ({
  subject,
  issuer,
  validFrom,
  validTo,
  names,
}: PeerCertificate): NonNullable<Finding['details']> => [
  ['certificate.subject', { subject }],
  ['certificate.issuer', { issuer }],
  ['certificate.valid', { from: dayOf(validFrom), to: dayOf(validTo) }],
  ['certificate.names', { names: names === '' ? '–' : names }],
];

/** A day in UTC; `?` = the certificate has no date there. */
const dayOf = (time: number): string =>
  Number.isNaN(time) ? '?' : new Date(time).toISOString().slice(0, 10);
