/** The language service for JQL. */
import { type Cost, withChain } from '../query-file/cost/cost.ts';
import { jqlBatchLimits } from './batch-limits.ts';
import type { LanguageService, QueryView, QueryContext } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import { checkColumns, explainColumn } from '../query-file/column-directives.ts';
import { preambleFixes } from '../query-file/preamble-fixes.ts';
import { limitOption, rowsOf } from '../query-file/options/limit-option.ts';
import { withSeverities } from '../query-file/checking/rule-severities.ts';
import { withoutIgnored } from '../query-file/options/ignore-option.ts';
import { siteNameOf } from '../query-file/options/site-option.ts';
import { explainTitle, preambleTokens } from '../query-file/preamble-features.ts';
import { type PreambleRules, validatePreamble } from '../query-file/validation/preamble-validation.ts';
import { jqlSemanticTokens } from './jql-tokens.ts';
import { completeJql } from './completion/complete-jql.ts';
import { valueQueryAt } from './completion/value-query.ts';
import { fixesOfJql } from './fixes/jql-fixes.ts';
import { compatibleFixes } from './fixes/safe-fixes.ts';
import { formatJql } from './jql-format.ts';
import { checkPromptPlaces } from './prompt-places.ts';
import { documentJql, explainJql } from './hover/jql-hover.ts';
import { jqlInlays } from './inlays.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { argumentQueries } from './argument-queries.ts';
import { jqlLinks } from './issue-links.ts';
import type { JqlQuery } from './syntax/jql-query.ts';
import { parseJql } from './syntax/parse-jql.ts';
import { costOfJql } from './predict-cost.ts';
import { describedColumns, resultColumnsOf } from './jql-columns.ts';
import { wordsOfJql } from './used-words.ts';
import { signatureAt } from './signature.ts';
import type { JqlSites } from './catalogue/jql-sites.ts';
import { foldsOfJql, outlineJql, selectionOfJql } from './jql-structure.ts';
import { jqlInWords } from './words/jql-in-words.ts';
import { validateJql } from './validation/validate.ts';

/** The rules of the preamble: JQL has no `{{`, so an undefined name is an error. */
const preambleRules: PreambleRules = { kind: 'tracker', undefinedName: () => 'error' };

/** Parses a query; the result is cached for the view. */
export type JqlReader = (view: QueryView) => JqlQuery;

/** Returns a reader that caches the query of each view. */
export function createJqlReader(): JqlReader {
  const readings = new WeakMap<QueryView, JqlQuery>();
  return view => {
    const cached = readings.get(view);
    if (cached !== undefined) return cached;
    const query = parseJql(view.scope);
    readings.set(view, query);
    return query;
  };
}

/** Returns the language service for JQL. */
export function createJqlService(sites: JqlSites, read: JqlReader, wording: Wording): LanguageService {
  const knowledgeOf = (view: QueryView, context: QueryContext): JqlKnowledge => {
    const site = siteNameOf(view, context, 'tracker');
    return sites.of(site, context.sites, context.locks?.locks.get(site));
  };
  const withTimeZone = (view: QueryView, context: QueryContext): QueryContext => {
    const { timeZone } = knowledgeOf(view, context);
    return timeZone === undefined ? context : { ...context, timeZone };
  };
  const inWords = (view: QueryView, context: QueryContext): readonly string[] => {
    const limit = limitOption(view.scope);
    return [
      jqlInWords(read(view), {
        ...withTimeZone(view, context),
        catalogue: knowledgeOf(view, context).catalogue,
        text: view.block.text,
        ...(limit !== undefined && { limit }),
      }),
    ];
  };
  const costOf = (view: QueryView, context: QueryContext): Cost =>
    withChain(
      costOfJql(view.scope, knowledgeOf(view, context).platform, rowsOf(view.scope, context)),
      view.block.text,
      name => jqlBatchLimits(view, name, read(view)).values,
    );
  return {
    problems(view, context) {
      // A check of a file creates its own views: caching their parse results takes a quarter of the time.
      const query = parseJql(view.scope);
      const queryProblems = validateJql(query, view.block.text, knowledgeOf(view, context), context.now);
      const preamble = [
        ...validatePreamble(view, context, preambleRules),
        ...checkPromptPlaces(view),
        ...checkColumns(view, () => resultColumnsOf(view.scope, knowledgeOf(view, context))),
      ];
      const problems = preamble.length === 0 ? queryProblems : [...preamble, ...queryProblems];
      return withSeverities(withoutIgnored(view, problems), context);
    },
    fixes(view, problem, context) {
      const knowledge = knowledgeOf(view, context);
      const subject = { query: read(view), text: view.block.text, knowledge, problem };
      return [...preambleFixes(view.block, problem), ...fixesOfJql(subject)];
    },
    bracesAccepted: () => () => false,
    compatibleFixes: (view, fixes, context) => compatibleFixes(read(view), knowledgeOf(view, context), fixes),
    refactorings: () => [],
    words: view => wordsOfJql(read(view), view.block.text),
    valueQuery: (view, offset, context) => valueQueryAt(view, read(view), offset, knowledgeOf(view, context)),
    complete(view, offset, context, suggested) {
      const site = siteNameOf(view, context, 'tracker');
      const zoned = withTimeZone(view, context);
      const knowledge = knowledgeOf(view, context);
      const lock = knowledge.lock && context.locks?.locks.get(site)?.file;
      const source = { site, ...(lock !== undefined && { lock }) };
      return completeJql(view, read(view), offset, knowledge, zoned, suggested).map(item =>
        item.subject === undefined ? item : { ...item, subject: { ...item.subject, ...source } },
      );
    },
    documentation: subject =>
      documentJql(subject, sites.lockedBy(subject['lock'] ?? '') ?? sites.of(subject['site'] ?? '', [])),
    signature: (view, offset, context) =>
      signatureAt(read(view), offset, view.block.text, knowledgeOf(view, context)),
    explain: (view, offset, context) =>
      explainTitle(
        view,
        offset,
        () => inWords(view, context),
        () => costOf(view, context),
      ) ??
      explainColumn(view, offset, () => describedColumns(view.scope, knowledgeOf(view, context))) ??
      explainJql(view, read(view), offset, knowledgeOf(view, context), withTimeZone(view, context)),
    inWords,
    cost: costOf,
    resultColumns: (view, context) => resultColumnsOf(view.scope, knowledgeOf(view, context)),
    format: (view, context) => formatJql(view, read(view), context.keywordCase ?? 'upper'),
    outline: view => outlineJql(view, read(view)),
    folds: view => foldsOfJql(view, read(view)),
    selection: (view, offset) => selectionOfJql(view, read(view), offset),
    tokens(view, context) {
      const { catalogue } = knowledgeOf(view, context);
      const queryTokens = jqlSemanticTokens(read(view), query =>
        argumentQueries(query, view.block.text, catalogue),
      );
      return [...preambleTokens(view.block), ...queryTokens].toSorted((a, b) => a.span.start - b.span.start);
    },
    links: (view, context) => jqlLinks(view, read(view), knowledgeOf(view, context), context, wording),
    inlays: (view, context) =>
      jqlInlays(read(view), knowledgeOf(view, context), withTimeZone(view, context), wording),
  };
}
