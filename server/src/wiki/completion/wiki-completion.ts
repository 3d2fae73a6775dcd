/** The completion of a wiki query. */
import columns from '../../../catalogue/wiki/columns.json' with { type: 'json' };
import type {
  Completion,
  QueryContext,
  QueryView,
  SuggestedValue,
  ValueQuery,
} from '../../query-file/language/language-service.ts';
import type { ResultColumn } from '../../query-file/language/result-columns.ts';
import type { Span } from '#shared/base/text/span.ts';
import {
  completePreamble,
  preambleLines,
  type PreambleLanguage,
} from '../../query-file/completion/preamble-completion.ts';
import { resultColumnsOf } from '../result-columns/query-columns.ts';
import type { Declaration } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { WikiModel } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { decodedUrlText, urlEncoded } from '../url.ts';
import { multipleValues, unitSeparator } from '../values/value-list.ts';
import { draftOfUrl, type NamePlace, placeAt, type ValuePlace, wordAround } from './completion-place.ts';
import { moduleLines } from './module-completion.ts';
import { nameProposals } from './name-completion.ts';
import type { Proposal } from './proposal.ts';
import { siteValueProposals, siteValueQuery, usedValueProposals } from './site-values.ts';
import { snippetProposals } from './snippets.ts';
import { valueProposals } from './value-completion.ts';

/** Columns of any result, for a query whose result is not known. */
const anyColumns: readonly ResultColumn[] = Object.entries(columns.types).map(([name, type]) => ({
  name,
  aliases: [],
  type,
}));

/** The columns of the query's result: first those that it has, then those that need another parameter. */
function columnsFor(model: WikiModel, knowledge: WikiKnowledge): readonly ResultColumn[] {
  const { columns: resultColumns, complete } = resultColumnsOf(model, knowledge.texts);
  const [here, lacking] = [
    resultColumns.filter(({ lacks }) => !lacks),
    resultColumns.filter(({ lacks }) => lacks),
  ];
  const offered = [...here, ...lacking];
  const names = new Set(offered.map(({ name }) => name));
  return complete ? offered : [...offered, ...anyColumns.filter(({ name }) => !names.has(name))];
}

const preambleOf = (model: WikiModel, knowledge: WikiKnowledge): PreambleLanguage => ({
  kind: 'wiki',
  columns: () => columnsFor(model, knowledge),
});

interface CompletionInput {
  readonly view: QueryView;
  readonly offset: number;
  readonly knowledge: WikiKnowledge;
  readonly context: QueryContext;
  readonly model: WikiModel;
  readonly suggested: readonly SuggestedValue[];
}

/**
 * The completions at an offset of a wiki query: names, values, modules, whole queries, and the lines of its preamble.
 * The list is complete: it has everything that fits there, whatever is typed already, with a `filter` to match that
 * against, so that a client narrows it without another request.
 */
export function completeWiki(
  view: QueryView,
  written: WikiModel,
  offset: number,
  knowledge: WikiKnowledge,
  context: QueryContext,
  suggested: readonly SuggestedValue[] = [],
): Completion[] {
  const preambleItems = completePreamble(view, offset, context, preambleOf(written, knowledge));
  if (preambleItems !== undefined) return preambleItems;
  const draft = draftOfUrl(view, written, offset);
  const model = draft === undefined ? written : new WikiModel(draft.query, written.catalogue);
  const place = draft?.place ?? placeAt(view.block, model.query, offset);
  if (place === undefined) return [];
  const input = { view, offset, knowledge, context, model, suggested };
  return place.kind === 'name' ? completeName(input, place) : completeValue(input, place);
}

function completeName(
  { view, offset, knowledge, model }: CompletionInput,
  { span, node, lead }: NamePlace,
): Completion[] {
  const isUrl = model.query.form === 'url';
  const others = model.query.parameters.filter(parameter => parameter !== node);
  const usedNames = new Set(others.map(({ name }) => name.text));
  const names = nameProposals(knowledge, model, usedNames, view.block.text.slice(span.start, offset));
  if (node?.equals !== undefined)
    return names.map(offer => toCompletion({ ...offer, text: offer.label, continues: false }, span));
  const lines = moduleLines(knowledge, model, usedNames, isUrl);
  const whole = isUrl ? [] : snippetProposals(view.block.body === undefined || others.length === 0);
  const body = [...names, ...lines, ...whole].map(offer =>
    toCompletion({ ...offer, text: lead + offer.text }, span),
  );
  return node === undefined && !isUrl
    ? [...body, ...preambleLines(span.start, preambleOf(model, knowledge))]
    : body;
}

