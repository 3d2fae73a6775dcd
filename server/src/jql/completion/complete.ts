import snippets from '../../../catalogue/jql-snippets.json' with { type: 'json' };
import { searchText } from '../../language/filter.ts';
import type { Completion, QueryView, Surroundings } from '../../language/service.ts';
import { completeEnvelope, envelopeLines, type EnvelopeLanguage } from '../../queryfile/completion.ts';
import type { JqlKnowledge } from '../knowledge.ts';
import type { JqlQuery } from '../nodes.ts';
import { fieldOffers, operatorOffers } from './fields.ts';
import { keyword, type Offer } from './offer.ts';
import { operandOffers } from './operands.ts';
import { type Place, placeAt } from './place.ts';
import type { Expecting } from './state.ts';

/**
 * What can be put in at an offset of a query; `[]` where nothing can. Nothing is offered that would be a syntax error
 * there, judged by what stands before the cursor. The list is whole, so that a client narrows it without asking again.
 */
export function completeJql(
  view: QueryView,
  query: JqlQuery,
  offset: number,
  knowledge: JqlKnowledge,
  around: Surroundings,
): Completion[] {
  const envelope: EnvelopeLanguage = {
    kind: 'tracker',
    columns: knowledge.catalogue.fields.map(({ name }) => name),
  };
  const enveloped = completeEnvelope(view, offset, around, envelope);
  if (enveloped !== undefined) return enveloped;
  const place = placeAt(view.block.text, query, offset);
  if (place === undefined) return [];
  const offers = offersFor(place.expecting, knowledge, around.now);
  const isEmpty = view.block.body === undefined;
  const before = view.block.text.slice(0, place.span.start);
  const body = [...offers, ...(isEmpty ? wholeQueries() : [])].map(offer => put(offer, place, before));
  return isEmpty ? [...body, ...envelopeLines(place.span.start, envelope)] : body;
}

function offersFor(expecting: Expecting, knowledge: JqlKnowledge, now: number): Offer[] {
  switch (expecting.kind) {
    case 'clause':
      return [
        ...fieldOffers(knowledge, false),
        keyword('NOT', 3000),
        ...(expecting.first ? [keyword('ORDER BY', 3001)] : []),
      ];
    case 'operator':
      return operatorOffers(knowledge, expecting.field);
    case 'in':
      return [keyword('IN', 0)];
    case 'is':
      return [keyword('EMPTY', 0, false), ...(expecting.not ? [] : [keyword('NOT EMPTY', 1, false)])];
    case 'was':
      return [
        ...operandOffers(
          knowledge,
          { ...expecting, operator: expecting.not ? 'was not' : 'was', inList: false },
          now,
        ),
        keyword('IN', 2000),
        ...(expecting.not ? [] : [keyword('NOT', 2001)]),
      ];
    case 'operand':
      return operandOffers(knowledge, { ...expecting, inList: false }, now);
    case 'list':
      return [list, ...operandOffers(knowledge, { ...expecting, inList: false }, now)];
    case 'item':
      return operandOffers(knowledge, { ...expecting, inList: true }, now);
    case 'predicate':
      return predicateOperands(knowledge, expecting, now);
    case 'after-term':
      return [...predicates(knowledge, expecting), ...connectives(expecting.inGroup)];
    case 'by':
      return [keyword('BY', 0)];
    case 'sort':
      return fieldOffers(knowledge, true);
    case 'after-sort':
      return expecting.directed ? [] : [keyword('DESC', 0, false), keyword('ASC', 1, false)];
    case 'after-item':
    case 'argument':
    case 'after-argument':
    case 'nowhere':
      return [];
  }
}

const list: Offer = {
  label: '( )',
  text: '(${1})',
  snippet: true,
  kind: 'snippet',
  rank: 0,
  continues: true,
};

const connectives = (inGroup: boolean): Offer[] => [
  keyword('AND', 100),
  keyword('OR', 101),
  ...(inGroup ? [] : [keyword('ORDER BY', 102)]),
];

function predicates(
  { catalogue }: JqlKnowledge,
  { operator }: Extract<Expecting, { kind: 'after-term' }>,
): Offer[] {
  const taken = operator === undefined ? [] : (catalogue.operator(operator)?.predicates ?? []);
  return taken.map((name, index) => ({ ...keyword(name, index), subject: { kind: 'predicate', name } }));
}

/** A date where the predicate wants one, someone behind BY, else a value of the field. */
function predicateOperands(
  knowledge: JqlKnowledge,
  { field, predicate }: Extract<Expecting, { kind: 'predicate' }>,
  now: number,
): Offer[] {
  const wanted = knowledge.catalogue.predicate(predicate)?.operand;
  const of = (name: string): Offer[] =>
    operandOffers(knowledge, { field: name, operator: '=', inList: false }, now).filter(
      ({ kind }) => kind !== 'keyword',
    );
  if (wanted === 'range') return [list];
  if (wanted === 'date') return of('created');
  return wanted === 'user' ? of('assignee') : of(field);
}

const wholeQueries = (): Offer[] =>
  snippets.map(({ title, keywords, body }, index) => ({
    label: title,
    text: body,
    snippet: true,
    kind: 'snippet',
    rank: 5000 + index,
    filter: searchText(title, ...keywords),
    subject: { kind: 'snippet', title },
  }));

/** In place of a sign such as `&&`, which needs no blank before it, a word does. */
function put({ text, ...offer }: Offer, { span }: Place, before: string): Completion {
  const isGlued = /[^\s()[\]=!<>~,&|"']$/.test(before) && /^\w/.test(text);
  return { ...offer, edit: { span, newText: isGlued ? ` ${text}` : text } };
}

/** A whole query of the list, to be shown; `undefined` = there is none of that title. */
export const wholeQuery = (title: string): string | undefined =>
  snippets.find(snippet => snippet.title === title)?.body;
