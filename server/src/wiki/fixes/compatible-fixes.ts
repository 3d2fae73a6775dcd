/** Chooses the fixes that do no harm, and those that can be made at once. */
import { withoutPreference, nonOverlapping } from '#shared/base/text/edits.ts';
import type { Edit, Fix, Problem } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { WikiFixTitle } from '../message-keys.ts';
import type { SiteKnowledge } from '../catalogue/knowledge.ts';
import { WikiModel, submoduleRoles } from '../model.ts';
import { validateWikiQuery } from '../validation/wiki-validation.ts';
import { textAfterEdits, parseBlockText } from './keep-form.ts';
import { splitUse, editsToUse } from './additions.ts';
import type { FixContext } from './fix-context.ts';

/** A query with longer texts is not read again for each of its fixes. */
const maxRecheckedLength = 20_000;
/** Characters that are read again for the fixes of all problems of a query. */
const maxRereadCharacters = 50_000;

/** A query with everything that checking it again after a fix needs. */
export interface FixedQuery {
  readonly view: QueryView;
  readonly model: WikiModel;
  readonly knowledge: SiteKnowledge;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The fixes after which a query has neither more errors than before nor more problems in all: none turns a warning
 * into an error, or leaves values that a replacing module rejects. The fixed query is read and checked again for that;
 * where that would take too long for all of its problems, every fix is there and none is preferred.
 */
export function safeFixes(query: FixedQuery, problem: Problem, fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.length === 0 || query.view.block.text.length > maxRecheckedLength) return fixes;
  const { code } = problem;
  const before = countsOfFound.get(problem) ?? severityBefore(query);
  if (before.all * query.view.block.text.length > maxRereadCharacters) return fixes.map(withoutPreference);
  return fixes.flatMap(fix => {
    const after = severityAfter(query, fix.edits);
    const isBetter = after.problems < before.problems || !before.codes.has(code);
    if (isNoWorse(after, before)) return isBetter ? fix : withoutPreference(fix);
    // The nearest name is what the user meant, even if more has to change with it.
    return fix.title === renaming || fix.kind === 'nearest' ? withoutPreference(fix) : [];
  });
}

const renaming: WikiFixTitle = 'fix.rename';

/**
 * The largest part of fixes that do not overlap, in order, which together leave the query no worse than each does
 * alone.
 */
function largestSafeSet(query: FixedQuery, fixes: readonly Fix[]): readonly Fix[] {
  if (fixes.length < 2 || query.view.block.text.length > maxRecheckedLength) return fixes;
  let chosen: readonly Fix[] = [];
  let best = severityBefore(query);
  /** Adds as many of the fixes as possible; tries each half where all together do harm. */
  const add = (more: readonly Fix[]): void => {
    const together = [...chosen, ...more];
    const after = severityAfter(
      query,
      together.flatMap(({ edits }) => edits),
    );
    if (isNoWorse(after, best)) {
      chosen = together;
      best = after;
    } else if (more.length > 1) {
      const half = more.length >> 1;
      add(more.slice(0, half));
      add(more.slice(half));
    }
  };
  add(fixes);
  return chosen;
}

/** How many errors a query has, and how many errors and warnings. */
interface Count {
  readonly errors: number;
  readonly problems: number;
  /** How many problems it has of any severity, each of which can have fixes. */
  readonly all: number;
  /** The codes of these errors and warnings. */
  readonly codes: ReadonlySet<string>;
}

const isNoWorse = (after: Count, before: Count): boolean =>
  after.errors <= before.errors && after.problems <= before.problems;

const counted = new WeakMap<WikiModel, Count>();
/** The count of all problems that were found together with one. */
const countsOfFound = new WeakMap<Problem, Count>();

/** Remembers the problems of a query, as its validation found them, for the fixes of each. */
export function rememberFound(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const count = countOf(problems);
  for (const problem of problems) countsOfFound.set(problem, count);
}

function severityBefore({ model, knowledge, now }: FixedQuery): Count {
  const cached = counted.get(model);
  if (cached !== undefined) return cached;
  const count = countOf(validateWikiQuery(model, knowledge.rules, now, knowledge.facts));
  counted.set(model, count);
  return count;
}

function severityAfter({ view, knowledge, now }: FixedQuery, edits: readonly Edit[]): Count {
  const model = new WikiModel(
    parseBlockText(view, textAfterEdits(view.block.text, edits)),
    knowledge.catalogue,
  );
  return countOf(validateWikiQuery(model, knowledge.rules, now, knowledge.facts));
}

function countOf(problems: readonly Problem[]): Count {
  const serious = problems.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const errors = serious.filter(({ severity }) => severity === 'error').length;
  return {
    errors,
    problems: serious.length,
    all: problems.length,
    codes: new Set(serious.map(({ code }) => code)),
  };
}

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
  return largestSafeSet(query, nonOverlapping(combined));
}

function editsOf({ model, editor }: Pick<FixContext, 'model' | 'editor'>, adding: readonly Fix[]): Edit[] {
  const last = model.query.parameters.at(-1);
  const uses = adding.map(problem => splitUse(String(problem.arguments['text'])));
  const edits = submoduleRoles.flatMap(role => {
    const names = [...new Set(uses.filter(([name]) => name === role).map(([, value]) => value ?? ''))];
    // There can be only one generator.
    const moduleNames = role === 'generator' ? names.slice(0, 1) : names;
    if (moduleNames.length === 0 || last === undefined) return [];
    return editsToUse({ model, editor }, role, moduleNames.join('|'), last) ?? [];
  });
  return joined(edits);
}

/** Insertions at one place in one edit: two would have no order. */
const joined = (edits: readonly Edit[]): Edit[] =>
  [...Map.groupBy(edits, ({ span }) => `${span.start} ${span.end}`).values()].map(same => ({
    span: same[0]!.span,
    newText: same.map(({ newText }) => newText).join(''),
  }));
