/** How long a regular expression may take, by the library recheck. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { check, type Parameters } from 'recheck';
import { inCache, inRoot } from './paths.ts';
import type { Pattern } from './product-patterns.ts';

export interface Judgement {
  readonly verdict: 'linear' | 'polynomial' | 'exponential' | 'undecided';
  /** Found by trying, not proved. */
  readonly byFuzzing: boolean;
  /** A text that takes long. */
  readonly attack?: string;
}

const minute = 60_000;
/** Limits by counts and not by times, so that a busy machine judges alike. */
const limits: Parameters = {
  timeout: 2 * minute,
  incubationTimeout: null,
  attackTimeout: null,
  seedingTimeout: null,
};

const judge = async (source: string, flags: string): Promise<Judgement> => {
  const found = await check(source, flags, limits);
  const byFuzzing = found.checker === 'fuzz';
  if (found.status === 'unknown') return { verdict: 'undecided', byFuzzing };
  if (found.status === 'safe') return { verdict: 'linear', byFuzzing };
  return { verdict: found.complexity.type, byFuzzing, attack: found.attack.pattern };
};

const { version }: { version: string } = JSON.parse(
  readFileSync(inRoot('node_modules/recheck/package.json'), 'utf8'),
);

/** Returns what the library says of a pattern, which the cache keeps. */
export const checkPattern = async ({ source, flags }: Pattern): Promise<Judgement> => {
  const key = createHash('sha256')
    .update(JSON.stringify([version, limits, source, flags]))
    .digest('hex');
  const file = inCache('recheck', key);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const judgement = await judge(source, flags);
    mkdirSync(inCache('recheck'), { recursive: true });
    writeFileSync(file, JSON.stringify(judgement));
    return judgement;
  }
};
