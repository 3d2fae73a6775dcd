/** The input of the checks of a query, and the collector of its problems. */
import { ProblemCollector } from '#shared/base/text/problem-collector.ts';
import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import { undefinedVariable } from '../syntax/cursor.ts';
import type { JqlMessage } from '../jql-messages.ts';
import { type FieldEntry, entryOf } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Value } from '../syntax/tree/operands.ts';
import type { PredicateName } from '../syntax/operators.ts';

/** The input of a validation, and the collector of its problems. */
export class Check extends ProblemCollector<JqlMessage> {
  declare readonly query: JqlQuery;
  declare readonly knowledge: JqlKnowledge;
  /** Milliseconds since 1970. */
  declare readonly now: number;
  /** True where the problems are only counted. */
  declare readonly counts: boolean;
  /** True where the query contains an undefined variable. */
  readonly #open: boolean;
  /** The spans whose syntax errors are explained by a reported mistake. */
  #suppressed = none;
  #unknown: Set<string> | undefined;
  /** The catalogue's entries of the fields of the query's terms, in the order of the terms; undefined = unknown. */
  declare readonly fields: readonly (FieldEntry | undefined)[];

  constructor(query: JqlQuery, knowledge: JqlKnowledge, now: number, counts = false) {
    super();
    this.query = query;
    this.knowledge = knowledge;
    this.now = now;
    this.counts = counts;
    this.fields = query.terms.map(({ field }) =>
      field.kind === 'missing' ? undefined : entryOf(knowledge.catalogue, field),
    );
    this.#open = !isLiteral(query.body) && query.body.text.includes(undefinedVariable);
  }

  override suggest(...search: Parameters<ProblemCollector<JqlMessage>['suggest']>): string | undefined {
    return this.counts ? undefined : super.suggest(...search);
  }

  /** Returns the catalogue's entry of a term's field; undefined = unknown. */
  entryOf(term: TermClause): FieldEntry | undefined {
    return this.fields[term.index];
  }

  /** True where a name or a value contains an undefined variable, so that it cannot be checked. */
  hasUndefinedVariable(node: Field | Value): boolean {
    return this.#open && (node.kind === 'field' ? node.name : node.text).includes(undefinedVariable);
  }

  /** True for the first unknown use of a name in the query; later ones are not reported. */
  isFirstUnknown(name: string): boolean {
    const unknownNames = (this.#unknown ??= new Set());
    return unknownNames.size < unknownNames.add(name.toLowerCase()).size;
  }

  /** True where a syntax error is in a part or directly after it, so that further checks would only guess. */
  isBroken(part: { readonly span: Span }): boolean {
    return this.query.errors.length > 0 && this.isBrokenAt(part.span);
  }

  /** Suppresses further reports in spans that a reported mistake explains. */
  suppress(places: readonly Span[]): void {
    this.#suppressed = [...this.#suppressed, ...places];
  }

  /** True where a reported mistake explains a part. */
  isSuppressed({ span: { start, end } }: { readonly span: Span }): boolean {
    return this.#suppressed.some(place => start < place.end && place.start < end);
  }

  /** True for a span with a syntax error, as `isBroken`. */
  isBrokenAt(place: Span): boolean {
    if (this.isSuppressed({ span: place })) return true;
    const { start, end } = place;
    const { errors } = this.query;
    let low = 0;
    let high = errors.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (errors[middle]!.span.start <= end) low = middle + 1;
      else high = middle;
    }
    return errors.slice(Math.max(0, low - maxOverlappingErrors), low).some(({ span }) => span.end > start);
  }
}

const none: readonly Span[] = [];

/** The maximum number of syntax errors that overlap at one place; errors are in the order of their places. */
const maxOverlappingErrors = 4;

const isLiteral = ({ pieces }: MappedText): boolean => pieces.length === 1 && pieces[0]!.literal;

const dated: ReadonlySet<PredicateName> = new Set(['after', 'before', 'on', 'during']);

/** Returns the last term that starts at an offset or before it. */
export const termAt = ({ query }: Check, offset: number): TermClause | undefined =>
  query.terms.findLast(({ span }) => span.start <= offset);

/** Returns the type of the field at an offset; predicates of time take dates. */
export function typeAt(check: Check, offset: number): string | undefined {
  const term = termAt(check, offset);
  const isDated = term?.predicates.some(({ name, span }) => dated.has(name) && span.start <= offset);
  if (isDated === true) return 'DATETIME';
  return term && check.entryOf(term)?.type;
}
