/** Languages that are read by their strings alone: JQL by the name beside it or by its shape, wiki queries by their address or as names and values. */
import data from '../../../../catalogue/embedded/string-hosts.json' with { type: 'json' };
import shapes from '../../../../catalogue/embedded/shapes.json' with { type: 'json' };
import { maxCodeLength } from '#shared/base/queries/embedded-hosts.ts';
import type { Span } from '#shared/base/text/span.ts';
import { findQueries, isJqlName } from '../../find-queries.ts';
import { PlaceholderNames } from '../../placeholder-names.ts';
import type { HostLanguage } from '../host-language.ts';
import type { HostNode, HostText, HostValue } from '../host-value.ts';
import { plainText, TextReader } from '../read-text.ts';
import { jsonIn } from '../json-source.ts';
import { deepest } from '../tree.ts';
import { pairMaps } from './pair-maps.ts';
import {
  closing,
  codeReader,
  type CodeToken,
  opening,
  type StringLanguage,
  type StringToken,
} from './string-tokens.ts';

/** A language that is read by its strings. */
interface StringHost extends StringLanguage {
  /** Calls and options that expect JQL, beside those of every language. */
  readonly calls?: readonly string[];
  /** The sign that joins strings; absent = `+`. */
  readonly join?: string;
  /** Adjacent strings are joined. */
  readonly adjacent?: boolean;
  /** The sign between a name and its value in a map, beside those of every language. */
  readonly pair?: string;
}

/** The ids that LSP has for the languages. */
export type StringHostId = keyof typeof data;

/** The languages that are read by their strings alone, by their ids. */
export const stringHosts: Readonly<Record<StringHostId, HostLanguage>> = {
  java: hostOf(data.java),
  kotlin: hostOf(data.kotlin),
  csharp: hostOf(data.csharp),
  go: hostOf(data.go),
  ruby: hostOf(data.ruby),
  rust: hostOf(data.rust),
  swift: hostOf(data.swift),
  groovy: hostOf(data.groovy),
  powershell: hostOf(data.powershell),
  perl: hostOf(data.perl),
  dotenv: hostOf(data.dotenv),
};

function hostOf(language: StringHost): HostLanguage {
  let read: ReturnType<typeof codeReader> | undefined;
  return {
    longest: maxCodeLength,
    queries(source) {
      if (source.length > maxCodeLength) return [];
      read ??= codeReader(language);
      const names = new PlaceholderNames();
      const code = new Code(language, { source, tokens: read(source) }, new TextReader(source, names));
      return findQueries({ nodes: code.nodes(), names }, source);
    },
  };
}

/** Calls that return a text much like their first argument. */
const formatting: ReadonlySet<string> = new Set(shapes.formatCalls);
/** Methods that return a text much like the one they are called on. */
const harmless: ReadonlySet<string> = new Set(shapes.harmlessMethods);
const jqlCalls: ReadonlySet<string> = new Set(shapes.jqlCalls);

const ends: ReadonlySet<string> = new Set([',', ';', ':', '?', '=>', '->']);
const assigns: ReadonlySet<string> = new Set(['=', ':=', '?=', '|=']);
const appends: ReadonlySet<string> = new Set(['+=', '.=']);

/** The tokens in front of a value that is one of several. */
const choices: ReadonlySet<string> = new Set(['?', ':', 'else', ')']);

/** The marks of variables, annotations and options. */
const marks = /^[$@%-]+/;

