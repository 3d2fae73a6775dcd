/** The language service of wiki queries. */
import { paceAt } from '#shared/base/wikimedia-limits.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { LanguageService, QueryView, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { checkColumns, explainColumn } from '../query-file/column-directives.ts';
import { preambleFixes } from '../query-file/preamble-fixes.ts';
import { formatPreamble } from '../query-file/preamble-format.ts';
import { limitOption, usualRows } from '../query-file/options/limit-option.ts';
import { withSeverities } from '../query-file/checking/rule-severities.ts';
import { withoutIgnored } from '../query-file/options/ignore-option.ts';
import { profileOption, siteNameOf } from '../query-file/options/site-option.ts';
import { explainTitle, preambleTokens } from '../query-file/preamble-features.ts';
import { withChain, withPace } from '../query-file/cost/cost.ts';
import { batchLimits, propertyOfMany } from './batch-limits.ts';
import { costOfWiki } from './cost/predict-cost.ts';
import { resultColumnsOf } from './result-columns/query-columns.ts';
import { completeWiki, wikiValueQueryAt } from './completion/wiki-completion.ts';
import { rememberFound } from './fixes/compatible-fixes.ts';
import { fixesOf, compatibleFixesOf } from './fixes/wiki-fixes.ts';
import { refactoringsOf } from './fixes/refactorings.ts';
import { formatWiki } from './body-format.ts';
import { documentWiki, explainWiki } from './hover/wiki-hover.ts';
import {
  bindParameters,
  checkListPrompts,
  checkVariables,
  hasBoundMarks,
  refusesAt,
  withoutUnanswered,
} from './bound-parameters.ts';
import { wikiInlays } from './inlays.ts';
import { wikiLinks } from './wiki-links.ts';
import { WikiModel } from './model.ts';
import { outlineWiki, foldsOf, selectionOf } from './wiki-structure.ts';
import { parseWikiQuery } from './wiki-parser.ts';
import type { SiteKnowledge } from './catalogue/knowledge.ts';
import type { WikiSites } from './catalogue/wiki-sites.ts';
import { wordsOfWiki } from './completion/site-values.ts';
import { wikiTokens } from './wiki-tokens.ts';
import { wikiInWords } from './wiki-in-words.ts';
import { validateWikiQuery } from './validation/wiki-validation.ts';

/** A query as its site would read it. */
interface Reading {
  readonly model: WikiModel;
  readonly knowledge: SiteKnowledge;
  /** A value of this run that its parameter cannot take. */
  readonly refusal?: Problem;
}

/** Reads a query by the catalogue of its site, once for each view. */
export type Reader = (view: QueryView, context: QueryContext) => Reading;

/** Returns a function that reads a query once for each knowledge of its site. */
export function createReader(sites: WikiSites): Reader {
  const readings = new WeakMap<QueryView, Reading>();
  return (view, context) => {
    const knowledge = knowledgeOf(view, context, sites);
    const cached = readings.get(view);
    if (cached?.knowledge === knowledge) return cached;
    const reading = readQuery(view, knowledge);
    readings.set(view, reading);
    return reading;
  };
}

function knowledgeOf(view: QueryView, context: QueryContext, sites: WikiSites): SiteKnowledge {
  const site = siteNameOf(view, context, 'wiki');
  return sites.of(site, {
    address: context.sites.find(({ name }) => name === site)?.url,
    profile: profileOption(view.scope),
    usualProfile: context.profile,
    lock: context.locks?.locks.get(site),
  });
}

function readQuery(view: QueryView, knowledge: SiteKnowledge): Reading {
  const { catalogue } = knowledge;
  const model = new WikiModel(parseWikiQuery(view.scope), catalogue);
  if (!hasBoundMarks(model.query)) return { model, knowledge };
  const query = bindParameters(model);
  if ('code' in query) return { model, knowledge, refusal: query };
  return { model: new WikiModel(query, catalogue), knowledge };
}

