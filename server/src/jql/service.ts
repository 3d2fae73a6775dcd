import type { Cost } from '../cost/cost.ts';
import type { LanguageService, QueryView, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import { checkColumns, explainColumn } from '../queryfile/column-directives.ts';
import { preambleFixes } from '../queryfile/preamble-fixes.ts';
import { limitOption, rowsOf } from '../queryfile/options/limit-option.ts';
import { siteNameOf } from '../queryfile/options/site-option.ts';
import { explainTitle } from '../queryfile/title-hover.ts';
import { preambleTokens } from '../queryfile/preamble-tokens.ts';
import { type PreambleRules, validatePreamble } from '../queryfile/validation/preamble-validation.ts';
import { jqlSemanticTokens } from './semantic-tokens.ts';
import { completeJql } from './completion/complete.ts';
import { valueQueryAt } from './completion/value-query.ts';
import { fixesOfJql } from './fixes/fixes.ts';
import { keepSafeTogether } from './fixes/safe-fixes.ts';
import { formatJql } from './format.ts';
import { checkGivenPlaces } from './prompt-checks.ts';
import { documentJql } from './hover/completion-documentation.ts';
import { explainJql } from './hover/explain.ts';
import { jqlInlays } from './inlays.ts';
import type { JqlKnowledge } from './catalogue/knowledge.ts';
import { nestedQueries } from './nested-queries.ts';
import { jqlLinks } from './links.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { parseJql } from './syntax/parser.ts';
import { costOfJql } from './predict-cost.ts';
import { describedColumns, resultColumnsOf } from './result-columns.ts';
import { wordsOfJql } from './query-words.ts';
import { signatureAt } from './signature.ts';
import type { JqlSites } from './catalogue/tracker-catalogues.ts';
import { foldsOfJql, selectionOfJql } from './folding.ts';
import { outlineJql } from './outline.ts';
import { jqlInWords } from './words/query-summary.ts';
import { validateJql } from './validation/validate.ts';

/** JQL has no `{{`, so an undefined name is an error. */
const preambleRules: PreambleRules = { kind: 'tracker', undefinedName: 'error' };

/** Reads a query once for all that is asked of the same view. */
export type JqlReader = (view: QueryView) => JqlQuery;

export function createJqlReader(): JqlReader {
  const readings = new WeakMap<QueryView, JqlQuery>();
  return view => {
    const known = readings.get(view);
    if (known !== undefined) return known;
    const query = parseJql(view.scope);
    readings.set(view, query);
    return query;
  };
}

/** Everything that an editor can ask about a tracker's query. */
export function createJqlService(sites: JqlSites, read: JqlReader, wording: Wording): LanguageService {
  const knowledgeOf = (view: QueryView, context: QueryContext): JqlKnowledge =>
    sites.of(siteNameOf(view, context), context.sites, context.locks?.locks.get(siteNameOf(view, context)));
  const inItsTimeZone = (view: QueryView, context: QueryContext): QueryContext => {
    const { timeZone } = knowledgeOf(view, context);
    return timeZone === undefined ? context : { ...context, timeZone };
  };
  const inWords = (view: QueryView, context: QueryContext): readonly string[] => {
    const limit = limitOption(view.scope);
    return [
      jqlInWords(read(view), {
        ...inItsTimeZone(view, context),
        catalogue: knowledgeOf(view, context).catalogue,
        text: view.block.text,
        ...(limit !== undefined && { limit }),
      }),
    ];
  };
  const costOf = (view: QueryView, context: QueryContext): Cost =>
    costOfJql(view.scope, knowledgeOf(view, context).platform, rowsOf(view.scope, context));
  return {
    problems(view, context) {
      // A file is checked in views of its own: to remember each reading costs a quarter of the whole time.
      const query = parseJql(view.scope);
      const own = validateJql(query, view.block.text, knowledgeOf(view, context), context.now);
      const preamble = [
        ...validatePreamble(view, context, preambleRules),
        ...checkGivenPlaces(view),
        ...checkColumns(view, () => resultColumnsOf(view.scope, knowledgeOf(view, context))),
      ];
      return preamble.length === 0 ? own : [...preamble, ...own];
    },
    fixes(view, problem, context) {
      const knowledge = knowledgeOf(view, context);
      const subject = { query: read(view), text: view.block.text, knowledge, problem };
      return [...preambleFixes(view.block, problem), ...fixesOfJql(subject)];
    },
    compatibleFixes: (view, fixes, context) =>
      keepSafeTogether(read(view), knowledgeOf(view, context), fixes),
    refactorings: () => [],
    words: view => wordsOfJql(read(view), view.block.text),
    valueQuery: (view, offset, context) => valueQueryAt(view, read(view), offset, knowledgeOf(view, context)),
    complete(view, offset, context, suggested) {
      const site = siteNameOf(view, context);
      const zoned = inItsTimeZone(view, context);
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
      explainJql(view, read(view), offset, knowledgeOf(view, context), inItsTimeZone(view, context)),
    inWords,
    cost: costOf,
    resultColumns: (view, context) => resultColumnsOf(view.scope, knowledgeOf(view, context)),
    format: (view, context) => formatJql(view, read(view), context.keywordCase ?? 'upper'),
    outline: view => outlineJql(view, read(view)),
    folds: view => foldsOfJql(view, read(view)),
    selection: (view, offset) => selectionOfJql(view, read(view), offset),
    tokens(view, context) {
      const { catalogue } = knowledgeOf(view, context);
      const own = jqlSemanticTokens(read(view), query => nestedQueries(query, view.block.text, catalogue));
      return [...preambleTokens(view.block), ...own].toSorted((a, b) => a.span.start - b.span.start);
    },
    links: (view, context) => jqlLinks(view, read(view), knowledgeOf(view, context), context, wording),
    inlays: (view, context) =>
      jqlInlays(read(view), knowledgeOf(view, context), inItsTimeZone(view, context), wording),
  };
}
