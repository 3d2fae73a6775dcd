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
  const dated = moments.map(([key, at]) => momentProposal(say(key), at(new Date(now))));
  const current = { label: 'now', text: 'now', kind: 'date', detail: dateInWords(now) } as const;
  return [current, ...dated].map((proposal, rank) => ({ ...proposal, rank }));
}

function momentProposal(label: string, time: number): Omit<Proposal, 'rank'> {
  const text = new Date(time).toISOString().replace('.000Z', 'Z');
  return {
    label,
    text,
    kind: 'date',
    detail: dateInWords(time),
    filter: searchText(text, label, say('time.keywords')),
  };
}

/** Where each kind of namespace begins in the list: those of media and special pages come last. */
const namespaceRanks = { ordinary: 100, special: 600 };

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
      rank: (id < 0 ? namespaceRanks.special : namespaceRanks.ordinary) + index,
      subject: { kind: 'namespace', id: String(id) },
    }));
}
