import rules from '../../catalogue/embedded/partial-queries.json' with { type: 'json' };
import type { CheckedLanguage } from '../checking/check-document.ts';
import { nearest } from '../language/nearest.ts';
import type { Problem } from '../language/problem.ts';
import type { QueryContext, QueryView } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { QueryBlock } from '../queryfile/block.ts';
import { Scope } from '../queryfile/scope.ts';
import type { Completeness, EmbeddedQuery } from './embedded-query.ts';

/** The view of an embedded query for the service of its language; spans are those of its text. */
export function viewOf({ text, header }: EmbeddedQuery, { syntax }: CheckedLanguage): QueryView {
  const block = new QueryBlock(text.text, syntax);
  return {
    block,
    scope: new Scope(block, header === undefined ? undefined : new QueryBlock(header, syntax)),
  };
}

/**
 * The view in which fixes are tried: a parameter of a wiki query that takes a computed value takes some value. JQL takes
 * variables that nothing defines as such.
 */
export function fixableViewOf(query: EmbeddedQuery, language: CheckedLanguage): QueryView {
  const view = viewOf(query, language);
  const names = placeholderNames(query);
  return query.language === 'jql' || isQueryFile(query) || names.length === 0
    ? view
    : filledIn(view, new Map(names.map(name => [name, '1'])), language);
}

const placeholderNames = ({ text }: EmbeddedQuery): readonly string[] => [
  ...new Set(text.pieces.flatMap(({ variable }) => variable ?? [])),
];

/** A view with values for placeholders. */
function filledIn(
  { block }: QueryView,
  values: ReadonlyMap<string, string>,
  { syntax }: CheckedLanguage,
): QueryView {
  const header = [...values].map(([name, value]) => `@${name} = ${value}\n`).join('');
  return { block, scope: new Scope(block, new QueryBlock(header, syntax)) };
}

/**
 * What is wrong with an embedded query, whatever the host puts in and adds: spans are those of its text. What is found is
 * looked for again with other values of the placeholders, and must be there each time.
 */
export function embeddedProblems(
  query: EmbeddedQuery,
  language: CheckedLanguage,
  context: QueryContext,
): readonly Problem[] {
  const view = viewOf(query, language);
  const written = language.service.problems(view, context);
  if (isQueryFile(query)) return written;
  const found = written.map(problem => ofPart(problem, query.completeness));
  const placeholders = placeholdersOf(query);
  const end = query.language === 'jql' ? endOfBeginning(query.text.text, found) : Infinity;
  const isCertain = (problem: Problem): boolean =>
    problem.span.start < end &&
    !(end < Infinity && unclosed.has(problem.code)) &&
    !isOwn(problem) &&
    !isGuess(problem) &&
    !isOfMissing(problem, query.completeness) &&
    !touchesAny(problem, placeholders, query.text.text);
  if (placeholders.length === 0) return found.filter(isCertain);
  const readings = new Readings(query, language, context, found);
  const [first = [], ...others] = query.language === 'jql' ? readings.plausible() : readings.all();
  const again = others.map(problems => new Set(problems.map(keyOf)));
  return first.filter(problem => isCertain(problem) && again.every(keys => keys.has(keyOf(problem))));
}

/**
 * Where a query ends that wants more: the host may add it to the text later, so nothing is said of the end.
 *
 * @returns Infinity for a query that is whole
 */
function endOfBeginning(text: string, found: readonly Problem[]): number {
  const end = text.trimEnd().length;
  return found.some(({ severity, span }) => severity === 'error' && span.start >= end) ? end : Infinity;
}

const unclosed: ReadonlySet<string> = new Set(rules.unclosed);

/** What a query is with values in the place of what the host computes. */
class Readings {
  readonly #query: EmbeddedQuery;
  readonly #language: CheckedLanguage;
  readonly #context: QueryContext;
  /** What is found where nothing is known of the values. */
  readonly #unknown: readonly Problem[];
  readonly #names: readonly string[];
  readonly #placeholders: readonly Span[];

  constructor(
    query: EmbeddedQuery,
    language: CheckedLanguage,
    context: QueryContext,
    unknown: readonly Problem[],
  ) {
    this.#query = query;
    this.#language = language;
    this.#context = context;
    this.#unknown = unknown;
    this.#placeholders = placeholdersOf(query);
    this.#names = placeholderNames(query);
  }

  /** With every value, the same for all. */
  all(): readonly (readonly Problem[])[] {
    return [
      this.#unknown,
      ...this.#values.map(value => this.#problems(new Map(this.#names.map(name => [name, value])))),
    ];
  }

