import type { Fix, Problem } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlFixTitle, JqlMessage } from '../jql-messages.ts';

type MistakeCode =
  /** A field's name of several words without quotes. */
  | 'unquoted-name'
  /** A value of several words, or with a sign in it, without quotes. */
  | 'unquoted-value'
  /** `'it's'`. */
  | 'quote-inside'
  /** `("Open, "Closed")`. */
  | 'missing-quote'
  /** `status = Open or Done`. */
  | 'lone-value'
  /** `created > -7d and < -1d`. */
  | 'missing-field'
  /** `assignee or reporter = anna`. */
  | 'missing-condition'
  /** `status = Open, Done`. */
  | 'values-without-list'
  /** `in Open, Done)`. */
  | 'unopened-list'
  /** `[Open, Done]`. */
  | 'list-brackets'
  /** A comma or a semicolon where something else separates. */
  | 'separator'
  /** `isn't`. */
  | 'short-form'
  /** `adn`. */
  | 'misspelled-keyword'
  /** `status: Open`. */
  | 'colon';

/** A fix whose title is in the table. */
export interface MistakeFix extends Fix {
  readonly title: JqlFixTitle;
}

/** A mistake that the grammar would report at other places and in other words. */
export interface Mistake {
  readonly code: MistakeCode;
  /** The key of its wording; absent = the code. */
  readonly message?: JqlMessage;
  readonly span: Span;
  readonly arguments: Problem['arguments'];
  /** Syntax errors in this span are consequences of the mistake. */
  readonly covers: Span;
  /** The offsets of parentheses before it that appear unclosed because of the mistake; absent = none. */
  readonly opens?: readonly number[];
  /** The likeliest first. */
  readonly fixes: readonly MistakeFix[];
}
