import { firstBytes } from '../common/shorten.ts';

/** Bytes of the two parts of a name: with a number, an ending and what a draft's name adds, 255 are enough. */
const [longestReport, longestLabel] = [120, 60];

/** The names of the files of a report's charts: no two are the same. */
export class ChartNames {
  readonly #report: string;
  readonly #taken = new Set<string>();

  /** @param file the report's file name, without its folder */
  constructor(file: string) {
    this.#report = firstBytes(file.toWellFormed().replace(/(?<=.)\.[^.]*$/s, ''), longestReport);
  }

  /** A name for the next chart. @param label what its query is called */
  next(label: string): string {
    const base = `${this.#report}-${namePart(label)}`;
    let name = `${base}.svg`;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}-${count}.svg`;
    this.#taken.add(name);
    return name;
  }
}

/** Letters, with their marks, and digits; every file system takes them. */
function namePart(label: string): string {
  const words = label
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(word => word !== '');
  return firstBytes(words.join('-'), longestLabel) || 'chart';
}
