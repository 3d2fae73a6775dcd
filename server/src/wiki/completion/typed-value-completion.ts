import { dateInWords } from '#shared/base/text/date-format.ts';
import { searchText } from '#shared/base/text/completion-text.ts';
import { type DetailKey, type Proposal, say } from './proposal.ts';
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';

/** The moments that people ask for most, in the order in which they are offered. */
const moments: readonly (readonly [key: DetailKey, at: (now: Date) => number])[] = [
  ['time.today', now => startOfDay(now, 0)],
  ['time.yesterday', now => startOfDay(now, -1)],
  ['time.hour', now => startOfMinute(now, -60)],
  ['time.week', now => startOfDay(now, -7)],
  ['time.days30', now => startOfDay(now, -30)],
  ['time.month', now => Date.UTC(now.getUTCFullYear(), now.getUTCMonth())],
  ['time.lastMonth', now => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)],
  ['time.year', now => Date.UTC(now.getUTCFullYear(), 0)],
  ['time.lastYear', now => Date.UTC(now.getUTCFullYear() - 1, 0)],
  ['time.yearAgo', now => Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate())],
];

const startOfDay = (now: Date, days: number): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days);
const startOfMinute = (now: Date, minutes: number): number =>
  Math.floor(now.getTime() / 60_000 + minutes) * 60_000;

/** Moments around `now` (milliseconds since 1970) as values of a timestamp parameter; days begin in UTC, as the wiki's do. */
export function timestampProposals(now: number): Proposal[] {
  const fixed = moments.map(([key, at]) => momentOffer(say(key), at(new Date(now))));
  const always = { label: 'now', text: 'now', kind: 'date', detail: dateInWords(now), rank: 0 } as const;
  return [always, ...fixed].map((offer, rank) => ({ ...offer, rank }));
}

function momentOffer(label: string, time: number): Proposal {
  const text = new Date(time).toISOString().replace('.000Z', 'Z');
  return {
    label,
    text,
    kind: 'date',
    detail: dateInWords(time),
    filter: searchText(text, label, say('time.keywords')),
    rank: 0,
  };
}

/** Namespaces by id with their names, those of media and special pages only if the parameter accepts them. */
export function namespaceProposals({ texts }: WikiKnowledge, parameter: Parameter): Proposal[] {
  const special = new Set(parameter.extraNamespaces);
  return texts.namespaces
    .filter(({ id }) => id >= 0 || special.has(id))
    .map(({ id, name }, index) => ({
      label: `${id} ${name}`,
      text: String(id),
      kind: 'namespace',
      ...(String(id) === String(parameter.default) && { detail: say('default') }),
      filter: searchText(String(id), name),
      rank: 100 + index + (id < 0 ? 500 : 0),
      subject: { kind: 'namespace', id: String(id) },
    }));
}
