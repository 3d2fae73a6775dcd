import type { Problem } from '#shared/base/text/problem.ts';
import type { SiteFacts } from '../catalogue/knowledge.ts';
import type { WikiModel } from '../model.ts';
import type { Rule } from '../catalogue/rule.ts';
import { Check } from './wiki-check.ts';
import { checkLoweredLimits } from './lowered-limits.ts';
import { checkMeaning } from './meaning-checks.ts';
import { checkCode, checkMisreadings, checkPageAddress } from './misreadings.ts';
import { checkModules } from './module-checks.ts';
import { checkNames } from './name-checks.ts';
import { oneProblemPerCause } from './one-cause.ts';
import { checkPages } from './page-checks.ts';
import { checkParameters } from './parameter-checks.ts';
import { checkRules } from './rule-checks.ts';
import { checkVersion } from './version-checks.ts';

/**
 * All problems of a wiki query: with the API's own codes what the wiki would reject or warn
 * about, and with codes of our own what it would silently misread. Never throws.
 *
 * @param rules by name of the module that they hold for
 * @param now milliseconds since 1970
 * @returns empty for a query without problems
 */
export function validateWikiQuery(
  model: WikiModel,
  rules: ReadonlyMap<string, readonly Rule[]>,
  now: number,
  facts: SiteFacts = {},
): readonly Problem[] {
  const check = new Check(model, rules, now, facts);
  if (checkPageAddress(check) || model.query.parameters.length === 0) return check.problems;
  checkCode(check);
  checkNames(check);
  checkModules(check);
  checkPages(check);
  checkParameters(check);
  checkRules(check);
  checkLoweredLimits(check);
  checkMisreadings(check);
  checkVersion(check);
  checkMeaning(check);
  return oneProblemPerCause(check.problems);
}
