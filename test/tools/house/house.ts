/**
 * Prints how the house is built, beside the bounds that it keeps: `npm run house`. With `--ways` it also counts the files
 * on the server's ways, from bundles that it makes; with `--list` it names what the counts are made of. With `--picture` it
 * only draws the floors, into docs/architecture.md too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { floorPicture } from '../../support/floor-picture.ts';
import { floors } from '../../support/floors.ts';
import { globbed } from '../../support/globbed.ts';
import { importsOf, isWithin, sourceFiles } from '../../support/imports.ts';
import { inRoot } from '../../support/paths.ts';
import { measureCode } from './code.ts';
import { measureWays } from './ways.ts';

interface Figure {
  readonly name: string;
  readonly value: number;
  /** It may not be exceeded. */
  readonly bound: number;
  readonly unit?: string;
  /** The items counted. */
  readonly list?: readonly string[];
}

const linesOf = (file: string): readonly string[] => readFileSync(inRoot(file), 'utf8').split('\n');

const files = sourceFiles();
const lines = new Map(files.map(file => [file, linesOf(file)]));
const serverFiles = files.filter(file => !file.startsWith('client/'));
const rooms = floors.flat();

const countBy = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...Map.groupBy(keys, key => key)].map(([key, { length }]) => [key, length]));

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

const roomOf = (file: string): string | undefined => rooms.find(({ folder }) => isWithin(file, folder))?.name;

/** All code of the repository, that of the tests and of its tools too. */
const allSources = (): readonly string[] =>
  globbed('*.{ts,mjs}', '{client,server,shared,test}/**/*.ts', 'test/**/*.{mjs,js}');

/** Pairs of rooms that import each other. */
function roomCycles(): readonly string[] {
  const pairs = new Set(
    files.flatMap(file =>
      importsOf(file).flatMap(target => {
        const [from, to] = [roomOf(file), roomOf(target)];
        return from === undefined || to === undefined || from === to ? [] : [`${from} ${to}`];
      }),
    ),
  );
  return [...pairs].filter(pair => {
    const opposite = pair.split(' ').toReversed().join(' ');
    return pair < opposite && pairs.has(opposite);
  });
}

function structure(): readonly Figure[] {
  const folders = [...countBy(files.map(file => path.posix.dirname(file)))].toSorted(([, a], [, b]) => b - a);
  const names = countBy(files.map(file => path.posix.basename(file)));
  const repeated = files.filter(file => (names.get(path.posix.basename(file)) ?? 0) > 1);
  const tiny = serverFiles.filter(file => (lines.get(file)?.length ?? 0) <= 25);
  const serverLines = serverFiles.reduce((sum, file) => sum + (lines.get(file)?.length ?? 0) - 1, 0);
  const cycles = roomCycles();
  return [
    { name: 'rooms of the server and of shared/', value: rooms.length, bound: 16 },
    { name: 'floors', value: floors.length, bound: 9 },
    { name: 'pairs of rooms that import each other', value: cycles.length, bound: 0, list: cycles },
    {
      name: `files in the largest folder (${folders[0]?.[0]})`,
      value: folders[0]?.[1] ?? 0,
      bound: 20,
      list: folders.slice(0, 10).map(([folder, count]) => `${folder} ${count}`),
    },
    { name: 'files of the server and of shared/', value: serverFiles.length, bound: 774 },
    { name: 'lines in such a file, mean', value: Math.round(serverLines / serverFiles.length), bound: 113 },
    { name: 'such files of less than 25 lines', value: tiny.length, bound: 37, list: tiny },
    {
      name: 'files whose name occurs more than once',
      value: Math.round((1000 * repeated.length) / files.length) / 10,
      bound: 8,
      unit: '%',
      list: [...names].filter(([, count]) => count > 1).map(([name, count]) => `${name} ${count}`),
    },
  ];
}

function code(): readonly Figure[] {
  const { functions, oddNames } = measureCode();
  const sizes = functions.map(each => each.lines).toSorted((a, b) => a - b);
  const long = functions.filter(each => each.lines > 60);
  const whats = allSources().flatMap(file =>
    linesOf(file).flatMap((line, index) =>
      /(?:^\s*(?:\*|\/\/)|\/\*\*?)\s*What\b/.test(line) ? [`${file}:${index + 1}`] : [],
    ),
  );
  return [
    { name: 'lines of a function, of 90 % of them at most', value: percentile(sizes, 0.9), bound: 22 },
    {
      name: 'functions of more than 60 lines',
      value: Math.round((1000 * long.length) / functions.length) / 10,
      bound: 1,
      unit: '%',
      list: long.map(each => `${each.place} ${each.lines}`),
    },
    {
      name: 'variables whose names do not say what they hold',
      value: oddNames.length,
      bound: 8,
      list: oddNames,
    },
    { name: 'comments that begin with “What”', value: whats.length, bound: 0, list: whats },
  ];
}

async function ways(): Promise<readonly Figure[]> {
  const { keystroke, run, check } = await measureWays();
  return [
    { name: 'files on the way of a keystroke', value: keystroke.length, bound: 109, list: keystroke },
    { name: 'files on the way of a run', value: run.length, bound: 125, list: run },
    { name: 'files on the way of a check, from its start', value: check.length, bound: 268, list: check },
  ];
}

/** Draws the floors between the markers of docs/architecture.md. */
function drawFloors(): void {
  const document = inRoot('docs/architecture.md');
  const text = readFileSync(document, 'utf8');
  const drawn = text.replace(
    /(?<=<!-- floors -->\n).*?(?=<!-- end of floors -->)/s,
    () => `\n\`\`\`text\n${floorPicture()}\n\`\`\`\n\n`,
  );
  writeFileSync(document, drawn);
  console.log(floorPicture());
}

async function printFigures(): Promise<void> {
  const isListed = process.argv.includes('--list');
  const figures = [...structure(), ...code(), ...(process.argv.includes('--ways') ? await ways() : [])];
  for (const { name, value, bound, unit = '', list = [] } of figures) {
    const mark = value > bound ? '✖' : '✔';
    console.log(
      `${mark} ${name.padEnd(60)} ${`${value}${unit === '' ? '' : ` ${unit}`}`.padStart(8)}   at most ${bound}`,
    );
    if (isListed) for (const each of list) console.log(`      ${each}`);
  }
  process.exitCode = figures.some(({ value, bound }) => value > bound) ? 1 : 0;
}

if (process.argv.includes('--picture')) drawFloors();
else await printFigures();
