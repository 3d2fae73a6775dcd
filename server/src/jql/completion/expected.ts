/** Determines what the grammar expects after the tokens before the cursor. */
import { type OperatorName, operatorShapes } from '../syntax/operators.ts';
import { unescaped } from '../syntax/escapes.ts';
import { isOperatorSign, isPredicate, TokenKind } from '../syntax/token-kinds.ts';

/** The kind of syntax that is possible at a place of a query, determined by the text before it. */
export type Expecting =
  /** A clause; at the very beginning also `order by`. */
  | { readonly kind: 'clause'; readonly first: boolean }
  | { readonly kind: 'operator'; readonly field: string }
  /** After `field not`. */
  | { readonly kind: 'in'; readonly field: string }
  | { readonly kind: 'is'; readonly field: string; readonly not: boolean }
  /** After `was` or `was not`: more of the operator, or its operand. */
  | { readonly kind: 'was'; readonly field: string; readonly not: boolean }
  | { readonly kind: 'operand'; readonly field: string; readonly operator: OperatorName }
  /** A list in parentheses, or a function that returns one. */
  | { readonly kind: 'list'; readonly field: string; readonly operator: OperatorName }
  /** In parentheses; after a history predicate its name, in capitals. */
  | {
      readonly kind: 'item';
      readonly field: string;
      readonly operator: OperatorName;
      readonly predicate?: string;
    }
  | { readonly kind: 'after-item' }
  | { readonly kind: 'argument'; readonly name: string; readonly index: number }
  | { readonly kind: 'after-argument'; readonly name: string; readonly index: number }
  | {
      readonly kind: 'predicate';
      readonly field: string;
      readonly operator: OperatorName;
      readonly predicate: string;
    }
  /** After a term with `operator`; inside a group it can be closed. */
  | {
      readonly kind: 'after-term';
      readonly field: string;
      readonly operator?: OperatorName;
      readonly inGroup: boolean;
    }
  /** In the brackets of `cf[`. */
  | { readonly kind: 'number' }
  | { readonly kind: 'by' }
  | { readonly kind: 'sort' }
  | { readonly kind: 'after-sort'; readonly directed: boolean }
  /** In brackets after a field's name, or after a mistake. */
  | { readonly kind: 'nowhere' };

/** A token before the place. */
export interface PrecedingToken {
  readonly kind: TokenKind;
  readonly text: string;
}

type Frame =
  | { readonly kind: 'group' }
  | {
      readonly kind: 'list';
      readonly field: string;
      readonly operator: OperatorName;
      readonly predicate?: string;
      readonly next: Expecting;
    }
  | { readonly kind: 'call'; readonly name: string; readonly next: Expecting };

/** Brackets that are open, and what may follow them. */
interface Brackets {
  readonly next: Expecting;
  /** True where they contain a custom field's number, not a path. */
  readonly ofNumber: boolean;
  readonly number?: string;
}

const nowhere: Expecting = { kind: 'nowhere' };

/**
 * Returns what can follow the tokens before a place, comments excluded. It reads the grammar on its own, as a place
 * can expect things that no tree contains; `test/property/jql-completion.test.ts` proves that it accepts the same
 * texts as the parser, except in the brackets of names.
 */
export function expectingAfter(tokens: readonly PrecedingToken[]): Expecting {
  const walk = new GrammarWalk();
  for (const token of tokens) walk.step(token);
  return walk.expecting;
}

class GrammarWalk {
  expecting: Expecting = { kind: 'clause', first: true };
  readonly #frames: Frame[] = [];
  /**
   * A word that is a value, or the name of a function if a parenthesis follows; and what follows the function then.
   */
  #word: { readonly name: string; readonly next: Expecting } | undefined;
  #inBrackets: Brackets | undefined;

  step(token: PrecedingToken): void {
    if (this.#inBrackets) {
      this.expecting = this.#within(token, this.#inBrackets);
      return;
    }
    const word = this.#word;
    this.#word = undefined;
    if (word && token.kind === TokenKind.Open) {
      this.#frames.push({ kind: 'call', ...word });
      this.expecting = { kind: 'argument', name: word.name, index: 0 };
      return;
    }
    this.expecting = this.#after(token);
  }

