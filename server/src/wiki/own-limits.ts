import facts from '../../catalogue/wiki/columns.json' with { type: 'json' };
import { type ActiveModule, isUsed, pagesNamed, wireName, type WikiModel } from './model.ts';

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
export function listsSeveral(model: WikiModel, active: ActiveModule): boolean {
  const isOne = model.nodeOf(active, limit)?.value?.text === '1';
  const uses = several.get(active.module.name) ?? [];
  return uses.some(use => !(use === limit && isOne) && isUsed(model, active, use));
}

/** Whether a query is about the one page that it names. */
export const isAboutOnePage = (model: WikiModel): boolean => pagesNamed(model) === 1;

/**
 * The limits that a query itself sets for the modules whose rows are the result. `max` is not a number: it asks for as
 * many as the run fetches. `[]` = no number is given, so the limit of the run holds for all.
 */
export function ownLimits(model: WikiModel): readonly OwnLimit[] {
  const limits = model.active.flatMap((active): OwnLimit[] => {
    const ownLimit = limitsRows(active, limit) ? limitOf(model, active) : undefined;
    const isMax = model.nodeOf(active, limit)?.value?.text === 'max';
    return ownLimit && (isMax || ownLimit.rows !== undefined) ? [ownLimit] : [];
  });
  return [limits, limitsOfPage(model)].filter(hasNumber).flat();
}

const hasNumber = (limits: readonly OwnLimit[]): boolean => limits.some(({ rows }) => rows !== undefined);

/** The limits of the properties of one page, whose records are rows: without a number, as many as the run fetches. */
const limitsOfPage = (model: WikiModel): readonly OwnLimit[] =>
  isAboutOnePage(model)
    ? model.active
        .filter(({ role, module }) => role === 'prop' && module.parameter(limit)?.type === limit)
        .map(active => limitOf(model, active))
    : [];

function limitOf(model: WikiModel, active: ActiveModule): OwnLimit {
  const rows = rowCount(model.nodeOf(active, limit)?.value?.text);
  return { table: tableOf(active), prefix: wireName(active, ''), ...(rows !== undefined && { rows }) };
}

function tableOf({ role, module }: ActiveModule): string {
  if (role === 'generator') return 'pages';
  return role === 'prop' ? `pages.${module.name}` : module.name;
}

/** `undefined` = the text is not a number of rows. */
function rowCount(text = ''): number | undefined {
  const rows = /^\d+$/.test(text) ? Number(text) : 0;
  return rows > 0 && Number.isSafeInteger(rows) ? rows : undefined;
}
