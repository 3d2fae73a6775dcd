import { nearest } from '../../language/nearest.ts';
import type { Problem, Severity } from '../../language/problem.ts';
import type { Span } from '../../language/span.ts';
import type { Parameter } from '../catalogue.ts';
import type { SiteFacts } from '../facts.ts';
import type { ActiveModule, WikiModel } from '../model.ts';
import type { ParameterNode } from '../nodes.ts';
import type { Rule } from '../rules.ts';

/** A file that is no query at all must not fill the editor. */
const mostProblems = 500;
/** Looking for a similar name is slow beside all other checks, so only the first few wrong ones get one. */
const mostSuggestions = 30;

/** What a validation works on, and where its findings go. */
export class Check {
  readonly model: WikiModel;
  /** By name of the module that they hold for. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly facts: SiteFacts;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly problems: Problem[] = [];
  private suggestions = 0;

  constructor(model: WikiModel, rules: ReadonlyMap<string, readonly Rule[]>, now: number, facts: SiteFacts) {
    this.model = model;
    this.rules = rules;
    this.now = now;
    this.facts = facts;
  }

  error(code: string, span: Span, args: Problem['arguments'], more?: Partial<Problem>): void {
    this.report('error', code, span, args, more);
  }

  warning(code: string, span: Span, args: Problem['arguments'], more?: Partial<Problem>): void {
    this.report('warning', code, span, args, more);
  }

  report(
    severity: Severity,
    code: string,
    span: Span,
    args: Problem['arguments'],
    more?: Partial<Problem>,
  ): void {
    if (this.problems.length < mostProblems)
      this.problems.push({ code, severity, span, arguments: args, ...more });
  }

  /** The candidate that a wrong word most likely means; undefined where none is near, or enough were looked for. */
  suggest(word: string, candidates: Iterable<string>): string | undefined {
    return ++this.suggestions > mostSuggestions ? undefined : nearest(word, candidates);
  }
}

/** A parameter as written in a query, with what it means. */
export interface Written {
  readonly check: Check;
  readonly active: ActiveModule;
  readonly parameter: Parameter;
  /** On the wire. */
  readonly name: string;
  readonly node: ParameterNode;
  /** As the wiki reads it; a bare name has an empty one. */
  readonly text: string;
}

/** The place of a parameter's value; of its name where the value is empty. */
export const valueSpan = ({ name, value }: ParameterNode): Span =>
  value === undefined || value.text === '' ? name.span : value.span;
