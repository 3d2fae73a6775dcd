import type { MappedText } from '#shared/base/text/mapped-text.ts';
import type { Span, Token } from '#shared/base/text/span.ts';

/** A wiki query as written: its parameters in order, each with its places in the block. */
export interface WikiQuery {
  readonly form: 'lines' | 'url';
  /** The address before the `?` of a query written as a URL. */
  readonly address?: Token;
  readonly parameters: readonly ParameterNode[];
  /** Each `&amp;` that separates parameters of a URL. */
  readonly entities?: readonly Span[];
}

/** `name=value` or a bare `name`. */
export interface ParameterNode {
  /** From the name to the end of the value, over continuation lines. */
  readonly span: Span;
  readonly name: Token;
  /** The `=`; absent = a bare name. */
  readonly equals?: Span;
  /**
   * The value as the wiki reads it, with variables replaced; absent for a bare name. An empty value is right after
   * its `=`.
   */
  readonly value?: MappedText;
}

/** One value of a list. */
export interface ValueNode {
  /** As the wiki reads it, spaces included. */
  readonly text: string;
  /** In the parameter's mapped text. */
  readonly start: number;
  readonly end: number;
  readonly span: Span;
}

/**
 * The name under which a wiki finds a parameter: PHP drops the spaces before it, and what follows a NUL in it
 * (main/php_variables.c, `php_register_variable_ex`).
 */
export function receivedName(sent: string): string {
  const [name = ''] = sent.split('\0', 1);
  return name.replace(/^ +/, '');
}
