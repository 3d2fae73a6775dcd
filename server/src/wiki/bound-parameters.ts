/**
 * Binds the values of one run to the parameters of a wiki's query: each stays one value, whatever characters it
 * contains.
 */
import { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Scope } from '../query-file/scope.ts';
import { type VariableLookup, usePattern, isReference, usesIn } from '../query-file/variables.ts';
import type { WikiModel } from './model.ts';
import type { ParameterNode, WikiQuery } from './wiki-nodes.ts';
import { unitSeparator } from './values/value-list.ts';
import type { QueryContext, QueryView } from '../query-file/language/language-service.ts';
import { isVariableProblem, validatePreamble } from '../query-file/validation/preamble-validation.ts';
import { listUses } from '../query-file/options/prompt-option.ts';

/**
 * Marks in a bound value until its parameter is known: between its items, and in place of a `|` in an item. No value
 * contains these characters.
 */
const [between, inside] = ['\u001D', '\u001E'];

/** The values of names at an offset: bound values, else variables. */
export function lookupAt(scope: Scope, offset: number): VariableLookup {
  const variables = scope.variablesAt(offset);
  if (scope.boundValues.size === 0 && scope.prompts.length === 0) return variables;
  const boundText = (name: string): string | undefined =>
    scope
      .boundValue(name)
      ?.items.map(item => item.replaceAll('|', inside))
      .join(between);
  return {
    get(name) {
      const value = boundText(name);
      if (value !== undefined) return { name, value };
      const variable = variables.get(name);
      return (
        variable && {
          name,
          value: variable.value.replaceAll(
            usePattern,
            (use, inner?: string) => boundText(inner ?? '') ?? use,
          ),
        }
      );
    },
  };
}

/**
 * A query whose bound values are in the form that its parameters accept; a problem where a parameter cannot accept
 * one.
 */
export function bindParameters(model: WikiModel): WikiQuery | Problem {
  const { query } = model;
  const parameters: ParameterNode[] = [];
  for (const node of query.parameters) {
    const value = node.value && bindValue(node, node.value, model.binding(node)?.parameter.multi);
    if (value !== undefined && 'code' in value) return value;
    parameters.push(value === undefined ? node : { ...node, value });
  }
  return { ...query, parameters };
}

/** Whether a query has bound values that are not yet in the form of their parameters. */
export const hasBoundMarks = ({ parameters }: WikiQuery): boolean =>
  parameters.some(({ value }) => value !== undefined && hasMark(value.text));

const hasMark = (text: string): boolean => text.includes(between) || text.includes(inside);

function bindValue(
  { name }: ParameterNode,
  value: MappedText,
  isMulti: boolean | undefined,
): MappedText | Problem {
  const { text } = value;
  if (!hasMark(text)) return value;
  const refuse = (code: string, message = code): Problem => ({
    code,
    message,
    severity: 'error',
    span: value.span,
    arguments: { name: boundName(value), parameter: name.text },
  });
  if (isMulti === undefined && text.includes(inside)) return refuse('answer-separator');
  if (isMulti === false && text.includes(between))
    return refuse('prompt-list-place', 'prompt-list-place.wiki');
  if (isMulti !== true) return withText(value, text.replaceAll(inside, '|').replaceAll(between, '|'));
  if (text.startsWith(unitSeparator))
    return withText(value, text.replaceAll(inside, '|').replaceAll(between, unitSeparator));
  if (!text.includes(inside)) return withText(value, text.replaceAll(between, '|'));
  const separated = text.replaceAll('|', unitSeparator).replaceAll(between, unitSeparator);
  return withPrefix(value, unitSeparator + separated.replaceAll(inside, '|'));
}

const boundName = ({ pieces }: MappedText): string => pieces.find(({ variable }) => variable)?.variable ?? '';

const withText = ({ span, pieces }: MappedText, text: string): MappedText =>
  new MappedText(text, span, pieces);

/** Adds a separator at the start, which the source does not have. */
const withPrefix = ({ span, pieces }: MappedText, text: string): MappedText =>
  new MappedText(text, span, [
    { start: 0, source: { start: span.start, end: span.start }, literal: false },
    ...pieces.map(piece => ({ ...piece, start: piece.start + 1 })),
  ]);

/** Reports prompts of several values in parameters that accept only one. */
export const checkListPrompts = (view: QueryView, model: WikiModel): Problem[] =>
  listUses(view).flatMap(use => {
    const node = model.query.parameters.find(
      ({ value }) => value && value.span.start <= use.span.start && use.span.end <= value.span.end,
    );
    const isSingle = node !== undefined && model.binding(node)?.parameter.multi === false;
    if (!isSingle) return [];
    const problem = {
      code: 'prompt-list-place',
      message: 'prompt-list-place.wiki',
      severity: 'error',
    } as const;
    return [{ ...problem, span: use.span, arguments: { name: use.name, parameter: node.name.text } }];
  });

/**
 * Checks the variables of a query. Values may hold real templates, so an undefined name is an error only where the value
 * has a problem at its place.
 *
 * @param bodyProblems those of the values, which are looked for only where a name is undefined
 * @returns the problems of variables, and whether another problem is only that of such a name
 */
export function checkVariables(
  view: QueryView,
  context: QueryContext,
  model: WikiModel,
  bodyProblems: () => readonly Problem[],
): { readonly variables: readonly Problem[]; readonly isTheirs: (problem: Problem) => boolean } {
  const unresolved = model.query.parameters.flatMap(({ value }) => (value ? unresolvedIn(view, value) : []));
  const namesAt = ({ span, severity }: Problem): readonly string[] =>
    unresolved
      .filter(use => holds(use.value.span, span) && refusesAt({ span, severity }, use.span))
      .map(({ name }) => name);
  const refused = new Set(unresolved.length === 0 ? [] : bodyProblems().flatMap(namesAt));
  const variables = validatePreamble(view, context, {
    kind: 'wiki',
    undefinedName: name => (refused.has(name) ? 'error' : 'hint'),
  });
  const reported = new Set(variables.filter(isVariableProblem).map(problem => problem.arguments['name']));
  return { variables, isTheirs: problem => namesAt(problem).some(name => reported.has(name)) };
}

interface Unresolved {
  readonly name: string;
  readonly value: MappedText;
  readonly span: Span;
}

/** The names in braces that stay in a value, with their places in the source. */
const unresolvedIn = ({ block }: QueryView, value: MappedText): readonly Unresolved[] =>
  usesIn(value.text, 0, value.text.length)
    .map(({ name, span }) => ({ name, value, span: value.sourceOf(span.start, span.end) }))
    .filter(({ span }) => block.text.charAt(span.start) !== '\\');

const holds = (whole: Span, part: Span): boolean => whole.start <= part.start && part.end <= whole.end;

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Whether a problem means that a wiki refuses or ignores what is at a place. */
export const refusesAt = ({ severity, span }: Pick<Problem, 'severity' | 'span'>, place: Span): boolean =>
  (severity === 'error' || severity === 'warning') && overlap(span, place);

/** Removes the problems that are about a prompt or a reference without a value. */
export function withoutUnanswered(
  { block, scope }: QueryView,
  problems: readonly Problem[],
): readonly Problem[] {
  if (!block.text.includes('{{')) return problems;
  const open = usesIn(block.text, 0, block.text.length).filter(
    ({ name }) => (scope.isPrompt(name) || isReference(name)) && scope.boundValue(name) === undefined,
  );
  return problems.filter(({ span }) => !open.some(use => overlap(use.span, span)));
}
