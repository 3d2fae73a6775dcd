/** The problems of embedded queries that are certain, whatever the program computes and adds. */
import rules from '../../catalogue/embedded/partial-queries.json' with { type: 'json' };
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryContext, QueryView } from '../query-file/language/language-service.ts';
import type { Span } from '#shared/base/text/span.ts';
import { QueryBlock } from '../query-file/block.ts';
import { Scope } from '../query-file/scope.ts';
import type { Completeness, EmbeddedQuery } from './embedded-query.ts';

/** Returns the view of an embedded query for the service of its language; spans are of the query's text. */
export function viewOf({ text, header }: EmbeddedQuery, { syntax }: CheckedLanguage): QueryView {
  const block = new QueryBlock(text.text, syntax);
  return {
    block,
    scope: new Scope(block, header === undefined ? undefined : new QueryBlock(header, syntax, 'header')),
  };
}

/**
 * Returns the view in which fixes are tried. Computed values of a wiki query have some value in it; JQL can be checked with
 * undefined variables.
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

/** Returns a view with values for the placeholders. */
function filledIn(
  { block }: QueryView,
  values: ReadonlyMap<string, string>,
  { syntax }: CheckedLanguage,
): QueryView {
  const header = [...values].map(([name, value]) => `@${name} = ${value}\n`).join('');
  return { block, scope: new Scope(block, new QueryBlock(header, syntax, 'header')) };
}

/**
 * Returns the certain problems of an embedded query; spans are of its text. A problem is certain if it is there with each of
 * several values of the placeholders.
 */
export function embeddedProblems(
  query: EmbeddedQuery,
  language: CheckedLanguage,
  context: QueryContext,
): readonly Problem[] {
  const view = viewOf(query, language);
  const writtenProblems = language.service.problems(view, context);
  if (isQueryFile(query)) return writtenProblems;
  const problems = writtenProblems.map(problem => sentByProgram(ofPart(problem, query.completeness)));
  const placeholders = placeholdersOf(query);
  const end = query.language === 'jql' ? endOfBeginning(query.text.text, problems) : Infinity;
  const isCertain = (problem: Problem): boolean =>
    problem.span.start < end &&
    !(end < Infinity && unclosed.has(problem.code)) &&
    !isAboutRuns(problem) &&
    !isGuess(problem) &&
    !isPlaceholder(problem) &&
    !isOfMissing(problem, query.completeness) &&
    !touchesAny(problem, placeholders, query.text.text);
  if (placeholders.length === 0) return problems.filter(isCertain);
  const readings = new Readings(query, language, context, problems);
  const [first = [], ...others] = query.language === 'jql' ? readings.plausible() : readings.all();
  const keysOfOthers = others.map(reading => new Set(reading.map(keyOf)));
  return first.filter(problem => isCertain(problem) && keysOfOthers.every(keys => keys.has(keyOf(problem))));
}

/**
 * Returns the offset at which an incomplete query ends: the program may add to it later, so problems at its end are uncertain.
 *
 * @returns Infinity for a complete query
 */
function endOfBeginning(text: string, problems: readonly Problem[]): number {
  const end = text.trimEnd().length;
  return problems.some(({ severity, span }) => severity === 'error' && span.start >= end) ? end : Infinity;
}

const unclosed: ReadonlySet<string> = new Set(rules.unclosed);

/** The problems of a query with different values of its placeholders. */
class Readings {
  readonly #query: EmbeddedQuery;
  readonly #language: CheckedLanguage;
  readonly #context: QueryContext;
  /** The problems with undefined variables. */
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

  /** Returns the problems with each value, the same value for all placeholders. */
  all(): readonly (readonly Problem[])[] {
    return [
      this.#unknown,
      ...this.#values.map(value => this.#problems(new Map(this.#names.map(name => [name, value])))),
    ];
  }

  /**
   * Returns the problems with the values that fit best and give the fewest errors: a placeholder may be a value, a condition or
   * a connective, and the program will insert one that makes a valid query.
   */
  plausible(): readonly (readonly Problem[])[] {
    if (this.#names.length > maxPlaceholders) return [];
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
    const errors = problems.filter(({ severity, code }) => severity === 'error' && !aboutRuns.has(code));
    const unfit = errors.filter(problem => touchesAny(problem, this.#placeholders, this.#query.text.text));
    return unfit.length * manyErrors + errors.length;
  }

  get #values(): readonly string[] {
    return rules.hypotheses[this.#query.language];
  }

  #problems(values: ReadonlyMap<string, string>): readonly Problem[] {
    const view = filledIn(viewOf(this.#query, this.#language), values, this.#language);
    const problems = this.#language.service.problems(view, this.#context);
    return problems.map(problem => sentByProgram(ofPart(problem, this.#query.completeness)));
  }
}

/** More errors than a query has. */
const manyErrors = 1000;

/** A query with more placeholders is not checked: too little of it is known. */
const maxPlaceholders = 8;

/** A query in a fence of its own language is a query file. */
const isQueryFile = ({ header }: EmbeddedQuery): boolean => header !== undefined;

const aboutRuns: ReadonlySet<string> = new Set(rules.own);
const missing: ReadonlySet<string> = new Set(rules.missing);
const unless: ReadonlySet<string> = new Set(rules.open);

/** Whether a problem is about how this program runs a query, not about the query. */
const isAboutRuns = ({ code, message = code }: Problem): boolean =>
  aboutRuns.has(code) || aboutRuns.has(message);

/** Characters by which a misspelled field may differ where the tracker's fields are not known. */
const fewLetters = 2;

/** Whether an unknown field may be one of the tracker: it is not similar enough to a built-in one. */
const isGuess = ({ code, arguments: { name, nearest: similar } }: Problem): boolean =>
  code === 'unknown-field' &&
  typeof name === 'string' &&
  typeof similar === 'string' &&
  (Math.abs(name.length - similar.length) > fewLetters ||
    nearest(name.toLowerCase(), [similar.toLowerCase()], fewLetters) === undefined);

/** Whether a problem is about a text in capitals that stands for a value, as in documentation: `PAGE_ID`, `LAT|LON`. */
const isPlaceholder = ({ arguments: { value } }: Problem): boolean =>
  typeof value === 'string' && /^[A-Z][A-Z0-9_]*(?:\|[A-Z][A-Z0-9_]*)*$/.test(value);

/** Rewords a misspelled name of an incomplete query: its module may be added elsewhere. */
const ofPart = (problem: Problem, completeness: Completeness): Problem =>
  completeness !== 'complete' && problem.message === 'unrecognizedparams.required'
    ? { ...problem, code: 'unrecognizedparams', severity: 'warning', message: 'unrecognizedparams.nearest' }
    : problem;

/** A long list that a run would split is sent whole by the program. */
const sentByProgram = (problem: Problem): Problem =>
  problem.message === 'toomanyvalues.split'
    ? { ...problem, severity: 'error', message: 'toomanyvalues.right' }
    : problem;

/** Whether a problem may vanish with parameters that are added elsewhere. */
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

/** Whether a problem is at a placeholder, or only blanks, commas and brackets are in between. */
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
