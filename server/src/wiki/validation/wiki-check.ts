import { ProblemCollector } from '#shared/base/text/problem-collector.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import type { SiteFacts } from '../catalogue/knowledge.ts';
import type { ActiveModule, WikiModel } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import type { WikiMessage } from '../message-keys.ts';
import type { Rule } from '../catalogue/rule.ts';

/** The query that a validation checks, with its rules and facts; collects the problems. */
export class Check extends ProblemCollector<WikiMessage> {
  readonly model: WikiModel;
  /** By name of the module that they hold for. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly facts: SiteFacts;
  /** Milliseconds since 1970. */
  readonly now: number;

  constructor(model: WikiModel, rules: ReadonlyMap<string, readonly Rule[]>, now: number, facts: SiteFacts) {
    super();
    this.model = model;
    this.rules = rules;
    this.now = now;
    this.facts = facts;
  }
}

/** How many letters a misspelled name may differ by where the wiki may define names that are not known. */
export const maxDifferingLetters = 2;

/** A parameter as written in a query, with what it means. */
export interface WrittenParameter {
  readonly check: Check;
  readonly active: ActiveModule;
  readonly parameter: Parameter;
  /** The name in the request. */
  readonly name: string;
  readonly node: ParameterNode;
  /** The value as the wiki reads it; empty for a bare name. */
  readonly text: string;
}

/** The span of a parameter's value, or of its name if the value is empty. */
export const valueSpan = ({ name, value }: ParameterNode): Span =>
  value === undefined || value.text === '' ? name.span : value.span;
