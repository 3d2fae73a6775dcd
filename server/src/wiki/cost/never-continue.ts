/** Knows the modules that send rows up to their limit and never continue: what they leave out is not known. */
import data from '../../../catalogue/wiki/never-continue.json' with { type: 'json' };

/** A module whose rows may be cut, and the limit that it has reached. */
export interface CutModule {
  readonly module: string;
  readonly count: number;
}

/**
 * The modules of a request that have sent as many rows as their limits allow, and cannot continue.
 *
 * @param sizeOf the number of rows of a table, by its id
 */
export function cutModules(
  parameters: ReadonlyMap<string, string>,
  sizeOf: (table: string) => number,
): readonly CutModule[] {
  const lists = parameters.get('list')?.split('|') ?? [];
  const generator = parameters.get('generator');
  return Object.entries(data.modules).flatMap(([module, { prefix, rows, most }]) => {
    const isGenerator = generator === module;
    if (!isGenerator && !lists.includes(module)) return [];
    const written = parameters.get(`${isGenerator ? 'g' : ''}${prefix}limit`) ?? String(rows);
    const count = written === 'max' ? most : Number(written);
    const size = sizeOf(isGenerator ? 'pages' : module);
    return size > 0 && size >= count ? [{ module, count }] : [];
  });
}

const modules: ReadonlyMap<string, { readonly most: number }> = new Map(Object.entries(data.modules));

/** The most rows of a module that never continues; `undefined` = it continues, or has no rows. */
export const mostWithoutContinuation = (module: string): number | undefined => modules.get(module)?.most;
