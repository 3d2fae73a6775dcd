/**
 * The values of directives that say how a query runs. How each is written and what it means is in a file of its own:
 * `site-option.ts`, `limit-option.ts` and so on.
 */
import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext, SiteName } from '../language/service.ts';
import type { Directive } from './block.ts';
import { checkChart, isChart } from './chart-option.ts';
import { directiveProblem } from './directive-problem.ts';
import { knownDirective } from './directives.ts';
import { checkFilter } from './filter-option.ts';
import { checkGroup } from './group-option.ts';
import { checkLimit } from './limit-option.ts';
import { listedTokens } from './listed-names.ts';
import { checkReport } from './report-option.ts';
import { checkSiteName, checkSites } from './site-option.ts';
import { checkWatch } from './watch-option.ts';

/** What is wrong with the value of a run option; `[]` also for any other directive. */
export function checkRunOption(
  directive: Directive,
  context: QueryContext,
  kind: SiteName['kind'],
  example: string,
): Problem[] {
  switch (directive.key.text) {
    case 'site':
      return checkSiteName(directive, context, kind);
    case 'sites':
      return [...checkList(directive, example), ...checkSites(directive, context, kind)];
    case 'limit':
      return checkLimit(directive);
    case 'fields':
    case 'columns':
      return checkList(directive, example);
    case 'group':
      return [...checkGroup(directive, example)];
    case 'view':
      return isChart(directive.value.text) ? checkChart(directive) : checkChoice(directive);
    case 'report':
      return [...checkReport(directive, example)];
    case 'profile':
      return checkChoice(directive);
    case 'filter':
      return checkFilter(directive);
    case 'watch':
      return checkWatch(directive);
    default:
      return [];
  }
}

/** What is wrong with the value of a directive that takes names. */
const checkList = (directive: Directive, example: string): Problem[] =>
  listedTokens(directive.value).length === 0
    ? [directiveProblem('directive-value', directive, { example })]
    : [];

/** What is wrong with the value of a directive that takes one of several. */
function checkChoice(directive: Directive): Problem[] {
  const choices = Object.keys(knownDirective(directive.key.text)?.values ?? {});
  const { text } = directive.value;
  if (choices.includes(text)) return [];
  const similar = nearest(text, choices);
  const args = { choices: choices.join(', '), ...(similar !== undefined && { nearest: similar }) };
  return [directiveProblem('directive-choice', directive, args)];
}
