import { wireName } from '../model.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { withUse } from './additions.ts';
import { argument, bindingOf, fix, type Fixer, removal, replacement } from './fix-context.ts';

const dayLength = 86_400_000;
/** Days from the beginning of this one. */
const words: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);

/** What was meant by a date that the wiki does not read. */
export const fixTimestamp: Fixer = subject => {
  const to = timestampMeant(argument(subject, 'value'), subject.now);
  return [
    ...(to === undefined ? [] : replacement(subject, 'date', to, true)),
    ...removal(subject, 'unknown'),
  ];
};

function timestampMeant(text: string, now: number): string | undefined {
  const bare = text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  if (/^now$/i.test(bare)) return 'now';
  const days = words.get(bare.toLowerCase());
  if (days !== undefined) return iso(now - (now % dayLength) + days * dayLength);
  if (/^\d{13}$/.test(bare)) return iso(Number(bare));
  const upper = bare.toUpperCase();
  // In a URL a `+` that is not encoded is read as a blank.
  return [bare, upper, bare.replace(/ (\d\d(?::?\d\d)?)$/, '+$1'), completed(upper)].find(
    candidate =>
      candidate !== undefined && candidate !== text && readTimestamp(candidate, now)?.rolledOver === false,
  );
}

const isoLike =
  /^(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?(?:[T ](\d\d?):(\d\d)(?::(\d\d))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** A date without its time, or a time without its seconds, with what is missing; days with dots come first. */
function completed(text: string): string | undefined {
  const parts = isoLike.exec(text.replace(/^(\d\d?)\. ?(\d\d?)\. ?(\d{4})/, '$3-$2-$1'));
  if (parts === null) return undefined;
  const [, year, month, date = '1', hour = '0', minute = '00', second = '00', zone = 'Z'] = parts;
  return `${year}-${two(month!)}-${two(date)}T${two(hour)}:${minute}:${second}${zone}`;
}

const two = (digits: string): string => digits.padStart(2, '0');
const iso = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Digits that the wiki takes for seconds, as the date that they look like. */
export const fixDigits: Fixer = subject => {
  const [, year, month = '01', day = '01', hour = '00', minute = '00'] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?$/.exec(argument(subject, 'value')) ?? [];
  if (year === undefined) return [];
  const to = `${year}-${month}-${day}T${hour}:${minute}:00Z`;
  return readTimestamp(to, 0)?.rolledOver === false ? replacement(subject, 'date', to, true) : [];
};

/** A day that there is not, as the last one of its month, or as the wiki counts on. */
export const fixRollover: Fixer = subject => {
  const text = argument(subject, 'value');
  const lastDay = text.replace(
    /^(\d{4})(-?)(\d\d)(-?)\d\d/,
    (all, year: string, dash: string, month: string, second: string) => {
      if (Number(month) < 1 || Number(month) > 12) return all;
      const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
      return `${year}${dash}${month}${second}${last}`;
    },
  );
  const meant = readTimestamp(lastDay, 0)?.rolledOver === false;
  return [
    ...(meant ? replacement(subject, 'date', lastDay, true) : []),
    ...replacement(subject, 'date', argument(subject, 'meaning'), !meant),
  ];
};

export const fixNow: Fixer = subject => replacement(subject, 'date', 'now', true);

/** The ends of a range change places, or the direction is turned round. */
export const fixReversed: Fixer = subject => {
  const { model, editor } = subject;
  const [start, end] = [argument(subject, 'start'), argument(subject, 'end')];
  const [first, last] = [model.node(start), model.node(end)];
  const active = bindingOf(subject)?.active;
  if (!first || !last || !active) return [];
  const dir = wireName(active, 'dir');
  const to = argument(subject, 'dir') === 'newer' ? 'older' : 'newer';
  return [
    ...fix('range', 'fix.swap', { start, end }, editor.swapValues(first, last), true),
    ...fix('range', 'fix.add', { text: `${dir}=${to}` }, withUse(subject, dir, to, last)),
  ];
};
