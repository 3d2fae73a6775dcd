/** The table of fixes by problem, and the fixes of a wiki query. */
import { type Fix, type Problem, problemKey } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { WikiModel } from '../model.ts';
import type { SiteKnowledge } from '../catalogue/knowledge.ts';
import {
  fixDeprecatedModule,
  fixDeprecatedParameter,
  fixDeprecatedValue,
  fixRemovedValue,
} from './deprecation-fixes.ts';
import {
  fixColumn,
  fixNoEffect,
  fixSwapped,
  fixChoice,
  fixConflict,
  fixContradiction,
  fixTooMany,
  fixEmpty,
  fixMissing,
  fixRequired,
  fixTitleNamespace,
  fixTitlePart,
} from './rule-fixes.ts';
import { withSafePreference } from '../../query-file/checking/fix-preference.ts';
import { combineFixes, type FixedQuery, safeFixes } from './compatible-fixes.ts';
import { preserveForm } from './keep-form.ts';
import { fixGenerator, fixModule, fixPages } from './module-fixes.ts';
import {
  fixArray,
  fixAttached,
  fixAroundAddress,
  fixColon,
  fixContinuation,
  fixDuplicate,
  fixFlag,
  fixName,
} from './name-fixes.ts';
import { QueryEditor } from './query-editor.ts';
import { type Fixer, removalFix } from './fix-context.ts';
import {
  fixUpsideDownBox,
  fixDecode,
  fixEncoding,
  fixEntities,
  fixOwnNamespace,
  fixProtocol,
  fixQuotes,
  fixSeparator,
  fixSeveral,
  fixSeveralValues,
  fixTemplateTitle,
  fixTitle,
  fixTitleList,
  fixUser,
} from './text-fixes.ts';
import { fixDigits, fixNow, fixReversed, fixRollover, fixTimestamp } from './date-fixes.ts';
import { fixCount, fixInteger, fixLinkPattern, fixRange, fixValue } from './value-fixes.ts';

const removal =
  (kind: string, { preferred }: { readonly preferred: boolean }): Fixer =>
  context =>
    removalFix(context, kind, preferred);

/** The fixes by the key of the problem's wording, or by the start of the key up to a `.`. */
const fixers: ReadonlyMap<string, Fixer> = new Map<string, Fixer>([
  ['empty-name', removal('unknown', { preferred: false })],
  ['duplicate-parameter', fixDuplicate],
  ['unrecognizedparams', fixName],
  ['unrecognizedparams.colon', fixColon],
  ['unrecognizedparams.mark', fixColon],
  ['unrecognizedparams.address', fixAroundAddress],
  ['html-entity', fixEntities],
  ['unsupportedarray', fixArray],
  ['unrecognizedvalues', fixModule],
  ['unrecognizedvalues.removed', fixRemovedValue],
  ['badvalue', fixValue],
  ['badvalue.separator', fixSeparator],
  ['badgenerator', fixGenerator],
  ['deprecation.module', fixDeprecatedModule],
  ['deprecation.parameter', fixDeprecatedParameter],
  ['deprecation.value', fixDeprecatedValue],
  ['missingparam', fixRequired],
  ['sensitive-value', removal('secret', { preferred: false })],
  ['toomanyvalues', fixCount],
  ['toomanyvalues.split', () => []],
  ['badinteger', fixInteger],
  ['outofrange', fixRange],
  ['badtimestamp', fixTimestamp],
  ['unclearnowtimestamp', fixNow],
  ['unix-date', fixDigits],
  ['date-rollover', fixRollover],
  ['reversed-range', fixReversed],
  ['attached-parameter', fixAttached],
  ['leftover-continuation', fixContinuation],
  ['baduser', fixUser],
  ['baduser.several', fixSeveral],
  ['badtitle', fixTitle],
  ['badtitle.several', fixSeveral],
  ['title-address', fixTitle],
  ['title-address.query', () => []],
  ['encoded-value', fixDecode],
  ['invisible-character', fixDecode],
  ['invalid-title-name', fixTitle],
  ['titles-comma', fixTitleList],
  ['badutf8', fixEncoding],
  ['flag-false', fixFlag],
  ['quoted-value', fixQuotes],
  ['ignored-titles', removal('ignored', { preferred: true })],
  ['empty-range', fixSwapped],
  ['redundant.needs', fixNoEffect],
  ['redundant.beside', removal('ignored', { preferred: true })],
  ['redundant.generator', removal('ignored', { preferred: true })],
  ['never-true.ownNamespace', fixOwnNamespace],
  ['never-true.box', fixUpsideDownBox],
  ['rule.comma', fixSeveralValues],
  ['rule.withoutProtocol', fixProtocol],
  ['rule.mainTemplate', fixTemplateTitle],
  ['column-not-requested', fixColumn],
  ['unused-pages', removal('ignored', { preferred: false })],
  ['no-pages', fixPages],
  ['served-pages.raise', fixMissing],
  ['foreign-action', removal('ignored', { preferred: false })],
  ['forced-value', removal('ignored', { preferred: true })],
  ['never-sent', removal('ignored', { preferred: true })],
  ['rule.onlyWith', fixMissing],
  ['rule.needs', fixMissing],
  ['rule.plainTextMissing', fixMissing],
  ['rule.slotsMissing', fixMissing],
  ['rule.titlesNewerFirst', fixMissing],
  ['rule.excludes', fixConflict],
  ['rule.ignoredInGenerator', fixConflict],
  ['rule.cannotUseWith', fixConflict],
  ['rule.redirectsIgnored', fixConflict],
  ['rule.unusedBeside', fixConflict],
  ['rule.singlePage', fixConflict],
  ['rule.atMostOne', fixTooMany],
  ['rule.exactlyOne', fixChoice],
  ['rule.atLeastOne', fixChoice],
  ['rule.contradictoryValues', fixContradiction],
  ['rule.notEmpty', fixEmpty],
  ['rule.title', fixTitle],
  ['rule.titleSeveral', fixSeveral],
  ['rule.titlePart', fixTitlePart],
  ['rule.titleNamespace', fixTitleNamespace],
  ['rule.linkPattern', fixLinkPattern],
  ['rule.wildcards', fixValue],
  ['rule.continuation', removal('ignored', { preferred: true })],
]);

/**
 * The fixes for a problem that the validation of the same query found, the most likely one first; at most one is
 * preferred. No edit changes the value of a variable.
 *
 * @param now milliseconds since 1970, for `yesterday` and the like
 */
export function fixesOf(
  view: QueryView,
  model: WikiModel,
  problem: Problem,
  knowledge: SiteKnowledge,
  now: number,
): readonly Fix[] {
  const fixer = fixerOf(problemKey(problem));
  if (fixer === undefined) return [];
  const editor = new QueryEditor(view, model.query);
  const fixes = fixer({ problem, model, knowledge, editor, now }).flatMap(fix => {
    const edits = preserveForm(view, model.query, fix.edits);
    return edits ? [{ ...fix, edits }] : [];
  });
  return withSafePreference(
    view.block.text,
    problem,
    safeFixes({ view, model, knowledge, now }, problem, fixes),
  );
}

function fixerOf(key: string): Fixer | undefined {
  const shorter = key.replace(/\.[^.]*$/, '');
  return fixers.get(key) ?? (shorter === key ? undefined : fixerOf(shorter));
}

/** The fixes of several problems, made at once. */
export function compatibleFixesOf(query: FixedQuery, fixes: readonly Fix[]): readonly Fix[] {
  const { view, model } = query;
  return combineFixes(query, { model, editor: new QueryEditor(view, model.query) }, fixes);
}