  /**
   * Those in which the placeholders fit best, and with the fewest errors: what the host puts in may be a value, a condition, or what connects two, but it will make
   * a query of it.
   */
  plausible(): readonly (readonly Problem[])[] {
    if (this.#names.length > mostPlaceholders) return [];
    let best: ReadonlyMap<string, string> = new Map();
    let equal: (readonly Problem[])[] = [this.#unknown];
    let fewest = this.#cost(this.#unknown);
    for (const name of this.#names) {
      const chosen = best;
      for (const value of this.#values) {
        const values = new Map(chosen).set(name, value);
        const problems = this.#problems(values);
        const errors = this.#cost(problems);
        if (errors > fewest) continue;
        if (errors < fewest) {
          best = values;
          equal = [];
        }
        fewest = errors;
        equal.push(problems);
      }
    }
    return equal;
  }

  #cost(problems: readonly Problem[]): number {
    const errors = problems.filter(({ severity, code }) => severity === 'error' && !own.has(code));
    const unfit = errors.filter(problem => touchesAny(problem, this.#placeholders, this.#query.text.text));
    return unfit.length * manyErrors + errors.length;
  }

  get #values(): readonly string[] {
    return rules.hypotheses[this.#query.language];
  }

  #problems(values: ReadonlyMap<string, string>): readonly Problem[] {
    const view = filledIn(viewOf(this.#query, this.#language), values, this.#language);
    const found = this.#language.service.problems(view, this.#context);
    return found.map(problem => ofPart(problem, this.#query.completeness));
  }
}

/** More than a query has. */
const manyErrors = 1000;

/** With more of them too little is known. */
const mostPlaceholders = 8;

/** A query in a fence of its own language is a query file. */
const isQueryFile = ({ header }: EmbeddedQuery): boolean => header !== undefined;

const own: ReadonlySet<string> = new Set(rules.own);
const missing: ReadonlySet<string> = new Set(rules.missing);
const unless: ReadonlySet<string> = new Set(rules.open);

/** What is about how this program runs a query, and not about the query. */
const isOwn = ({ code, message = code }: Problem): boolean => own.has(code) || own.has(message);

/** Letters by which a misspelled field may differ where the tracker is not known. */
const fewLetters = 2;

/** A field that the tracker may have: one that is only a little like a known one. */
const isGuess = ({ code, arguments: { name, nearest: similar } }: Problem): boolean =>
  code === 'unknown-field' &&
  typeof name === 'string' &&
  typeof similar === 'string' &&
  (Math.abs(name.length - similar.length) > fewLetters ||
    nearest(name.toLowerCase(), [similar.toLowerCase()], fewLetters) === undefined);

/** A misspelled name of which nothing is known to be missing, because it may be added elsewhere. */
const ofPart = (problem: Problem, completeness: Completeness): Problem =>
  completeness !== 'complete' && problem.message === 'unrecognizedparams.required'
    ? { ...problem, code: 'unrecognizedparams', severity: 'warning', message: 'unrecognizedparams.nearest' }
    : problem;

/** What may be right with what is added elsewhere. */
function isOfMissing(
  { code, message = code, arguments: { module } }: Problem,
  completeness: Completeness,
): boolean {
  if (completeness === 'complete') return false;
  if (missing.has(code) || missing.has(message)) return true;
  if (completeness === 'extended') return false;
  const isMisspelled = message === 'unrecognizedparams.nearest' && module === undefined;
  return (unless.has(code) || unless.has(message)) && !isMisspelled;
}

function placeholdersOf({ text }: EmbeddedQuery): readonly Span[] {
  return text.pieces.flatMap(({ start, variable }, index) =>
    variable === undefined ? [] : [{ start, end: text.pieces[index + 1]?.start ?? text.text.length }],
  );
}

/** Whether a problem is at what the host puts in, or has nothing but blanks and commas in between. */
const touchesAny = ({ span, related }: Problem, placeholders: readonly Span[], text: string): boolean =>
  placeholders.some(
    placeholder =>
      touches(span, placeholder, text) || (related !== undefined && touches(related.span, placeholder, text)),
  );

const touches = (span: Span, { start, end }: Span, text: string): boolean => {
  if (span.end < start) return nothingBetween.test(text.slice(span.end, start));
  if (end < span.start) return nothingBetween.test(text.slice(end, span.start));
  return true;
};

const nothingBetween = /^[ \t,()'"]*$/;

const keyOf = ({ code, message = code, span }: Problem): string =>
  `${code} ${message} ${span.start} ${span.end}`;