/** Tokens that are looked at around a string. */
const maxTokensAround = 200;
/** Tokens of an assignment in front of its value: `private static final String JQL =`. */
const maxAssignmentTokens = 16;
/** A parameter in a query of another language, as in JPQL: `:name`. */
const boundParameter = /[=<>(]\s{0,5}:[A-Za-z]|\s(?:like|in)\s{1,5}:[A-Za-z]/i;

/** A string, or strings that are joined. */
interface Expression {
  /** The index of its first token. */
  readonly first: number;
  /** The indexes of its strings. */
  readonly strings: readonly number[];
  readonly value: HostText;
}

class Code {
  readonly #source: string;
  readonly #tokens: readonly CodeToken[];
  readonly #texts: TextReader;
  readonly #calls: ReadonlySet<string>;
  readonly #join: string;
  readonly #isAdjacent: boolean;
  readonly #pair: string | undefined;

  constructor(
    { calls = [], join = '+', adjacent = false, pair }: StringHost,
    { source, tokens }: { readonly source: string; readonly tokens: readonly CodeToken[] },
    texts: TextReader,
  ) {
    this.#source = source;
    this.#tokens = tokens;
    this.#texts = texts;
    this.#calls = new Set([...jqlCalls, ...calls]);
    this.#join = join;
    this.#isAdjacent = adjacent;
    this.#pair = pair;
  }

  *nodes(): Generator<HostNode> {
    const joined = new Set<number>();
    for (const [index, token] of this.#tokens.entries()) {
      if (token.kind === 'name') yield* this.#passed(index);
      if (token.kind !== 'string' || joined.has(index)) continue;
      const expression = this.#expression(index, token);
      if (expression === undefined) continue;
      const { first, value, strings } = expression;
      for (const string of strings) joined.add(string);
      if (!boundParameter.test(value.text.text)) {
        for (const name of this.#namesOf(first, index)) yield { kind: 'named', name, value };
      }
      // The parameters of an annotated method belong to the address: `@GET("…") get(@Query("prop") prop)`.
      const isOpen = this.#textAt(first - 1) === '(' && this.#calleeOf(first - 1).startsWith('@');
      yield* jsonIn(value);
      yield { kind: 'text', text: value, isOpen };
    }
    yield* pairMaps({
      tokens: this.#tokens,
      pair: this.#pair,
      textAt: index => this.#textAt(index),
      keyAt: index => this.#keyAt(index),
      afterKey: index => this.#afterMethods(index + 1) ?? index + 1,
      valueOf: (first, end) => this.#valueOf(first, end),
    });
  }

  #keyAt(index: number): HostText {
    const token = this.#tokens[index]!;
    if (token.kind === 'string') return this.#text(token);
    return { kind: 'text', span: token.span, text: this.#texts.content(token.span, {}), segments: [] };
  }

  /** The value that tokens have, the last of them before `end`. */
  #valueOf(first: number, end: number): HostValue {
    const token = this.#tokens[first]!;
    const text = this.#textAt(first);
    if (end === first + 1 && /^\d+$/.test(text)) return { kind: 'word', span: token.span, text };
    const value = token.kind === 'string' ? this.#expression(first, token)?.value : undefined;
    return value?.span.end === this.#tokens[end - 1]!.span.end ? value : this.#unknown(first, end);
  }

  /** The variables that a call passes as JQL: `searchIssues(query, …)`. */
  *#passed(index: number): Generator<HostNode> {
    if (this.#textAt(index + 1) !== '(' || !this.#isCallBefore(index + 1)) return;
    for (let at = index + 2; at < index + 8; at += 2) {
      const [argument, after] = [this.#tokens[at], this.#textAt(at + 1)];
      if (argument?.kind !== 'name' || (after !== ',' && after !== ')')) return;
      yield { kind: 'named', name: 'jql', value: { kind: 'unknown', span: argument.span } };
      if (after === ')') return;
    }
  }

  readonly #isCall = (name: string): boolean => this.#calls.has(name);

  /** Whether a call is one that expects JQL by its name, or by its object and name: `Issues.search(…)`. */
  #isCallBefore(bracket: number): boolean {
    const index = this.#calleeIndex(bracket);
    const callee = this.#calleeOf(bracket);
    return this.#isCall(callee) || this.#isCall(`${this.#textAt(index - 2)}.${callee}`);
  }

  /** A token as it is written; '' = missing. */
  #textAt(index: number): string {
    const span = this.#tokens[index]?.span;
    return span === undefined ? '' : this.#source.slice(span.start, span.end);
  }

  #isJoin(index: number): boolean {
    return this.#tokens[index]?.kind === 'sign' && this.#textAt(index) === this.#join;
  }

  /** Reads the strings and computed parts that are joined; `undefined` = the code changes the text. */
  #expression(index: number, token: StringToken): Expression | undefined {
    const isJoined = index > 1 && this.#isJoin(index - 1);
    const first = isJoined ? this.#operandStart(index - 2) : index;
    const values: HostValue[] = isJoined ? [this.#unknown(first, index - 1)] : [];
    values.push(this.#text(token));
    const strings = [index];
    let end = this.#afterMethods(index + 1);
    while (end !== undefined) {
      const next = this.#tokens[end];
      if (this.#isAdjacent && this.#textAt(end) === '\\') end++;
      else if (this.#isAdjacent && next?.kind === 'string') {
        values.push(this.#text(next));
        strings.push(end++);
      } else if (this.#isJoin(end)) {
        const operand = this.#tokens[end + 1];
        const isString = operand?.kind === 'string';
        const after = isString ? end + 2 : this.#operandEnd(end + 1);
        values.push(isString ? this.#text(operand) : this.#unknown(end + 1, after));
        if (isString) strings.push(end + 1);
        end = isString ? this.#afterMethods(after) : after;
      } else break;
    }
    if (end === undefined) return undefined;
    const span = {
      start: this.#tokens[first]!.span.start,
      end: Math.max(this.#tokens[end - 1]?.span.end ?? this.#source.length, token.content.end),
    };
    const value = this.#texts.joined(span, values);
    return value && { first, strings, value };
  }

  #text({ span, content, escape, inserts, encode }: StringToken): HostText {
    const whole = { start: span.start, end: Math.max(span.end, content.end) };
    const reading = { ...(escape && { escape }), placeholders: inserts };
    return this.#texts.literal(whole, content, reading, encode);
  }

  #unknown(first: number, end: number): HostValue {
    const span: Span = {
      start: this.#tokens[first]?.span.start ?? this.#source.length,
      end: this.#tokens[Math.max(first, end - 1)]?.span.end ?? this.#source.length,
    };
    return { kind: 'unknown', span };
  }

  /** The index after the methods that are called on a string; `undefined` = one changes the text. */
  #afterMethods(index: number): number | undefined {
    let at = index;
    while (this.#join !== '.' && this.#textAt(at) === '.' && this.#tokens[at + 1]?.kind === 'name') {
      if (!harmless.has(this.#textAt(at + 1))) return undefined;
      at = this.#textAt(at + 2) === '(' ? this.#afterBracket(at + 2) : at + 2;
    }
    return at;
  }

  /** The index after a bracket and all that is in it, as far as it is looked at. */
  #afterBracket(index: number): number {
    const end = Math.min(this.#tokens.length, index + maxTokensAround);
    let depth = 0;
    for (let at = index; at < end; at++) {
      if (opening.has(this.#textAt(at))) depth++;
      else if (closing.has(this.#textAt(at))) depth--;
      if (depth === 0) return at + 1;
    }
    return end;
  }

  /** The index after a computed part that begins at another one. */
  #operandEnd(index: number): number {
    let at = index;
    while (at < Math.min(this.#tokens.length, index + maxTokensAround)) {
      const text = this.#textAt(at);
      if (opening.has(text)) {
        at = this.#afterBracket(at);
        continue;
      }
      const isNextLine = at > index && this.#tokens[at]!.isFirst && text !== '.' && !this.#isJoin(at);
      if (closing.has(text) || ends.has(text) || isNextLine || (at > index && this.#isJoin(at))) break;
      at++;
    }
    return Math.max(at, index + 1);
  }

  /** The index of the first token of a computed part that ends with another one. */
  #operandStart(index: number): number {
    let depth = 0;
    let at = index;
    for (; at > Math.max(0, index - maxTokensAround); at--) {
      const text = this.#textAt(at);
      if (closing.has(text)) depth++;
      else if (opening.has(text)) depth--;
      const isEnd = ends.has(text) || assigns.has(text) || appends.has(text) || text === 'return';
      if (depth < 0 || (depth === 0 && isEnd)) return at + 1;
      if (depth === 0 && this.#tokens[at]!.isFirst && !this.#isJoin(at) && !this.#isJoin(at - 1)) return at;
    }
    return at;
  }

  /**
   * Returns the names of what a value is given to: variables, parameters, properties, calls, options.
   *
   * @param index the token of the first string, `first` that of the value
   */
  #namesOf(first: number, index: number, depth = 0): readonly string[] {
    if (depth > deepest) return [];
    const before = first - 1;
    const token = this.#tokens[before];
    const text = this.#textAt(before);
    if (token?.kind === 'name' && text !== 'else') {
      if (text === 'to') return [this.#nameAt(before - 1)];
      if (formatting.has(text)) return this.#namesOf(before, index, depth + 1);
      const isBeside = text !== 'return' && !this.#tokens[first]!.isFirst;
      return isBeside ? this.#namesOfCall(text) : [];
    }
    if (assigns.has(text)) return this.#assignedNames(before - 1);
    const choice = this.#choiceStart(before);
    if (choice !== undefined) return this.#assignedNames(choice - 1);
    if (text === ':' || text === '=>') return [this.#nameAt(before - 1)];
    if (text === '(') return this.#namesOfBracket(before, index, depth);
    if (text === '{') return this.#namesOfBlock(before);
    if (text !== ',') return [];
    const pair = this.#nameAt(before - 1);
    if (this.#tokens[before - 1]?.kind === 'string' && isJqlName(pair)) return [pair];
    const bracket = this.#bracketAround(before);
    if (bracket === undefined) return [];
    return this.#isCallBefore(bracket) ? ['jql'] : this.#namesOfCall(this.#calleeOf(bracket));
  }

  /** The name that a block defines, as in the tests of Ruby: `let(:jql) { "…" }`. */
  #namesOfBlock(brace: number): readonly string[] {
    const bracket = this.#textAt(brace - 3) === ':' ? brace - 4 : brace - 3;
    const isDefined = this.#textAt(brace - 1) === ')' && this.#textAt(bracket) === '(';
    return isDefined && this.#calleeOf(bracket) === 'let' ? [this.#nameAt(brace - 2)] : [];
  }

  /** The index of the assignment whose value is a choice that a token is a part of: `= a ? "…" : "…"`, `= if (a) "…"`. */
  #choiceStart(index: number): number | undefined {
    if (!choices.has(this.#textAt(index))) return undefined;
    let depth = 0;
    let isChoice = false;
    for (let at = index; at > Math.max(0, index - maxTokensAround); at--) {
      const text = this.#textAt(at);
      if (closing.has(text)) depth++;
      else if (opening.has(text)) depth--;
      if (depth < 0 || text === ';') return undefined;
      if (depth > 0) continue;
      isChoice ||= text === '?' || text === 'if';
      if (assigns.has(text)) return isChoice ? at : undefined;
    }
    return undefined;
  }

  #namesOfCall(callee: string): readonly string[] {
    return this.#isCall(callee) ? ['jql'] : [callee.replace(marks, '')];
  }

  #namesOfBracket(bracket: number, index: number, depth: number): readonly string[] {
    const callee = this.#calleeOf(bracket);
    if (this.#isCallBefore(bracket)) return ['jql'];
    if (callee !== '' && !formatting.has(callee)) return this.#namesOfCall(callee);
    let first = callee === '' ? bracket : this.#calleeIndex(bracket);
    while (/^(?:[.&]|::|new|await|return)$/.test(this.#textAt(first - 1)))
      first -= /^(?:\.|::)$/.test(this.#textAt(first - 1)) ? 2 : 1;
    const isOfAddress = this.#isJoin(first - 1) && /jql=["'`]$/.test(this.#textAt(first - 2));
    return isOfAddress ? ['jql'] : this.#namesOf(first, index, depth + 1);
  }

  /** The index of the name in front of a bracket; macros have a `!` between. */
  #calleeIndex(bracket: number): number {
    return this.#textAt(bracket - 1) === '!' ? bracket - 2 : bracket - 1;
  }

  #calleeOf(bracket: number): string {
    const index = this.#calleeIndex(bracket);
    return this.#tokens[index]?.kind === 'name' ? this.#textAt(index) : '';
  }

  /** The index of the bracket that holds a token. */
  #bracketAround(index: number): number | undefined {
    let depth = 0;
    for (let at = index; at > Math.max(0, index - maxTokensAround); at--) {
      const text = this.#textAt(at);
      if (closing.has(text)) depth++;
      else if (opening.has(text)) depth--;
      if (depth < 0) return text === '(' ? at : undefined;
    }
    return undefined;
  }

  /** A name, or what a string that is a name says, without what marks variables and options. */
  #nameAt(index: number): string {
    const token = this.#tokens[index];
    if (token?.kind === 'string') return plainText(this.#text(token)) ?? '';
    return token?.kind === 'name' ? this.#textAt(index).replace(marks, '') : '';
  }

  /** The names in front of an assignment: `String jql`, `jql: &str`, `params["jql"]`. */
  #assignedNames(index: number): readonly string[] {
    const names: string[] = [];
    for (let at = index; at > index - maxAssignmentTokens && at >= 0; at--) {
      const text = this.#textAt(at);
      if (text === ';' || text === ',' || opening.has(text.replace('[', ''))) break;
      const name = this.#nameAt(at);
      if (name !== '') names.push(name);
      if (this.#tokens[at]!.isFirst) break;
    }
    return names;
  }
}
