/** Completion of JQL: collects the proposals for a place of a query. */
import snippets from '../../../catalogue/jql/snippets.json' with { type: 'json' };
import { localTime } from '#shared/base/text/date-format.ts';
import { searchText } from '#shared/base/text/completion-text.ts';
import type {
  Completion,
  QueryView,
  SuggestedValue,
  QueryContext,
} from '../../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import {
  completePreamble,
  preambleLines,
  type PreambleLanguage,
} from '../../query-file/completion/preamble-completion.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { FieldEntry } from '../catalogue/catalogue.ts';
import { offeredColumns } from '../jql-columns.ts';
import { type NestedQuery, argumentQueries } from '../argument-queries.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { allParts } from '../syntax/walk.ts';
import { partialNameAt, expectingAfterSign, placeAt } from './completion-place.ts';
import { partialNameProposals, fieldProposals, numberProposals } from './field-completion.ts';
import { operatorProposals } from './operator-completion.ts';
import { keyword, type Proposal } from './proposal.ts';
import { argumentProposals } from './argument-completion.ts';
import { operandProposals } from './operand-completion.ts';
import type { Expecting } from './expected.ts';
import { type Source, usualValuesOf } from './value-completion.ts';

/**
 * Returns the completions at an offset of a query; `[]` where nothing is possible. Nothing is offered that would be a
 * syntax error there, judged by the text before the cursor. The list is complete, so that a client filters it without
 * another request; only the values that the tracker suggested depend on the letters before the cursor.
 */
export function completeJql(
  view: QueryView,
  query: JqlQuery,
  offset: number,
  knowledge: JqlKnowledge,
  context: QueryContext,
  suggested: readonly SuggestedValue[] = [],
): Completion[] {
  const preamble: PreambleLanguage = {
    kind: 'tracker',
    columns: () => offeredColumns(view.scope, knowledge),
    values: column => {
      const field = knowledge.catalogue.field(column);
      return field ? usualValuesOf(field, sourceOf(knowledge, context, '', [])) : [];
    },
  };
  const preambleItems = completePreamble(view, offset, context, preamble);
  if (preambleItems !== undefined) return preambleItems;
  const nested = argumentQueries(query, view.block.text, knowledge.catalogue).find(
    ({ span, query: { body } }) => span.start < offset && offset <= body.span.end,
  );
  if (nested !== undefined) return completeNested(view.block.text, nested, offset, knowledge, context);
  const place = placeAt(view.block.text, query, offset);
  if (place === undefined) return [];
  const typed = view.block.text.slice(place.span.start, offset);
  const usedFields = usedFieldsOf(query, knowledge, place.span);
  const source = sourceOf(knowledge, context, typed, suggested);
  const offers = offersFor(place.expecting, source, usedFields);
  const isEmpty = view.block.body === undefined;
  // Directly after a sign such as `=`, the sign can be replaced or a value can follow.
  const isOperator = place.expecting.kind === 'operator';
  const following = isOperator ? expectingAfterSign(view.block.text, query, offset) : undefined;
  const values = following === undefined ? [] : offersFor(following, { ...source, typed: '' }, usedFields);
  const body = [
    ...values.map(offer => toCompletion(offer, { start: offset, end: offset }, view.block.text)),
    ...[...offers, ...(isEmpty ? wholeQueries() : [])].map(offer =>
      toCompletion(offer, place.span, view.block.text),
    ),
    ...partialNames(view.block.text, query, offset, source),
  ];
  return isEmpty ? [...body, ...preambleLines(place.span.start, preamble)] : body;
}

/** Completes a query inside quotes: its own quotes are replaced by the other kind. */
function completeNested(
  text: string,
  { quote, query }: NestedQuery,
  offset: number,
  knowledge: JqlKnowledge,
  context: QueryContext,
): Completion[] {
  const place = placeAt(text, query, offset);
  if (place === undefined) return [];
  const typed = text.slice(place.span.start, offset);
  const other = quote === '"' ? "'" : '"';
  const usedFields = usedFieldsOf(query, knowledge, place.span);
  const source = sourceOf(knowledge, context, typed, []);
  return offersFor(place.expecting, source, usedFields).map(offer =>
    toCompletion({ ...offer, text: offer.text.replaceAll(quote, other) }, place.span, text),
  );
}

function sourceOf(
  knowledge: JqlKnowledge,
  { now, timeZone, otherWords }: QueryContext,
  typed: string,
  suggested: readonly SuggestedValue[],
): Source {
  const others = otherWords?.();
  return {
    knowledge,
    now: localTime(now, { ...(timeZone !== undefined && { timeZone }) }),
    ...(timeZone !== undefined && { timeZone }),
    suggested,
    typed,
    ...(others && { others }),
  };
}

function partialNames(text: string, query: JqlQuery, offset: number, source: Source): Completion[] {
  const names = source.knowledge.catalogue.fields.map(({ name }) => name.toLowerCase());
  const partial = partialNameAt(text, query, offset, words => names.some(name => name.startsWith(words)));
  if (partial === undefined) return [];
  return partialNameProposals(source, partial).map(offer => toCompletion(offer, partial.span, text));
}

/** Returns the fields that the query's conditions, and its ORDER BY, use elsewhere. */
function usedFieldsOf(query: JqlQuery, { catalogue }: JqlKnowledge, cursor: Span): UsedFields {
  const usedFields = { where: new Set<FieldEntry>(), sorts: new Set<FieldEntry>() };
  for (const part of allParts(query)) {
    if ((part.kind !== 'term' && part.kind !== 'sort') || part.field.kind !== 'field') continue;
    const { nameSpan, name } = part.field;
    const field =
      nameSpan.start <= cursor.end && nameSpan.end >= cursor.start ? undefined : catalogue.field(name);
    if (field) (part.kind === 'term' ? usedFields.where : usedFields.sorts).add(field);
  }
  return usedFields;
}

