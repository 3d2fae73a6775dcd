/** Fixes of dates and of date ranges. */
import { wireName } from '../model.ts';
import { plainForms } from '../values/plain-text.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { editsToUse } from './additions.ts';
import { argument, bindingOf, fix, type Fixer, removalFix, replacementFix } from './fix-context.ts';

const dayLength = 86_400_000;
/** Days from the beginning of this one. */
const words: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);

/** Corrects a date that the wiki cannot read. */
export const fixTimestamp: Fixer = context => {
  const to = timestampMeant(argument(context, 'value'), context.now);
  return [
    ...(to === undefined ? [] : replacementFix(context, 'date', to, true)),
    ...removalFix(context, 'unknown'),
  ];
};

function timestampMeant(text: string, now: number): string | undefined {
  for (const form of [text, ...plainForms(text)]) {
    const meant = dateMeant(form.trim(), text, now);
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/**
 * The timestamp that a date without quotes and spaces stands for; `undefined` = none. `written` is the text that the
 * wiki rejects.
 */
function dateMeant(bare: string, written: string, now: number): string | undefined {
  if (/^now$/i.test(bare)) return 'now';
  const days = words.get(bare.toLowerCase());
  if (days !== undefined) return iso(now - (now % dayLength) + days * dayLength);
  const ago = timeAgo(bare, now);
  if (ago !== undefined) return iso(ago);
  if (/^\d{13}$/.test(bare)) return iso(Number(bare));
  const upper = bare.toUpperCase();
  // In a URL an unencoded `+` is a space.
  return [bare, upper, bare.replace(/ (\d\d(?::?\d\d)?)$/, '+$1'), completed(reordered(upper))].find(
    candidate =>
      candidate !== undefined && candidate !== written && readTimestamp(candidate, now)?.rolledOver === false,
  );
}

/** The lengths of units in milliseconds; a month or a year has no fixed length. */
const units: ReadonlyMap<string, number> = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['h', 3_600_000],
  ['day', dayLength],
  ['d', dayLength],
  ['week', 7 * dayLength],
  ['w', 7 * dayLength],
]);

/** Times such as `-7d` and `2 weeks ago`. */
function timeAgo(text: string, now: number): number | undefined {
  const [, sign, count, unit = '', ago] = /^(-?) ?(\d{1,4}) ?([a-z]+?)s?( ago)?$/i.exec(text) ?? [];
  const length = units.get(unit.toLowerCase());
  if (length === undefined || (sign === '') === (ago === undefined)) return undefined;
  return now - Number(count) * length;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** A date as year, month and day: `15 JANUARY 2024`, `JAN 15, 2024`, `15.1.2024`, and with slashes where only one order is possible. */
function reordered(text: string): string {
  const dayFirst = /^(\d\d?)(?:ST|ND|RD|TH)? ([A-Z]{3,9}),? (\d{4})$/.exec(text);
  const monthFirst = /^([A-Z]{3,9}) (\d\d?)(?:ST|ND|RD|TH)?,? (\d{4})$/.exec(text);
  const slashes = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text);
  const [, day, word, year] = dayFirst ?? [undefined, monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  const month = months.indexOf(word?.slice(0, 3) ?? '') + 1;
  if (month > 0) return `${year}-${month}-${day}`;
  if (slashes !== null && Number(slashes[1]) > 12) return `${slashes[3]}-${slashes[2]}-${slashes[1]}`;
  if (slashes !== null && Number(slashes[2]) > 12) return `${slashes[3]}-${slashes[1]}-${slashes[2]}`;
  return text.replace(/^(\d\d?)\. ?(\d\d?)\. ?(\d{4})/, '$3-$2-$1');
}

const isoLike =
  /^(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?(?:[T ](\d\d?):(\d\d)(?::(\d\d))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Completes a date without a time, or a time without seconds. */
function completed(text: string): string | undefined {
  const parts = isoLike.exec(text);
  if (parts === null) return undefined;
  const [, year, month, date = '1', hour = '0', minute = '00', second = '00', zone = 'Z'] = parts;
  return `${year}-${two(month!)}-${two(date)}T${two(hour)}:${minute}:${second}${zone}`;
}

const two = (digits: string): string => digits.padStart(2, '0');
const iso = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');

/** Converts digits that the wiki reads as seconds to the date that they look like. */
export const fixDigits: Fixer = context => {
  const [, year, month = '01', day = '01', hour = '00', minute = '00'] =
    /^(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?$/.exec(argument(context, 'value')) ?? [];
  if (year === undefined) return [];
  const to = `${year}-${month}-${day}T${hour}:${minute}:00Z`;
  return readTimestamp(to, 0)?.rolledOver === false ? replacementFix(context, 'date', to, true) : [];
};

/** Replaces a day that does not exist by the last one of its month, or by the day that the wiki reads. */
export const fixRollover: Fixer = context => {
  const text = argument(context, 'value');
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
    ...(meant ? replacementFix(context, 'date', lastDay, true) : []),
    ...replacementFix(context, 'date', argument(context, 'meaning'), !meant),
  ];
};

/** Replaces a date by `now`. */
export const fixNow: Fixer = context => replacementFix(context, 'date', 'now', true);

/** Swaps the ends of a range, or reverses the direction. */
export const fixReversed: Fixer = context => {
  const { model, editor } = context;
  const [start, end] = [argument(context, 'start'), argument(context, 'end')];
  const [first, last] = [model.node(start), model.node(end)];
  const active = bindingOf(context)?.active;
  if (!first || !last || !active) return [];
  const dir = wireName(active, 'dir');
  const to = argument(context, 'dir') === 'newer' ? 'older' : 'newer';
  return [
    ...fix('range', 'fix.swap', { start, end }, editor.swapValues(first, last), true),
    ...fix('range', 'fix.add', { text: `${dir}=${to}` }, editsToUse(context, dir, to, last)),
  ];
};
