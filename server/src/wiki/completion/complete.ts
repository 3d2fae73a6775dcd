import columns from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type { Completion, QueryView, QueryContext } from '../../language/service.ts';
import type { Span } from '../../language/span.ts';
import { completePreamble, preambleLines, type PreambleLanguage } from '../../queryfile/completion.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { WikiModel } from '../model.ts';
import { multipleValues, unitSeparator } from '../values/list.ts';
import { draftOfUrl } from './draft.ts';
import { moduleLines } from './modules.ts';
import { nameProposals } from './names.ts';
import type { Proposal } from './proposal.ts';
import { type NamePlace, placeAt, type ValuePlace, wordAround } from './place.ts';
import { snippetProposals } from './snippets.ts';
import { urlEncoded } from './url.ts';
import { valueProposals } from './values.ts';

const envelope: PreambleLanguage = { kind: 'wiki', columns: Object.keys(columns.types) };

interface Request {
  readonly view: QueryView;
  readonly offset: number;
  readonly knowledge: WikiKnowledge;
  readonly around: QueryContext;
  readonly model: WikiModel;
}

/**
 * What can be put in at an offset of a wiki query: names, values, modules, whole queries, and what its envelope takes;
 * `[]` where nothing can.
 * The list is whole: it holds everything that could stand there, whatever is typed already, with a `filter` to match
 * that against, so that a client narrows it without asking again.
 */
export function completeWiki(
  view: QueryView,
  written: WikiModel,
  offset: number,
  knowledge: WikiKnowledge,
  around: QueryContext,
): Completion[] {
  const enveloped = completePreamble(view, offset, around, envelope);
  if (enveloped !== undefined) return enveloped;
  const draft = draftOfUrl(view, written, offset);
  const model = draft === undefined ? written : new WikiModel(draft.query, written.catalogue);
  const place = draft?.place ?? placeAt(view.block, model.query, offset);
  if (place === undefined) return [];
  const request = { view, offset, knowledge, around, model };
  return place.kind === 'name' ? completeName(request, place) : completeValue(request, place);
}

function completeName({ view, knowledge, model }: Request, { span, node, lead }: NamePlace): Completion[] {
  const isUrl = model.query.form === 'url';
  const others = model.query.parameters.filter(parameter => parameter !== node);
  const used = new Set(others.map(({ name }) => name.text));
  const names = nameProposals(knowledge, model, used);
  if (node?.equals !== undefined)
    return names.map(offer => put({ ...offer, text: offer.label, continues: false }, span));
  const lines = moduleLines(knowledge, model, used, isUrl);
  const whole = isUrl ? [] : snippetProposals(view.block.body === undefined || others.length === 0);
  const body = [...names, ...lines, ...whole].map(offer => put({ ...offer, text: lead + offer.text }, span));
  return node === undefined && !isUrl ? [...body, ...preambleLines(span.start, envelope)] : body;
}

function completeValue(
  { view, offset, knowledge, around, model }: Request,
  { node, part }: ValuePlace,
): Completion[] {
  const declaration = model.binding(node) ?? knowledge.catalogue.declarations(node.name.text)[0];
  if (declaration === undefined) return [];
  const { parameter } = declaration;
  const module = 'module' in declaration ? declaration.module : declaration.active.module;
  const isUrl = model.query.form === 'url';
  const span = parameter.multi
    ? wordAround(view.block.text, part, offset, separatorsOf(node.value?.text, isUrl))
    : part;
  const others =
    parameter.multi && node.value
      ? multipleValues(node.value).filter(value => value.span.end < span.start || value.span.start > span.end)
      : [];
  const question = { module, parameter, others: others.map(({ text }) => text), now: around.now };
  return valueProposals(knowledge, question).map(offer =>
    put(isUrl ? { ...offer, text: urlEncoded(offer.text, offer.snippet) } : offer, span),
  );
}

/** What stands between two values in the source. */
function separatorsOf(value: string | undefined, isUrl: boolean): string[] {
  if (value?.startsWith(unitSeparator)) return isUrl ? [unitSeparator, '%1F', '%1f'] : [unitSeparator];
  return isUrl ? ['|', '%7C', '%7c'] : ['|'];
}

const lastRank = 9999;

const put = ({ text, rank, ...offer }: Proposal, span: Span): Completion => ({
  ...offer,
  rank: Math.min(rank, lastRank),
  edit: { span, newText: text },
});