  #after(token: PrecedingToken): Expecting {
    const { expecting } = this;
    const { kind } = token;
    switch (expecting.kind) {
      case 'clause':
        return this.#clause(token, expecting.first);
      case 'operator':
        return this.#operator(token, expecting.field);
      case 'in':
        return kind === TokenKind.In ? { kind: 'list', field: expecting.field, operator: 'not in' } : nowhere;
      case 'is':
        if (kind === TokenKind.Not && !expecting.not) return { ...expecting, not: true };
        return kind === TokenKind.Empty ? this.#term(expecting.field) : nowhere;
      case 'was': {
        const { field, not } = expecting;
        if (kind === TokenKind.Not && !not) return { ...expecting, not: true };
        if (kind === TokenKind.In) return { kind: 'list', field, operator: not ? 'was not in' : 'was in' };
        return this.#operand(token, this.#term(field, not ? 'was not' : 'was'));
      }
      case 'operand':
        if (kind === TokenKind.Empty && !operatorShapes[expecting.operator].operands.includes('empty'))
          return nowhere;
        return this.#operand(token, this.#term(expecting.field, expecting.operator));
      case 'list': {
        const { field, operator } = expecting;
        const then = this.#term(field, operator);
        if (kind === TokenKind.Open) return this.#list(field, operator, then);
        return isWord(kind) ? this.#value(token, then, nowhere) : nowhere;
      }
      case 'item': {
        const then: Expecting = { kind: 'after-item' };
        const { field, operator, predicate } = expecting;
        return kind === TokenKind.Open
          ? this.#list(field, operator, then, predicate)
          : this.#operand(token, then);
      }
      case 'after-item':
      case 'after-argument':
        return this.#afterValue(token, expecting);
      case 'argument':
        if (isWord(kind)) return { kind: 'after-argument', name: expecting.name, index: expecting.index };
        return kind === TokenKind.Close && expecting.index === 0 ? this.#close() : nowhere;
      case 'predicate': {
        const { field, operator, predicate } = expecting;
        const then = this.#term(field, operator);
        return kind === TokenKind.Open
          ? this.#list(field, operator, then, predicate)
          : this.#operand(token, then);
      }
      case 'after-term':
        return this.#afterTerm(token, expecting.field, expecting.operator);
      case 'by':
        return kind === TokenKind.By ? { kind: 'sort' } : nowhere;
      case 'sort':
        if (kind === TokenKind.CustomField)
          return this.#brackets({ kind: 'after-sort', directed: false }, true);
        return isWord(kind) ? { kind: 'after-sort', directed: false } : nowhere;
      case 'after-sort':
        if (kind === TokenKind.Comma) return { kind: 'sort' };
        if (expecting.directed) return nowhere;
        if (kind === TokenKind.OpenBracket) return this.#brackets(expecting);
        return kind === TokenKind.Asc || kind === TokenKind.Desc
          ? { kind: 'after-sort', directed: true }
          : nowhere;
      case 'number':
      case 'nowhere':
        return nowhere;
    }
  }

  #clause(token: PrecedingToken, first: boolean): Expecting {
    const { kind } = token;
    if (kind === TokenKind.Not || kind === TokenKind.Bang) return { kind: 'clause', first: false };
    if (kind === TokenKind.Open) {
      this.#frames.push({ kind: 'group' });
      return { kind: 'clause', first: false };
    }
    if (kind === TokenKind.Order && first) return { kind: 'by' };
    if (kind === TokenKind.CustomField) return this.#brackets({ kind: 'operator', field: '' }, true);
    return isWord(kind) ? { kind: 'operator', field: textOf(token) } : nowhere;
  }

  #operator({ kind, text }: PrecedingToken, field: string): Expecting {
    if (kind === TokenKind.OpenBracket) return this.#brackets({ kind: 'operator', field });
    if (isOperatorSign(kind)) return { kind: 'operand', field, operator: operatorNamed(text) };
    if (kind === TokenKind.In) return { kind: 'list', field, operator: 'in' };
    if (kind === TokenKind.Not) return { kind: 'in', field };
    if (kind === TokenKind.Is) return { kind: 'is', field, not: false };
    if (kind === TokenKind.Was) return { kind: 'was', field, not: false };
    if (kind === TokenKind.Changed) return this.#term(field, 'changed');
    return isWord(kind) && text.startsWith('.') ? { kind: 'operator', field } : nowhere;
  }

  #operand(token: PrecedingToken, then: Expecting): Expecting {
    if (token.kind === TokenKind.Empty) return then;
    return isWord(token.kind) ? this.#value(token, then, then) : nowhere;
  }

  /** Reads a value, or the name of a function, with what can follow each. */
  #value(token: PrecedingToken, afterCall: Expecting, afterValue: Expecting): Expecting {
    this.#word = { name: textOf(token), next: afterCall };
    return afterValue;
  }

  #list(field: string, operator: OperatorName, next: Expecting, predicate?: string): Expecting {
    const list = { field, operator, ...(predicate !== undefined && { predicate }) };
    this.#frames.push({ kind: 'list', ...list, next });
    return { kind: 'item', ...list };
  }

  #afterValue({ kind }: PrecedingToken, expecting: Expecting): Expecting {
    if (kind === TokenKind.Close) return this.#close();
    if (kind !== TokenKind.Comma) return nowhere;
    if (expecting.kind === 'after-argument')
      return { kind: 'argument', name: expecting.name, index: expecting.index + 1 };
    const frame = this.#frames.at(-1);
    if (frame?.kind !== 'list') return nowhere;
    const { next: _, ...list } = frame;
    return { ...list, kind: 'item' };
  }

  #afterTerm(token: PrecedingToken, field: string, operator: OperatorName | undefined): Expecting {
    const { kind } = token;
    if (kind === TokenKind.And || kind === TokenKind.Or) return { kind: 'clause', first: false };
    if (kind === TokenKind.Order && this.#frames.length === 0) return { kind: 'by' };
    if (kind === TokenKind.Close) return this.#close();
    const takesIt = operator !== undefined && takesPredicate(operator, token.text);
    if (isPredicate(kind) && takesIt)
      return { kind: 'predicate', field, operator, predicate: token.text.toUpperCase() };
    return nowhere;
  }

  #close(): Expecting {
    const frame = this.#frames.pop();
    if (frame === undefined) return nowhere;
    return frame.kind === 'group' ? this.#term('') : frame.next;
  }

  #term(field: string, operator?: OperatorName): Expecting {
    const inGroup = this.#frames.length > 0;
    return { kind: 'after-term', field, ...(operator !== undefined && { operator }), inGroup };
  }

  #brackets(next: Expecting, ofNumber = false): Expecting {
    this.#inBrackets = { next, ofNumber };
    return nowhere;
  }

  #within({ kind, text }: PrecedingToken, brackets: Brackets): Expecting {
    const { next, ofNumber, number } = brackets;
    if (kind === TokenKind.CloseBracket) {
      this.#inBrackets = undefined;
      return next.kind === 'operator' && number !== undefined ? { ...next, field: `cf[${number}]` } : next;
    }
    if (ofNumber && kind === TokenKind.OpenBracket) return { kind: 'number' };
    if (ofNumber && kind === TokenKind.Number) this.#inBrackets = { ...brackets, number: text };
    return nowhere;
  }
}

const takesPredicate = (operator: OperatorName, text: string): boolean =>
  operatorShapes[operator].predicates.some(name => name === text.toLowerCase());

const isWord = (kind: TokenKind): boolean =>
  kind === TokenKind.Word ||
  kind === TokenKind.Quoted ||
  kind === TokenKind.Number ||
  kind === TokenKind.NegativeNumber;

const signs: Readonly<Record<string, OperatorName>> = {
  '=': '=',
  '!=': '!=',
  '~': '~',
  '!~': '!~',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
};
const operatorNamed = (text: string): OperatorName => signs[text] ?? '=';

/** Returns a name or a value as the tracker reads it. */
function textOf({ kind, text }: PrecedingToken): string {
  if (kind !== TokenKind.Quoted) return unescaped(text);
  const isClosed = text.length > 1 && text.endsWith(text[0]!);
  return unescaped(text.slice(1, isClosed ? -1 : undefined));
}
