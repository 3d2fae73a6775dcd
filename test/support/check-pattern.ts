/** The complexity of a regular expression, by the library recheck. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { check, type Parameters } from 'recheck';
import { cases } from './depth.ts';
import linear from './linear-patterns.json' with { type: 'json' };
import { inCache, inRoot } from './paths.ts';
import type { Pattern } from './product-patterns.ts';

export interface Judgement {
  readonly verdict: 'linear' | 'polynomial' | 'exponential' | 'undecided';
  /** Found by fuzzing, not proved. */
  readonly byFuzzing: boolean;
  /** A text that takes a long time. */
  readonly attack?: string;
}

const minute = 60_000;
/** Limits by counts instead of times, so that a busy machine has the same result. */
const limits: Parameters = {
  timeout: 10 * minute,
  incubationTimeout: null,
  attackTimeout: null,
  seedingTimeout: null,
};

const judge = async (source: string, flags: string): Promise<Judgement> => {
  const result = await check(source, flags, limits);
  const byFuzzing = result.checker === 'fuzz';
  if (result.status === 'unknown') return { verdict: 'undecided', byFuzzing };
  if (result.status === 'safe') return { verdict: 'linear', byFuzzing };
  return { verdict: result.complexity.type, byFuzzing, attack: result.attack.pattern };
};

const { version }: { version: string } = JSON.parse(
  readFileSync(inRoot('node_modules/recheck/package.json'), 'utf8'),
);

/** The same for the same pattern and the same version of the library. */
export const digestOf = ({ source, flags }: Pattern): string =>
  createHash('sha256')
    .update(JSON.stringify([version, source, flags]))
    .digest('hex')
    .slice(0, 16);

/** The patterns that the library has found to be linear, by their digests; `test/tools/judge-patterns.ts` writes them. */
const knownLinear: ReadonlySet<string> = new Set(linear);

/**
 * Returns what the library says of a pattern, which the cache keeps. What it has said of most patterns of the product is
 * kept in the repository, too: only the deep run asks it again.
 */
export const checkPattern = async (pattern: Pattern): Promise<Judgement> => {
  const digest = digestOf(pattern);
  const isTaken = cases(1, 0) === 1 && knownLinear.has(digest);
  return isTaken ? { verdict: 'linear', byFuzzing: false } : judgedPattern(pattern);
};

/** Returns what the library says of a pattern, which the cache keeps if it is decided. */
export const judgedPattern = async (pattern: Pattern): Promise<Judgement> => {
  const file = inCache('recheck', digestOf(pattern));
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const judgement = await judge(pattern.source, pattern.flags);
    if (judgement.verdict === 'undecided') return judgement;
    mkdirSync(inCache('recheck'), { recursive: true });
    writeFileSync(file, JSON.stringify(judgement));
    return judgement;
  }
};
