/** Evaluates and reports one rule in one module of a query. */
import type { Span } from '#shared/base/text/span.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import type { Rule, Use } from '../catalogue/rule.ts';
import { multipleValues } from '../values/value-list.ts';
import type { Check } from './wiki-check.ts';
import { allowedSet } from './types/enumeration-check.ts';

/** One rule in one module of a query. */
export class RuleCheck {
  readonly check: Check;
  readonly active: ActiveModule;
  readonly #rule: Rule;

  constructor(check: Check, active: ActiveModule, rule: Rule) {
    this.check = check;
    this.active = active;
    this.#rule = rule;
  }

  node(parameter: string): ParameterNode | undefined {
    return this.check.model.nodeOf(this.active, parameter);
  }

  name(parameter: string): string {
    return wireName(this.active, parameter);
  }

  /** The node of a used parameter; undefined if it is not written. */
  nodeOf(use: Use): ParameterNode | undefined {
    return use.query ? this.check.model.node(use.parameter) : this.node(use.parameter);
  }

  /** Whether the query uses a parameter in that way. */
  holds(use: Use): boolean {
    const node = this.nodeOf(use);
    if (use.value !== undefined) return this.#values(use, node).includes(use.value);
    if (node === undefined) return false;
    return use.except === undefined || this.#text(node) !== use.except;
  }

  /** How a use is written in a query: `aisort=timestamp`, or only the name. */
  useText(use: Use): string {
    return use.value === undefined ? this.nameOf(use) : `${this.nameOf(use)}=${use.value}`;
  }

  /** The name of a used parameter in the request. */
  nameOf(use: Use): string {
    return use.query ? use.parameter : this.name(use.parameter);
  }

  /**
   * Reports the rule as broken.
   *
   * @param name in the request
   * @param instead other code, wording and severity than the rule's
   * @param related the conflicting parameter
   */
  report(
    span: Span,
    name: string,
    args: Readonly<Record<string, string>>,
    related?: Span,
    instead?: { readonly code: string; readonly message: string; readonly severity?: 'error' },
  ): void {
    const { severity, undecidable } = this.#rule;
    const { code, message } = instead ?? this.#rule;
    this.check.report(
      instead?.severity ?? (undecidable ? 'warning' : severity),
      code.replace('{name}', name),
      span,
      { name, ...args },
      {
        message: `rule.${message}`,
        ...(code === 'deprecation' && { tags: ['deprecated'] as const }),
        ...(related && { related: { span: related, message: 'rule.related' } }),
      },
    );
  }

  /** The span of the value that names the rule's module. */
  get moduleSpan(): Span {
    return this.active.at?.span ?? { start: 0, end: 0 };
  }

  #text({ value }: ParameterNode): string {
    return value?.text ?? '';
  }

  /** The values in effect: those written, else the default. */
  #values(use: Use, node: ParameterNode | undefined): readonly string[] {
    const module = use.query ? this.check.model.catalogue.query : this.active.module;
    const parameter = module.parameter(use.parameter);
    if (parameter === undefined) return [];
    const fallback = parameter.default === undefined ? [] : String(parameter.default).split('|');
    if (node === undefined) return fallback;
    if (!parameter.multi) return [this.#text(node)];
    const values = node.value ? multipleValues(node.value).map(({ text }) => text) : [];
    const hasAllSpecifier = values.length === 1 && values[0] === parameter.allSpecifier;
    return hasAllSpecifier ? [...allowedSet(parameter)] : values;
  }
}
