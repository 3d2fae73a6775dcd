import people from './people.json' with { type: 'json' };
import { chance, seedOf } from './random.ts';
import theme from './theme.json' with { type: 'json' };
import { type Draft, drafts } from './drafts.ts';
import { localTitle } from './titles.ts';
import type { Title } from './types.ts';

/** One edit, before it has an id. Times count minutes back from the wiki's present. */
export interface Edit {
  readonly draft: Draft;
  readonly minutesAgo: number;
  readonly user: string;
  readonly comment: string;
  readonly minor: boolean;
  readonly tags: readonly string[];
  readonly size: number;
  readonly text: () => string;
}

const day = 24 * 60;
const hoursOfWeather = 520 * 24;
const readingsOnAPage = 30 * 24;
const readingLength = 25;

/** Every edit that was ever made, oldest first. */
export function edits(): Edit[] {
  const all = [...drafts.flatMap((draft, index) => editsOf(draft, index)), ...weather()];
  return all.toSorted((a, b) => b.minutesAgo - a.minutesAgo);
}

function editsOf(draft: Draft, index: number): Edit[] {
  const dice = chance(seedOf(draft.title.text) + index);
  const created = 500 * day - index * 300 - dice.below(240);
  const count = Math.min(draft.edits, Math.max(1, draft.lines.length));
  const latest = 3 + Math.floor((((index * 37) % 400) / 400) ** 2 * (created - 2 * day));
  return Array.from({ length: count }, (_, step): Edit => {
    const text = draft.lines.slice(0, Math.ceil((draft.lines.length * (step + 1)) / count)).join('\n');
    return {
      draft,
      minutesAgo: count === 1 ? created : created - (step / (count - 1)) * (created - latest),
      user: step === 0 && draft.author ? draft.author : author(dice.below(1000)),
      comment: draft.comment ?? (step === 0 ? `new: ${draft.title.text}` : dice.pick(theme.comments)),
      minor: step > 0 && dice.below(4) === 0,
      tags: tags(dice.below(40), draft.lines[0] ?? ''),
      size: Buffer.byteLength(text),
      text: () => text,
    };
  });
}

/** Busy people edit more: the square of an even choice falls on the first names most often. */
function author(thousandth: number): string {
  const writers = [
    ...people.users.filter(({ silent }) => !silent).map(({ name }) => name),
    ...people.addresses,
  ];
  return writers[Math.floor((thousandth / 1000) ** 2 * writers.length)] ?? 'Ada';
}

function tags(choice: number, firstLine: string): string[] {
  if (firstLine.startsWith('#REDIRECT')) return ['mw-new-redirect'];
  if (choice < 4) return ['mobile edit'];
  if (choice < 7) return ['visualeditor'];
  if (choice === 7) return ['mw-undo'];
  return choice === 8 ? ['mw-reverted', 'mobile edit'] : [];
}

/** The weather diaries: a bot's line for every hour of 520 days, a page for every 30 days. */
function weather(): Edit[] {
  const pages = Array.from({ length: Math.ceil(hoursOfWeather / readingsOnAPage) }, (_, index): Draft => ({
    title: diaryTitle(index),
    lines: [],
    edits: readingsOnAPage,
  }));
  return pages.flatMap((draft, page) => {
    const first = page * readingsOnAPage;
    const count = Math.min(readingsOnAPage, hoursOfWeather - first);
    const heading = `Readings of the [[Weather Station]], volume ${page + 1}.\n[[Category:Weather]]\n`;
    return Array.from({ length: count }, (_, line): Edit => weatherEdit(draft, heading, { first, line }));
  });
}

function weatherEdit(draft: Draft, heading: string, { first, line }: { first: number; line: number }): Edit {
  const hour = first + line;
  return {
    draft,
    minutesAgo: 520 * day - hour * 60 - 30,
    user: 'Weather Bot',
    comment: `hour ${hour}: ${temperature(hour)}`,
    minor: true,
    tags: hour % 50 === 0 ? ['weather'] : [],
    size: Buffer.byteLength(heading) + (line + 1) * readingLength,
    text: () => heading + Array.from({ length: line + 1 }, (_, at) => reading(first + at)).join(''),
  };
}

const diaryTitle = (index: number): Title =>
  localTitle(`Weather diary/Volume ${String(index + 1).padStart(2, '0')}`);

function temperature(hour: number): string {
  const season = -10 * Math.cos((hour / (365 * 24)) * 2 * Math.PI);
  const noon = -4 * Math.cos((hour / 24) * 2 * Math.PI);
  return `${(10 + season + noon + chance(hour).below(30) / 10).toFixed(1)} °C`;
}

/** A line of exactly 25 bytes. */
function reading(hour: number): string {
  const line = `* h${hour}: ${temperature(hour)}`;
  return `${line}${' '.repeat(readingLength - 1 - Buffer.byteLength(line))}\n`;
}