interface UsedFields {
  readonly where: ReadonlySet<FieldEntry>;
  readonly sorts: ReadonlySet<FieldEntry>;
}

function offersFor(expecting: Expecting, source: Source, usedFields: UsedFields): Proposal[] {
  const { knowledge } = source;
  switch (expecting.kind) {
    case 'clause':
      return [
        ...fieldProposals(source, false, usedFields.where),
        keyword('NOT', 3000),
        ...(expecting.first ? [keyword('ORDER BY', 3001)] : []),
      ];
    case 'operator':
      return operatorProposals(knowledge, expecting.field);
    case 'in':
      return [keyword('IN', 0)];
    case 'is':
      return [
        keyword('EMPTY', 0, false),
        ...(expecting.not ? [] : [keyword('NOT EMPTY', 1, false)]),
        keyword('NULL', 2, false),
      ];
    case 'was':
      return [
        ...operandProposals(source, {
          ...expecting,
          operator: expecting.not ? 'was not' : 'was',
          inList: false,
        }),
        keyword('IN', 2000),
        ...(expecting.not ? [] : [keyword('NOT', 2001)]),
      ];
    case 'operand':
      return operandProposals(source, { ...expecting, inList: false });
    case 'list':
      return [
        parenthesesFor(knowledge, expecting.field),
        ...operandProposals(source, { ...expecting, inList: false }),
      ];
    case 'item':
      return expecting.predicate === undefined
        ? operandProposals(source, { ...expecting, inList: true })
        : predicateOperands(source, expecting.field, expecting.predicate, true);
    case 'predicate':
      return predicateOperands(source, expecting.field, expecting.predicate, false);
    case 'argument':
      return argumentProposals(source, expecting);
    case 'after-term':
      return [...predicates(knowledge, expecting), ...connectives(expecting.inGroup)];
    case 'number':
      return numberProposals(knowledge);
    case 'by':
      return [keyword('BY', 0)];
    case 'sort':
      return fieldProposals(source, true, usedFields.sorts);
    case 'after-sort':
      return expecting.directed ? [] : [keyword('DESC', 0, false), keyword('ASC', 1, false)];
    case 'after-item':
    case 'after-argument':
    case 'nowhere':
      return [];
  }
}

const parentheses: Proposal = {
  label: '( )',
  text: '(${1})',
  snippet: true,
  kind: 'snippet',
  rank: 0,
  continues: true,
};

/** The snippet of a list; a field of an app takes functions rather than a list. */
const parenthesesFor = ({ catalogue }: JqlKnowledge, field: string): Proposal =>
  catalogue.field(field)?.type === 'SCRIPTRUNNER' ? { ...parentheses, rank: 2000 } : parentheses;

const connectives = (inGroup: boolean): Proposal[] => [
  keyword('AND', 100),
  keyword('OR', 101),
  ...(inGroup ? [] : [keyword('ORDER BY', 102)]),
];

function predicates(
  { catalogue }: JqlKnowledge,
  { operator }: Extract<Expecting, { kind: 'after-term' }>,
): Proposal[] {
  const allowed = operator === undefined ? [] : (catalogue.operator(operator)?.predicates ?? []);
  return allowed.map((name, index) => ({ ...keyword(name, index), subject: { kind: 'predicate', name } }));
}

/** Returns dates, users or values of the field, as the predicate takes them. */
function predicateOperands(source: Source, field: string, predicate: string, inList: boolean): Proposal[] {
  const operandKind = source.knowledge.catalogue.predicate(predicate)?.operand;
  const of = (name: string): Proposal[] =>
    operandProposals(source, { field: name, operator: '=', inList: false }).filter(
      ({ kind }) => kind !== 'keyword',
    );
  if (operandKind === 'range' && !inList) return [parentheses];
  if (operandKind === 'date' || operandKind === 'range') return of('created');
  return operandKind === 'user' ? of('assignee') : of(field);
}

const wholeQueries = (): Proposal[] =>
  snippets.map(({ title, keywords, body }, index) => ({
    label: title,
    text: body,
    snippet: true,
    kind: 'snippet',
    rank: 5000 + index,
    filter: searchText(title, ...keywords),
    subject: { kind: 'snippet', title },
  }));

/**
 * Turns a proposal into a completion of a query. A word that replaces a sign such as `&&` needs a blank before it. The
 * completion list is not opened again before other text: it would offer the accepted word once more.
 */
function toCompletion({ text, continues, ...offer }: Proposal, span: Span, query: string): Completion {
  const isGlued = /[^\s()[\]=!<>~,&|"']$/.test(query.slice(0, span.start)) && /^\w/.test(text);
  const isWord = offer.snippet !== true;
  const isLast = /^(?:[)\r\n]|$)/.test(query.slice(span.end, span.end + 1));
  return {
    ...offer,
    ...(continues === true && (isLast || !isWord) && { continues, ...(isWord && { spaced: true }) }),
    edit: { span, newText: isGlued ? ` ${text}` : text },
  };
}

/** Returns the text of a query template; `undefined` = no template has that title. */
export const wholeQuery = (title: string): string | undefined =>
  snippets.find(snippet => snippet.title === title)?.body;
