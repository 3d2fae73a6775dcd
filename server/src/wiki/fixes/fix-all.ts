import { nonOverlapping } from '../../language/non-overlapping.ts';
import type { Edit, Fix } from '../../language/problem.ts';
import { submoduleRoles } from '../model.ts';
import { splitUse, withUse } from './additions.ts';
import type { FixContext } from './fix-context.ts';
import { type FixedQuery, keepSafeTogether } from './safe-fixes.ts';

/** The kind of the fixes that add a module to the query. */
export const addsModule = 'module';

/**
 * The fixes of a query that can be made at once. Modules that several of them add join in one parameter, so that none
 * of `list`, `prop` and `meta` is written twice: the first of these fixes has the edits for all of them.
 */
export function combineFixes(
  query: FixedQuery,
  context: Pick<FixContext, 'model' | 'editor'>,
  fixes: readonly Fix[],
): readonly Fix[] {
  const adding = fixes.filter(({ kind }) => kind === addsModule);
  const edits = editsOf(context, adding);
  const combined = fixes.map(fix => {
    if (fix.kind !== addsModule) return fix;
    return { ...fix, edits: fix === adding[0] ? edits : [] };
  });
  return keepSafeTogether(query, nonOverlapping(combined));
}

function editsOf({ model, editor }: Pick<FixContext, 'model' | 'editor'>, adding: readonly Fix[]): Edit[] {
  const last = model.query.parameters.at(-1);
  const uses = adding.map(each => splitUse(String(each.arguments['text'])));
  const edits = submoduleRoles.flatMap(role => {
    const names = [...new Set(uses.filter(([name]) => name === role).map(([, value]) => value ?? ''))];
    // There can be only one generator.
    const wanted = role === 'generator' ? names.slice(0, 1) : names;
    if (wanted.length === 0 || last === undefined) return [];
    return withUse({ model, editor }, role, wanted.join('|'), last) ?? [];
  });
  return joined(edits);
}

/** Insertions at one place in one edit: two would have no order. */
const joined = (edits: readonly Edit[]): Edit[] =>
  [...Map.groupBy(edits, ({ span }) => `${span.start} ${span.end}`).values()].map(same => ({
    span: same[0]!.span,
    newText: same.map(({ newText }) => newText).join(''),
  }));