function completeValue(input: CompletionInput, place: ValuePlace): Completion[] {
  const { knowledge, context, suggested } = input;
  const wanted = wantedValue(input, place);
  if (wanted === undefined) return [];
  const { declaration, node, span, isUrl } = wanted;
  const others =
    declaration.parameter.multi && node.value
      ? multipleValues(node.value).filter(value => value.span.end < span.start || value.span.start > span.end)
      : [];
  const proposalInput = {
    ...declaration,
    others: others.map(({ text }) => text),
    unbound: unboundNames(input.model),
    now: context.now,
  };
  const siteValues = siteValueProposals(declaration, wanted, suggested);
  const usedValues = usedValueProposals(declaration, context, siteValues).filter(
    ({ text }) => !proposalInput.others.includes(text),
  );
  const offered = new Set(usedValues.map(({ text }) => text));
  const usual = valueProposals(knowledge, proposalInput).filter(({ text }) => !offered.has(text));
  return [...siteValues, ...usedValues, ...usual].map(offer =>
    toCompletion(isUrl ? { ...offer, text: urlEncoded(offer.text, offer.snippet) } : offer, span),
  );
}

/** The names of a query that belong to none of its modules. */
const unboundNames = (model: WikiModel): string[] =>
  model.query.parameters.filter(node => model.binding(node) === undefined).map(({ name }) => name.text);

/** The query to the wiki for the value at an offset; `undefined` = none. */
export function wikiValueQueryAt(
  view: QueryView,
  model: WikiModel,
  offset: number,
  knowledge: WikiKnowledge,
): ValueQuery | undefined {
  if (draftOfUrl(view, model, offset) !== undefined) return undefined;
  const place = placeAt(view.block, model.query, offset);
  const wanted = place?.kind === 'value' ? wantedValue({ view, offset, knowledge, model }, place) : undefined;
  return wanted && siteValueQuery(wanted.declaration, wanted.typed);
}

/** A value that is being written. */
interface WantedValue {
  readonly declaration: Declaration;
  readonly node: ParameterNode;
  /** The whole value in the source. */
  readonly span: Span;
  readonly isUrl: boolean;
  /** The text of the value before the cursor as it is in the source. */
  readonly written: string;
  /** The same text as the wiki would read it. */
  readonly typed: string;
}

function wantedValue(
  { view, offset, knowledge, model }: Pick<CompletionInput, 'view' | 'offset' | 'knowledge' | 'model'>,
  { node, part }: ValuePlace,
): WantedValue | undefined {
  const meaning = model.binding(node) ?? knowledge.catalogue.declarations(node.name.text)[0];
  if (meaning === undefined) return undefined;
  const { parameter } = meaning;
  const module = 'module' in meaning ? meaning.module : meaning.active.module;
  const { text } = view.block;
  const isUrl = model.query.form === 'url';
  const span = parameter.multi ? wordAround(text, part, offset, separatorsOf(node.value?.text, isUrl)) : part;
  const typedText = text.slice(span.start, offset);
  const typed = isUrl ? decodedUrlText(typedText) : typedText;
  return { declaration: { module, parameter }, node, span, isUrl, written: typedText, typed };
}

/** The separators of values in the source. */
function separatorsOf(value: string | undefined, isUrl: boolean): string[] {
  if (value?.startsWith(unitSeparator)) return isUrl ? [unitSeparator, '%1F', '%1f'] : [unitSeparator];
  return isUrl ? ['|', '%7C', '%7c'] : ['|'];
}

const lastRank = 9999;

const toCompletion = ({ text, rank, ...offer }: Proposal, span: Span): Completion => ({
  ...offer,
  rank: Math.min(rank, lastRank),
  edit: { span, newText: text },
});
