/** Fixes of the names of fields, functions and values. */
import type { Fix } from '#shared/base/text/problem.ts';
import { argument, fix, replaced, type FixContext, termOf } from './fix-context.ts';
import { fixSeveral } from './value-fixes.ts';
import { quoteFieldIfNeeded, quoteIfNeeded } from '../syntax/quotes.ts';

/**
 * Replaces a name by the most likely one, quoted if needed. Preferred where the catalogue is complete; otherwise the
 * unknown name may be one that only the site has. A number is always preferred: `cf[10010]`.
 */
export function fixName(context: FixContext): readonly Fix[] {
  const from = argument(context, 'name') ?? '';
  const sort = sortOf(context, from);
  if (sort !== undefined)
    return fix('rename', 'fix.replace', { to: sort }, replaced(context.problem.span, sort));
  const nearest = argument(context, 'nearest');
  if (nearest === undefined) return [];
  const isPreferred =
    context.knowledge.catalogue.complete ||
    nearest.startsWith('cf[') ||
    context.problem.message === 'unknown-field.letters';
  const edit = replaced(context.problem.span, quoteFieldIfNeeded(nearest));
  return fix('rename', 'fix.rename', { from, to: nearest }, edit, isPreferred);
}

/** Returns the sort key that `created:desc`, `-created` and `+created` mean elsewhere; undefined = another name. */
function sortOf(
  { knowledge: { catalogue }, query, text, problem }: FixContext,
  name: string,
): string | undefined {
  const sort = query.orderBy?.sorts.find(({ field }) => field.span.start === problem.span.start);
  const [, sign = '', field = '', direction] = /^([-+]?)([\p{L}_]+)(?::(asc|desc))?$/iu.exec(name) ?? [];
  if (sort === undefined || (sign === '' && direction === undefined)) return undefined;
  if (catalogue.field(field) === undefined) return undefined;
  const isFollowed = /^\s+(?:asc|desc)\b/i.test(text.slice(problem.span.end));
  if (isFollowed) return sign === '+' ? field : undefined;
  return `${field} ${direction?.toUpperCase() ?? (sign === '-' ? 'DESC' : 'ASC')}`;
}

/** Replaces a value by the most likely one. Not preferred: the site may have the unknown one by now. */
export function fixValueName(context: FixContext): readonly Fix[] {
  if (context.problem.message === 'unknown-value.several') return fixSeveral(context);
  const to = argument(context, 'nearest');
  if (to === undefined) return [];
  const from = argument(context, 'value') ?? '';
  return fix('rename', 'fix.rename', { from, to }, replaced(context.problem.span, quoteIfNeeded(to)), false);
}

/** Replaces a deprecated field by its replacement. */
export function fixDeprecated(context: FixContext): readonly Fix[] {
  const to = argument(context, 'replacement');
  if (to === undefined) return [];
  return fix('deprecated', 'fix.replace', { to }, replaced(context.problem.span, quoteFieldIfNeeded(to)));
}

/** Replaces a field that counts people by the field of those people. */
export function fixCountedPeople(context: FixContext): readonly Fix[] {
  const field = termOf(context)?.field;
  const to = argument(context, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to));
}

/**
 * Replaces the field by the one that a function's values are compared with; preferred where the field's type is
 * general.
 */
export function fixFunctionType(context: FixContext): readonly Fix[] {
  const field = termOf(context)?.field;
  const to = argument(context, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  const type = context.knowledge.catalogue.field(field.name)?.type;
  const isGeneral = type === 'ISSUE' || type === 'SCRIPTRUNNER';
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to), isGeneral);
}

/** Replaces a function's name on Cloud by its older name. */
export function fixPlatform(context: FixContext): readonly Fix[] {
  const name = argument(context, 'name') ?? '';
  const renamedFunction = context.knowledge.catalogue.function(name);
  if (renamedFunction?.cloudName?.toLowerCase() !== name.toLowerCase()) return [];
  return fix(
    'rename',
    'fix.rename',
    { from: name, to: renamedFunction.name },
    replaced(context.problem.span, renamedFunction.name),
  );
}