/** The language service of wiki queries. */
export function createWikiService(sites: WikiSites, read: Reader, wording: Wording): LanguageService {
  const modelOf = (view: QueryView, context: QueryContext) => read(view, context).model;
  const costOf = (view: QueryView, context: QueryContext) => {
    const name = siteNameOf(view, context, 'wiki');
    const address = context.sites.find(site => site.name === name)?.url ?? '';
    const { model, knowledge } = read(view, context);
    const ownCost = costOfWiki(model, limitOption(view.scope), context.rowLimit ?? usualRows);
    const hasHighLimits = knowledge.facts.highLimits === true;
    const cost = withChain(
      ownCost,
      view.block.text,
      reference => batchLimits(view, model, reference, hasHighLimits).values,
      reference => propertyOfMany(view, model, reference),
    );
    const { contact } = context;
    return withPace(cost, contact === undefined ? undefined : paceAt(address, contact));
  };
  return {
    problems(view, context) {
      // Checks use views of their own: caching their readings would cost more than it saves.
      const { model, knowledge } = readQuery(view, knowledgeOf(view, context, sites));
      const bodyProblems = validateWikiQuery(model, knowledge.rules, context.now, knowledge.facts);
      rememberFound(bodyProblems);
      const queryProblems = withoutUnanswered(view, bodyProblems);
      const { variables, isTheirs } = checkVariables(view, context, model, () => queryProblems);
      const others =
        variables.length === 0 ? queryProblems : queryProblems.filter(problem => !isTheirs(problem));
      const preamble = [
        ...checkListPrompts(view, model),
        ...variables,
        ...checkColumns(view, () => resultColumnsOf(model, knowledge.texts)),
      ];
      const problems = preamble.length === 0 ? others : [...preamble, ...others];
      return withSeverities(withoutIgnored(view, problems), context);
    },
    fixes(view, problem, context) {
      const { model, knowledge } = read(view, context);
      return [
        ...preambleFixes(view.block, problem),
        ...fixesOf(view, model, problem, knowledge, context.now),
      ];
    },
    compatibleFixes(view, fixes, context) {
      const { model, knowledge } = read(view, context);
      return compatibleFixesOf({ view, model, knowledge, now: context.now }, fixes);
    },
    refactorings: (view, span, context) => refactoringsOf(view, modelOf(view, context), span, context),
    valueQuery(view, offset, context) {
      const { model, knowledge } = read(view, context);
      return wikiValueQueryAt(view, model, offset, knowledge);
    },
    complete(view, offset, context, suggested) {
      const { model, knowledge } = read(view, context);
      const site = siteNameOf(view, context, 'wiki');
      const lock = knowledge.lock && context.locks?.locks.get(site)?.file;
      const profile = knowledge.profile?.name;
      const source = { site, ...(lock !== undefined && { lock }), ...(profile !== undefined && { profile }) };
      return completeWiki(view, model, offset, knowledge, context, suggested).map(item =>
        item.subject === undefined ? item : { ...item, subject: { ...item.subject, ...source } },
      );
    },
    documentation: subject =>
      documentWiki(
        subject,
        sites.lockedBy(subject['lock'] ?? '') ??
          sites.of(subject['site'] ?? '', { profile: subject['profile'] }),
      ),
    explain(view, offset, context) {
      const { model, knowledge } = read(view, context);
      const title = explainTitle(
        view,
        offset,
        () => wikiInWords(model, knowledge.texts, context.now),
        () => costOf(view, context),
      );
      if (title !== undefined) return title;
      const column = explainColumn(view, offset, () => resultColumnsOf(model, knowledge.texts));
      if (column !== undefined) return column;
      return explainWiki(view, model, offset, knowledge, context);
    },
    words(view) {
      const model = new WikiModel(parseWikiQuery(view.scope), sites.builtIn.catalogue);
      return wordsOfWiki(model, view.block.text);
    },
    inWords(view, context) {
      const { model, knowledge } = read(view, context);
      return wikiInWords(model, knowledge.texts, context.now);
    },
    bracesAccepted(view, context) {
      let problems: readonly Problem[] | undefined;
      return place => {
        const { model, knowledge } = read(view, context);
        problems ??= validateWikiQuery(model, knowledge.rules, context.now, knowledge.facts);
        return !problems.some(problem => refusesAt(problem, place));
      };
    },
    resultColumns(view, context) {
      const { model, knowledge } = read(view, context);
      return resultColumnsOf(model, knowledge.texts);
    },
    cost: (view, context) => costOf(view, context),
    format: (view, context) => [
      ...formatPreamble(view.block),
      ...formatWiki(view, modelOf(view, context).query),
    ],
    outline: (view, context) => outlineWiki(view, modelOf(view, context)),
    folds: (view, context) => foldsOf(view, modelOf(view, context)),
    selection: (view, offset, context) => selectionOf(view, modelOf(view, context), offset),
    tokens: (view, context) =>
      [...preambleTokens(view.block), ...wikiTokens(modelOf(view, context))].toSorted(
        (a, b) => a.span.start - b.span.start,
      ),
    links: (view, context) => wikiLinks(view, modelOf(view, context), context, wording),
    inlays(view, context) {
      const { model, knowledge } = read(view, context);
      return wikiInlays(model, knowledge.texts, context, wording);
    },
  };
}
