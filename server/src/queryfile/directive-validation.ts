import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext, QueryView, SiteName } from '../language/service.ts';
import type { Directive } from './block.ts';
import { directiveProblem } from './directive-problem.ts';
import { directivesOf, type KnownDirective, knownDirective } from './directives.ts';
import { checkExpectations } from './expect-option.ts';
import { checkPrompts } from './prompt-option.ts';
import { isQueryName } from './query-names.ts';
import { columnsOption } from './columns-option.ts';
import { checkLimitAndAll } from './limit-option.ts';
import { checkRunOption } from './check-run-option.ts';

/** What is wrong with the directives of a query, for queries of one kind of sites. */
export function checkDirectives(view: QueryView, context: QueryContext, kind: SiteName['kind']): Problem[] {
  const { block, scope } = view;
  const last = new Map(block.directives.map(directive => [directive.key.text, directive]));
  const problems: Problem[] = [];
  for (const directive of block.directives) {
    const known = knownDirective(directive.key.text);
    const winner = last.get(directive.key.text)!;
    if (known === undefined) problems.push(unknownKey(directive, kind));
    else if (!known.kinds.includes(kind))
      problems.push(directiveProblem('directive-elsewhere', directive, { kinds: known.kinds.join(', ') }));
    else if (winner !== directive && known.repeats !== true)
      problems.push({
        ...directiveProblem('duplicate-directive', directive),
        tags: ['unnecessary'],
        related: { span: winner.span, message: 'duplicate-directive.related' },
      });
    else problems.push(...checkValue(directive, known, context, kind));
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
