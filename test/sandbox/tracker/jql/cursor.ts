import { type MessageId, JqlSyntaxError } from './errors.ts';
import reserved from './reserved.json' with { type: 'json' };
import { type Token, tokensOf } from './tokens.ts';

const reservedWords = new Set(reserved.words);
const keywords = new Set(reserved.keywords);

/** A place among the tokens of a query, and what can be taken from there. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #next = 0;
  /** @throws JqlSyntaxError */
  constructor(jql: string) {
    this.#tokens = tokensOf(jql);
  }

  get token(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: 0 };
  }

  /** @throws JqlSyntaxError always: about a reserved word, the token that is here, or the end */
  fail(id: MessageId, expected = ''): never {
    const { kind, text, at } = this.token;
    const isReserved = kind === 'word' && reservedWords.has(text.toLowerCase());
    if (isReserved) throw new JqlSyntaxError('reservedWord', [text], at);
    if (kind !== 'end') throw new JqlSyntaxError(id, [text, expected], at);
    throw new JqlSyntaxError(atEnd[id] ?? id, [text, expected]);
  }

  isWord(word: string): boolean {
    return this.token.kind === 'word' && this.token.text.toLowerCase() === word;
  }

  takeWord(word: string): boolean {
    const found = this.isWord(word);
    if (found) this.#next++;
    return found;
  }

  takeSign(...signs: string[]): boolean {
    const found = this.token.kind === 'sign' && signs.includes(this.token.text);
    if (found) this.#next++;
    return found;
  }

  /** Takes a sign that must be here. @throws JqlSyntaxError */
  close(sign: string): void {
    if (!this.takeSign(sign)) this.fail('expectedToken', sign);
  }

  /** A name or a value: quoted, or neither reserved nor a keyword. `undefined` = something else is here. */
  takeName(): Token | undefined {
    const token = this.token;
    const word = token.text.toLowerCase();
    const fits =
      token.kind === 'string' || (token.kind === 'word' && !reservedWords.has(word) && !keywords.has(word));
    if (!fits) return undefined;
    this.#next++;
    return token;
  }
}

/** Messages for an unexpected end of the query, by the message elsewhere. */
const atEnd: Partial<Record<MessageId, MessageId>> = {
  expectedOperator: 'expectedOperatorAtEnd',
  expectedOperand: 'expectedOperandAtEnd',
  expectedField: 'expectedFieldAtEnd',
  expectedToken: 'expectedTokenAtEnd',
};
