import type { LanguageService, QueryView, QueryContext } from '../language/service.ts';
import type { Wording } from '../language/wording.ts';
import { preambleFixes } from '../queryfile/fixes.ts';
import { formatPreamble } from '../queryfile/format.ts';
import { siteNameOf } from '../queryfile/site.ts';
import { type PreambleRules, validatePreamble } from '../queryfile/validation.ts';
import { preambleTokens } from '../queryfile/tokens.ts';
import { completeWiki, wikiValueQueryAt } from './completion/complete.ts';
import { fixesOf, fixesTogether } from './fixes/fixes.ts';
import { refactoringsOf } from './fixes/refactorings.ts';
import { formatWiki } from './format.ts';
import { documentWiki, explainWiki } from './hover/explain.ts';
import { wikiInlays } from './inlays.ts';
import { wikiLinks } from './links.ts';
import { WikiModel } from './model.ts';
import { outlineWiki } from './outline.ts';
import { parseWikiQuery } from './parser.ts';
import type { SiteKnowledge, WikiSites } from './catalogue/site-catalogues.ts';
import { foldsOf, selectionOf } from './folding.ts';
import { wikiTokens } from './semantic-tokens.ts';
import { validateWikiQuery } from './validation/validate.ts';

/** Wiki values may hold real templates, so an undefined name is only worth a hint. */
const envelopeRules: PreambleRules = { kind: 'wiki', undefinedName: 'hint' };

/** A query as its site would read it. */
export interface Reading {
  readonly model: WikiModel;
  readonly knowledge: SiteKnowledge;
}

/** Reads a query by the catalogue of its site, once for all that is asked of the same view. */
export type Reader = (view: QueryView, around: QueryContext) => Reading;

export function createReader(sites: WikiSites): Reader {
  const readings = new WeakMap<QueryView, Reading>();
  return (view, around) => {
    const site = siteNameOf(view, around);
    const knowledge = sites.of(site, around.sites.find(({ name }) => name === site)?.url);
    const known = readings.get(view);
    if (known?.knowledge === knowledge) return known;
    const model = new WikiModel(parseWikiQuery(view.scope), knowledge.catalogue);
    const reading = { model, knowledge };
    readings.set(view, reading);
    return reading;
  };
}

/** Everything that an editor can ask about a wiki query. */
export function createWikiService(sites: WikiSites, read: Reader, wording: Wording): LanguageService {
  const modelOf = (view: QueryView, around: QueryContext) => read(view, around).model;
  return {
    problems(view, around) {
      const { model, knowledge } = read(view, around);
      const own = validateWikiQuery(model, knowledge.rules, around.now, knowledge.facts);
      const envelope = validatePreamble(view, around, envelopeRules);
      return envelope.length === 0 ? own : [...envelope, ...own];
    },
    fixes(view, problem, around) {
      const { model, knowledge } = read(view, around);
      return [...preambleFixes(view.block, problem), ...fixesOf(view, model, problem, knowledge, around.now)];
    },
    together(view, fixes, around) {
      const { model, knowledge } = read(view, around);
      return fixesTogether({ view, model, knowledge, now: around.now }, fixes);
    },
    refactorings: (view, span, around) => refactoringsOf(view, modelOf(view, around), span, around),
    question(view, offset, around) {
      const { model, knowledge } = read(view, around);
      return wikiValueQueryAt(view, model, offset, knowledge);
    },
    complete(view, offset, around, suggested) {
      const { model, knowledge } = read(view, around);
      const site = siteNameOf(view, around);
      return completeWiki(view, model, offset, knowledge, around, suggested).map(item =>
        item.subject === undefined ? item : { ...item, subject: { ...item.subject, site } },
      );
    },
    documentation: subject => documentWiki(subject, sites.of(subject['site'] ?? '')),
    explain(view, offset, around) {
      const { model, knowledge } = read(view, around);
      return explainWiki(view, model, offset, knowledge, around);
    },
    format: (view, around) => [
      ...formatPreamble(view.block),
      ...formatWiki(view, modelOf(view, around).query),
    ],
    outline: (view, around) => outlineWiki(view, modelOf(view, around)),
    folds: (view, around) => foldsOf(view, modelOf(view, around)),
    selection: (view, offset, around) => selectionOf(view, modelOf(view, around), offset),
    tokens: (view, around) =>
      [...preambleTokens(view.block), ...wikiTokens(modelOf(view, around))].toSorted(
        (a, b) => a.span.start - b.span.start,
      ),
    links: (view, around) => wikiLinks(view, modelOf(view, around), around, wording),
    inlays(view, around) {
      const { model, knowledge } = read(view, around);
      return wikiInlays(model, knowledge.texts, around, wording);
    },
  };
}
