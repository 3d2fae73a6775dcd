import facts from '../../catalogue/wiki/columns.json' with { type: 'json' };
import { type ActiveModule, isUsed, wireName, type WikiModel } from './model.ts';

const limit = 'limit';

/** How many rows a query's own parameter asks for, of a module whose rows are the result. */
export interface OwnLimit {
  /** The member of the answer that has the rows. */
  readonly table: string;
  /** How the names of the module's parameters in the request begin. */
  readonly prefix: string;
  /** Absent = `max`: as many as the run fetches. */
  readonly rows?: number;
}

/** Whether a parameter is the limit of a module whose rows are the result: of a list or a generator. */
export const limitsRows = ({ role, module }: ActiveModule, parameter: string): boolean =>
  parameter === limit && (role === 'list' || role === 'generator') && module.parameter(limit)?.type === limit;

const several = new Map(Object.entries(facts.one).map(([module, { unless }]) => [module, unless]));

/** Whether a property that has one record for each page by default lists several for the one page of the query. */
export const listsSeveral = (model: WikiModel, active: ActiveModule): boolean =>
  several.get(active.module.name)?.some(use => isUsed(model, active, use)) === true;

/**
 * The limits that a query itself sets for the modules whose rows are the result. `max` is not a number: it asks for as
 * many as the run fetches. `[]` = no number is given, so the limit of the run holds for all.
 */
export function ownLimits(model: WikiModel): readonly OwnLimit[] {
  const limits = model.active.flatMap((active): OwnLimit[] => {
    const text = limitsRows(active, limit) ? model.nodeOf(active, limit)?.value?.text : undefined;
    const rows = text === 'max' ? undefined : rowCount(text);
    if (text !== 'max' && rows === undefined) return [];
    const prefix = wireName(active, '');
    const table = active.role === 'generator' ? 'pages' : active.module.name;
    return [{ table, prefix, ...(rows !== undefined && { rows }) }];
  });
  return limits.some(({ rows }) => rows !== undefined) ? limits : [];
}

/** `undefined` = the text is not a number of rows. */
function rowCount(text = ''): number | undefined {
  const rows = /^\d+$/.test(text) ? Number(text) : 0;
  return rows > 0 && Number.isSafeInteger(rows) ? rows : undefined;
}
