/** Checks directives: their keys, and the values that say how a query runs. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView, SiteName } from '../language/language-service.ts';
import type { Directive } from '../block.ts';
import { directiveProblem, listedTokens } from '../options/directive-values.ts';
import { directivesOf, type KnownDirective, knownDirective } from '../directives.ts';
import { checkExpectations } from '../options/expect-option.ts';
import { checkPrompts } from '../options/prompt-option.ts';
import { isQueryName } from '../query-names.ts';
import { columnsOption } from '../options/columns-option.ts';
import { checkLimitAndAll, checkLimit } from '../options/limit-option.ts';
import { checkChart, isChart } from '../options/view-option.ts';
import { checkIgnore } from '../options/ignore-option.ts';
import { checkFilter } from '../options/filter-option.ts';
import { checkGroup } from '../options/group-option.ts';
import { checkReport } from '../options/report-option.ts';
import { checkSiteName, checkSites } from '../options/site-option.ts';
import { checkWatch } from '../options/watch-option.ts';

/** Checks the directives of a query, for queries of one kind of sites. */
export function checkDirectives(view: QueryView, context: QueryContext, kind: SiteName['kind']): Problem[] {
  const { block, scope } = view;
  const last = new Map(block.directives.map(directive => [directive.key.text, directive]));
  const problems: Problem[] = [];
  for (const directive of block.directives) {
    const definition = knownDirective(directive.key.text);
    const winner = last.get(directive.key.text)!;
    if (definition === undefined) problems.push(unknownKey(directive, kind));
    else if (!definition.kinds.includes(kind))
      problems.push(
        directiveProblem('directive-elsewhere', directive, { kinds: definition.kinds.join(', ') }),
      );
    else if (winner !== directive && definition.repeats !== true)
      problems.push({
        ...directiveProblem('duplicate-directive', directive),
        tags: ['unnecessary'],
        related: { span: winner.span, message: 'duplicate-directive.related' },
      });
    else problems.push(...checkValue(directive, definition, context, kind));
  }
  return [
    ...problems,
    ...checkLimitAndAll(last.get('limit'), last.get('all')),
    ...checkExpectations(block, columnsOption(scope)),
    ...checkPrompts(view, kind, knownDirective('prompt')?.example ?? ''),
  ];
}

function unknownKey(directive: Directive, kind: SiteName['kind']): Problem {
  const { text, span } = directive.key;
  const similar = nearest(
    text,
    directivesOf(kind).map(({ key }) => key),
  );
  return {
    code: 'unknown-directive',
    severity: 'warning',
    span,
    arguments: { name: text, ...(similar !== undefined && { nearest: similar }) },
    message: similar === undefined ? 'unknown-directive' : 'unknown-directive.nearest',
  };
}

function checkValue(
  directive: Directive,
  { takes, example }: KnownDirective,
  context: QueryContext,
  kind: SiteName['kind'],
): Problem[] {
  const { text } = directive.value;
  if (takes === 'nothing') return text === '' ? [] : [directiveProblem('directive-without-value', directive)];
  if (text === '') return [directiveProblem('directive-value', directive, { example })];
  if (takes === 'name') return isQueryName(text) ? [] : [directiveProblem('bad-name', directive)];
  return checkRunOption(directive, context, kind, example);
}

/** Checks the value of a directive that says how a query runs; `[]` also for any other directive. */
function checkRunOption(
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
    case 'ignore':
      return checkIgnore(directive, example);
    case 'filter':
      return checkFilter(directive);
    case 'watch':
      return checkWatch(directive);
    default:
      return [];
  }
}

/** Checks the value of a directive that takes names. */
const checkList = (directive: Directive, example: string): Problem[] =>
  listedTokens(directive.value).length === 0
    ? [directiveProblem('directive-value', directive, { example })]
    : [];

/** Checks the value of a directive that takes one of several choices. */
function checkChoice(directive: Directive): Problem[] {
  const choices = Object.keys(knownDirective(directive.key.text)?.values ?? {});
  const { text } = directive.value;
  if (choices.includes(text)) return [];
  const similar = nearest(text, choices);
  const args = { choices: choices.join(', '), ...(similar !== undefined && { nearest: similar }) };
  return [directiveProblem('directive-choice', directive, args)];
}
