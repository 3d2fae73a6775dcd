/** Baselines: the findings of a check that are known, in a file beside the queries. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import type { CheckedFile, Finding } from '../finding.ts';
import { lockFolder } from '../../sites/locks/lock-text.ts';
import { nameOf, portable, withFingerprints } from '../fingerprints.ts';
import { readQueryFile } from './read-query-file.ts';
import { writeWhole } from './write-files.ts';

/** A known finding. */
interface KnownFinding {
  readonly file: string;
  /** The name of its query; absent = it has none. */
  readonly query?: string;
  readonly code: string;
  readonly fingerprint: string;
}

const version = 1;
/** Findings that are read. */
const most = 100_000;

/** A baseline, and which of its findings a check saw. */
export class Baseline {
  /** The folder of the check, to which the files of findings are relative. */
  readonly #folder: string;
  /** The folder to which the files of the baseline are relative. */
  readonly #root: string;
  readonly #known: ReadonlyMap<string, KnownFinding>;
  readonly #seen = new Set<string>();
  readonly #files = new Set<string>();

  constructor(known: readonly KnownFinding[], file: string, folder: string) {
    this.#known = new Map(known.map(finding => [finding.fingerprint, finding]));
    this.#folder = folder;
    this.#root = rootOf(path.resolve(folder, file));
  }

  /** The path of a file of the check as the baseline has it. */
  readonly fileOf = (file: string): string =>
    portable(path.relative(this.#root, path.resolve(this.#folder, file)));

  /** Returns a checked file in which each finding has its fingerprint, and is known or not. */
  compared(checked: CheckedFile): CheckedFile {
    this.#files.add(this.fileOf(checked.file));
    const findings = withFingerprints(checked, this.fileOf).findings.map((finding): Finding => {
      const { fingerprint = '' } = finding;
      this.#seen.add(fingerprint);
      return { ...finding, isKnown: this.#known.has(fingerprint) };
    });
    return { ...checked, findings };
  }

  /** The findings that the check would have seen, had they not been fixed. */
  get gone(): readonly KnownFinding[] {
    return [...this.#known.values()].filter(
      ({ file, fingerprint }) => !this.#seen.has(fingerprint) && !this.#isUnchecked(file),
    );
  }

  /** The findings in files that are there, and were not checked. */
  get unchecked(): readonly KnownFinding[] {
    return [...this.#known.values()].filter(({ file }) => this.#isUnchecked(file));
  }

  #isUnchecked(file: string): boolean {
    return !this.#files.has(file) && existsSync(path.resolve(this.#root, file));
  }
}

/** The folder of a baseline, wherever a link leads; that of one in `.wikijql` is the folder around it. */
function rootOf(file: string): string {
  const folder = path.dirname(file);
  const realFolder = existsSync(folder) ? realpathSync(folder) : folder;
  return path.basename(realFolder) === lockFolder ? path.dirname(realFolder) : realFolder;
}

/** @throws Failure where the file is missing, or no baseline */
export async function readBaseline(file: string, folder: string): Promise<Baseline> {
  return new Baseline(knownIn(await readQueryFile(file, folder), file), file, folder);
}

function knownIn(text: string, file: string): readonly KnownFinding[] {
  const data = parsed(text);
  const findings: unknown = isRecord(data) && data['version'] === version ? data['findings'] : undefined;
  if (!Array.isArray(findings) || findings.length > most || !findings.every(isKnownFinding))
    throw new Failure('baseline.unreadable', { file });
  return findings;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isKnownFinding = (value: unknown): value is KnownFinding =>
  isRecord(value) &&
  ['file', 'code', 'fingerprint'].every(key => typeof value[key] === 'string') &&
  ['string', 'undefined'].includes(typeof value['query']);

/** Writes findings as a baseline, sorted, one a line; those of files that were not checked stay. @returns how many */
export async function writeBaseline(
  file: string,
  folder: string,
  findings: readonly Finding[],
  checked: Baseline,
): Promise<number> {
  const kept = [
    ...checked.unchecked,
    ...findings.map(finding => knownFinding(finding, checked.fileOf)),
  ].toSorted(
    (a, b) => compare(a.file, b.file) || compare(a.code, b.code) || compare(a.fingerprint, b.fingerprint),
  );
  const lines = kept.map(finding => `\n    ${JSON.stringify(finding)}`).join(',');
  await writeWhole(
    file,
    folder,
    `{\n  "version": ${version},\n  "findings": [${lines}${lines === '' ? '' : '\n  '}]\n}\n`,
  );
  return kept.length;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

const knownFinding = (
  { file, query, code, fingerprint = '' }: Finding,
  fileOf: (file: string) => string,
): KnownFinding => ({
  file: fileOf(file),
  ...(nameOf(query) !== '' && { query }),
  code,
  fingerprint,
});
