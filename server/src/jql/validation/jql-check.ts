import { ProblemCollector } from '../../language/problem-collector.ts';
import type { MappedText } from '../../language/mapped-text.ts';
import type { Span } from '../../language/span.ts';
import { undefinedVariable } from '../syntax/cursor.ts';
import type { JqlMessage } from '../jql-messages.ts';
import { type FieldEntry, entryOf } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { Field } from '../syntax/tree/fields.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import type { Value } from '../syntax/tree/operands.ts';
import type { PredicateName } from '../syntax/operators.ts';

/** What a validation works on, and where its findings go. */
export class Check extends ProblemCollector<JqlMessage> {
  declare readonly query: JqlQuery;
  declare readonly knowledge: JqlKnowledge;
  /** Milliseconds since 1970. */
  declare readonly now: number;
  /** A variable that nothing defines is in the query. */
  readonly #open: boolean;
  /** Where all that the grammar refuses is reported already. */
  #suppressed = none;
  #unknown: Set<string> | undefined;
  /** What is known of the fields of the query's terms, in the order of the terms; undefined = nothing. */
  declare readonly fields: readonly (FieldEntry | undefined)[];

  constructor(query: JqlQuery, knowledge: JqlKnowledge, now: number) {
    super();
    this.query = query;
    this.knowledge = knowledge;
    this.now = now;
    this.fields = query.terms.map(({ field }) =>
      field.kind === 'missing' ? undefined : entryOf(knowledge.catalogue, field),
    );
    this.#open = !isLiteral(query.body) && query.body.text.includes(undefinedVariable);
  }

  /** What is known of a term's field; undefined = nothing. */
  entryOf(term: TermClause): FieldEntry | undefined {
    return this.fields[term.index];
  }

  /** True where a name or a value holds a variable that nothing defines: nothing can be known of it. */
  hasUndefinedVariable(node: Field | Value): boolean {
    return this.#open && (node.kind === 'field' ? node.name : node.text).includes(undefinedVariable);
  }

  /** True for the first time that a name is unknown in the query: more of the same would say nothing new. */
  isFirstUnknown(name: string): boolean {
    const unknownNames = (this.#unknown ??= new Set());
    return unknownNames.size < unknownNames.add(name.toLowerCase()).size;
  }

  /** True where the grammar refuses something in a part or directly after it: what else could be said would be a guess. */
  isBroken(part: { readonly span: Span }): boolean {
    return this.query.errors.length > 0 && this.isBrokenAt(part.span);
  }

  /** Reports nothing more in these places: a mistake that explains them is reported. */
  suppress(places: readonly Span[]): void {
    this.#suppressed = [...this.#suppressed, ...places];
  }

  /** True where a mistake that is reported explains a part. */
  isSuppressed({ span: { start, end } }: { readonly span: Span }): boolean {
    return this.#suppressed.some(place => start < place.end && place.start < end);
  }

  /** As `isBroken`, of a place. */
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
    return errors.slice(Math.max(0, low - mostOverlapping), low).some(({ span }) => span.end > start);
  }
}

const none: readonly Span[] = [];

/** Errors are in the order of their places, and no more than these have a place in common. */
const mostOverlapping = 4;

const isLiteral = ({ pieces }: MappedText): boolean => pieces.length === 1 && pieces[0]!.literal;

const dated: ReadonlySet<PredicateName> = new Set(['after', 'before', 'on', 'during']);

/** The term that something at an offset is in, or after. */
export const termAt = ({ query }: Check, offset: number): TermClause | undefined =>
  query.terms.findLast(({ span }) => span.start <= offset);

/** The type of the field that something at an offset is about; predicates are about dates. */
export function typeAt(check: Check, offset: number): string | undefined {
  const term = termAt(check, offset);
  const isDated = term?.predicates.some(({ name, span }) => dated.has(name) && span.start <= offset);
  if (isDated === true) return 'DATETIME';
  return term && check.entryOf(term)?.type;
}
