import { JqlSyntaxError } from './errors.ts';

/** A piece of a query. `text` is what the piece means: without quotes, with escapes resolved. */
export interface Token {
  readonly kind: 'word' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const signs = [
  '&&',
  '||',
  '!=',
  '!~',
  '>=',
  '<=',
  '(',
  ')',
  ',',
  '[',
  ']',
  '!',
  '<',
  '>',
  '=',
  '~',
  '&',
  '|',
];
const reserved = '{}*/%+^$#@?;';
const escapes: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
  ' ': ' ',
};
const blank = /[ \t\r\n]/u;
const control = /[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF\uFFFE\uFFFF]/u;

const unicodeEscape = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Splits a query; the last token is its end. @throws JqlSyntaxError */
export function tokensOf(jql: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  const escaped = (): string => {
    const letter = jql[at + 1] ?? '';
    if (letter === 'u' && /^[0-9a-f]{4}$/iu.test(jql.slice(at + 2, at + 6))) {
      at += 6;
      return String.fromCharCode(Number.parseInt(jql.slice(at - 4, at), 16));
    }
    const meant = escapes[letter];
    if (meant === undefined) throw new JqlSyntaxError('illegalEscape', [`\\${letter}`], at);
    at += 2;
    return meant;
  };

  const checked = (character: string): string => {
    if (control.test(character))
      throw new JqlSyntaxError('illegalChar', [character, unicodeEscape(character)], at);
    return character;
  };

  const quoted = (quote: string): Token => {
    const start = at++;
    let text = '';
    while (jql[at] !== quote) {
      const character = jql[at];
      if (character === undefined) throw new JqlSyntaxError('unclosedString', [text], start);
      if (character === '\\') text += escaped();
      else {
        text += checked(character);
        at++;
      }
    }
    at++;
    return { kind: 'string', text, at: start };
  };

  const word = (): Token => {
    const start = at;
    let text = '';
    for (let character = jql[at]; character !== undefined; character = jql[at]) {
      if (character === '\\') text += escaped();
      else if (blank.test(character) || signs.includes(character) || `${reserved}"'`.includes(character))
        break;
      else {
        text += checked(character);
        at++;
      }
    }
    return { kind: 'word', text, at: start };
  };

  while (at < jql.length) {
    const character = jql[at] ?? '';
    const sign = signs.find(one => jql.startsWith(one, at));
    if (blank.test(character)) at++;
    else if (sign !== undefined) {
      tokens.push({ kind: 'sign', text: sign, at });
      at += sign.length;
    } else if (character === '"' || character === "'") tokens.push(quoted(character));
    else if (reserved.includes(character))
      throw new JqlSyntaxError('reservedChar', [character, unicodeEscape(character)], at);
    else tokens.push(word());
  }
  return [...tokens, { kind: 'end', text: '', at }];
}
