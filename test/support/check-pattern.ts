/** The complexity of a regular expression, by the library recheck. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { check, type Parameters } from 'recheck';
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
  timeout: 2 * minute,
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

/** The result of the library for a pattern, which is cached. */
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
