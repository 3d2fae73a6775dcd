import type { Fix } from '../../language/problem.ts';
import { isReservedWord } from '../syntax/token-kinds.ts';
import { argument, fix, quoted, replaced, type FixContext, termOf } from './fix-context.ts';

/**
 * The name that is most likely meant, quoted where it must be. It is preferred where the site has named what it has;
 * else the unknown name can be one of the site's own. A number is preferred everywhere: `cf[10010]`.
 */
export function fixName(subject: FixContext): readonly Fix[] {
  const nearest = argument(subject, 'nearest');
  if (nearest === undefined) return [];
  const from = argument(subject, 'name') ?? '';
  const preferred = subject.knowledge.catalogue.complete || nearest.startsWith('cf[');
  const edit = replaced(subject.problem.span, written(nearest));
  return fix('rename', 'fix.rename', { from, to: nearest }, edit, preferred);
}

/** The name of what has taken the place of a field. */
export function fixDeprecated(subject: FixContext): readonly Fix[] {
  const to = argument(subject, 'replacement');
  if (to === undefined) return [];
  return fix('deprecated', 'fix.replace', { to }, replaced(subject.problem.span, written(to)));
}

/** The field of the people whom another field only counts. */
export function fixPeople(subject: FixContext): readonly Fix[] {
  const field = termOf(subject)?.field;
  const to = argument(subject, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to));
}

/** The field that a function's values are compared with. */
export function fixFunctionType(subject: FixContext): readonly Fix[] {
  const field = termOf(subject)?.field;
  const to = argument(subject, 'other');
  if (field?.kind !== 'field' || to === undefined) return [];
  return fix('rename', 'fix.rename', { from: field.name, to }, replaced(field.nameSpan, to));
}

/** The older name of a function that only Cloud has renamed. */
export function fixPlatform(subject: FixContext): readonly Fix[] {
  const name = argument(subject, 'name') ?? '';
  const known = subject.knowledge.catalogue.function(name);
  if (known?.cloudName?.toLowerCase() !== name.toLowerCase()) return [];
  return fix(
    'rename',
    'fix.rename',
    { from: name, to: known.name },
    replaced(subject.problem.span, known.name),
  );
}

/** A field's name as it stands in a query. */
export const written = (name: string): string =>
  /^cf\[\d+\]$/.test(name) ||
  (/^[\p{L}\p{N}_.-]+$/u.test(name) && !isReservedWord(name) && !/^-?\d+$/.test(name))
    ? name
    : quoted(name);
