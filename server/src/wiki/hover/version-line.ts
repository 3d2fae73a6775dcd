import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { missingUntil, versionSince } from '../catalogue/profiles.ts';
import { word } from './wording.ts';

/** Which version brought a module, a parameter or a value; undefined without a profile, or where every version has it. */
export function versionLine(
  { profile }: WikiKnowledge,
  module: string,
  ...names: readonly string[]
): string | undefined {
  const version = versionSince(module, ...names);
  if (profile === undefined || version === undefined) return undefined;
  return missingUntil(profile, module, ...names) === undefined
    ? word('since', { version })
    : word('since.later', { version, profile: profile.name });
}
