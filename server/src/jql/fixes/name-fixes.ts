import type { Fix } from '../../language/problem.ts';
import { argument, fix, replaced, type FixContext, termOf } from './fix-context.ts';
import { quoteFieldIfNeeded, quoteIfNeeded } from '../syntax/quotes.ts';

/**
 * The name that is most likely meant, quoted where it must be. Preferred where the catalogue is complete;
 * otherwise the unknown name may be one that only the site has. A number is preferred everywhere: `cf[10010]`.
 */
export function fixName(context: FixContext): readonly Fix[] {
  const nearest = argument(context, 'nearest');
  if (nearest === undefined) return [];
  const from = argument(context, 'name') ?? '';
  const preferred = context.knowledge.catalogue.complete || nearest.startsWith('cf[');
  const edit = replaced(context.problem.span, quoteFieldIfNeeded(nearest));
  return fix('rename', 'fix.rename', { from, to: nearest }, edit, preferred);
}

/** The value that is most likely meant. Not preferred: the site may have gained the unknown one since the lock was made. */
export function fixValueName(context: FixContext): readonly Fix[] {
  const to = argument(context, 'nearest');
  if (to === undefined) return [];
  const from = argument(context, 'value') ?? '';
  return fix('rename', 'fix.rename', { from, to }, replaced(context.problem.span, quoteIfNeeded(to)), false);
}

/** The name of what has taken the place of a field. */
export function fixDeprecated(context: FixContext): readonly Fix[] {
  const to = argument(context, 'replacement');
  if (to === undefined) return [];
  return fix('deprecated', 'fix.replace', { to }, replaced(context.problem.span, quoteFieldIfNeeded(to)));
}

/** The field of the people whom another field only counts. */
export function fixCountedPeople(context: FixContext): readonly Fix[] {
  const field = termOf(context)?.field;
  const to = argument(context, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to));
}

/** The field that a function's values are compared with; preferred where the other one says nothing more than “issue”. */
export function fixFunctionType(context: FixContext): readonly Fix[] {
  const field = termOf(context)?.field;
  const to = argument(context, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  const type = context.knowledge.catalogue.field(field.name)?.type;
  const isGeneral = type === 'ISSUE' || type === 'SCRIPTRUNNER';
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to), isGeneral);
}

/** The older name of a function that only Cloud has renamed. */
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
