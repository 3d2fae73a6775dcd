import type { Fix } from '../../language/problem.ts';
import { submoduleRoles } from '../model.ts';
import { splitUse, withUse } from './additions.ts';
import { type FixContext, fix } from './fix-context.ts';
import { type FixedQuery, keepSafeTogether } from './safe-fixes.ts';

/** The kind of the fixes that add a module to the query. */
export const addsModule = 'module';

/**
 * The fixes of a query that can be made at once. Modules that several of them add join in one parameter, so that none
 * of `list`, `prop` and `meta` is written twice.
 */
export function combineFixes(
  query: FixedQuery,
  context: Pick<FixContext, 'model' | 'editor'>,
  fixes: readonly Fix[],
): readonly Fix[] {
  const others = fixes.filter(({ kind }) => kind !== addsModule);
  const uses = fixes
    .filter(({ kind }) => kind === addsModule)
    .map(each => splitUse(String(each.arguments['text'])));
  const joined = submoduleRoles.flatMap(role => {
    const names = [...new Set(uses.filter(([name]) => name === role).map(([, value]) => value ?? ''))];
    // There can be only one generator.
    const wanted = role === 'generator' ? names.slice(0, 1) : names;
    const last = context.model.query.parameters.at(-1);
    if (wanted.length === 0 || last === undefined) return [];
    const text = `${role}=${wanted.join('|')}`;
    return fix(addsModule, 'fix.addModule', { text }, withUse(context, role, wanted.join('|'), last));
  });
  return keepSafeTogether(query, [...joined, ...others]);
}
