/** Splits one query into its title, directives, variables and body. */
import { readDirectiveLine } from '#shared/base/queries/directive-line.ts';
import { type Span, type Token, trimmed } from '#shared/base/text/span.ts';

type LineKind = 'separator' | 'comment' | 'directive' | 'variable' | 'blank' | 'body';

export interface Line {
  readonly kind: LineKind;
  readonly start: number;
  /** Without the line's end. */
  readonly end: number;
}

/** A comment `# @key value`. */
export interface Directive {
  readonly span: Span;
  /** Without the `@`. */
  readonly key: Token;
  readonly value: Token;
}

/** A line `@name = value`. */
export interface VariableDefinition {
  readonly span: Span;
  /** Without the `@`. */
  readonly name: Token;
  readonly value: Token;
}

/** How a language's body is split into lines. Without a member, every line is one by itself, as in a wiki query. */
export interface BodySyntax {
  /**
   * The end of the body line that begins at `start`; after the line's end where a quoted text continues over several
   * lines.
   */
  bodyLineEnd?(text: string, start: number): number;
}

/** A query longer than this, in UTF-16 code units, is not read: no server takes it. */
export const maxQueryLength = 1_000_000;

interface Structure {
  readonly lines: readonly Line[];
  readonly directives: readonly Directive[];
  readonly variables: readonly VariableDefinition[];
  readonly body: Span | undefined;
}

/** One query, a header that is collected from elsewhere in a file, or all that follows as many queries as are read. */
type BlockRole = 'query' | 'header' | 'rest';

/**
 * One query with its title, directives and variables, from its `###` line to the next one. Immutable and without a position,
 * so that whatever is computed from it stays right while other queries of the file change.
 */
export class QueryBlock {
  readonly text: string;
  readonly role: BlockRole;
  readonly #syntax: BodySyntax;
  #structured: Structure | undefined;
  #starts: readonly number[] | undefined;

  constructor(text: string, syntax: BodySyntax = {}, role: BlockRole = 'query') {
    this.text = text;
    this.role = role;
    this.#syntax = syntax;
  }

  /** True where the block begins with a `###` line; else it is the file's header. */
  get separated(): boolean {
    return isSeparator(this.text);
  }
  /** Whether it is read: a query where it is short enough, and every header, as collecting has a limit of its own. */
  get isReadable(): boolean {
    return this.role === 'header' || (this.role === 'query' && this.text.length <= maxQueryLength);
  }
  get lines(): readonly Line[] {
    return this.#structure.lines;
  }
  /** The text after `###`; `undefined` where the block has no such line. */
  get title(): Token | undefined {
    const { text } = this;
    const [first] = this.lines;
    return first?.kind === 'separator'
      ? trimmed(text, text.indexOf(mark) + mark.length, first.end)
      : undefined;
  }
  get directives(): readonly Directive[] {
    return this.#structure.directives;
  }
  get variables(): readonly VariableDefinition[] {
    return this.#structure.variables;
  }
  /** From the first body line to the end of the last one; `undefined` = the block has none. */
  get body(): Span | undefined {
    return this.#structure.body;
  }
  /** How many lines begin in the block; a line end at its end begins one more. */
  get lineCount(): number {
    return countLines(this.text);
  }
  /** The offset at which each line begins; the first is 0. */
  get lineStarts(): readonly number[] {
    return (this.#starts ??= lineStartsOf(this.text));
  }

  get #structure(): Structure {
    return (this.#structured ??= this.isReadable
      ? structureOf(this.text, this.lineStarts, this.#syntax)
      : unreadStructure(this.text));
  }
}

/** The offset at which every line of a text begins; `\n`, `\r\n` and `\r` end a line. */
function lineStartsOf(text: string): number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** The number of lines of a text, counted without keeping where they begin. */
function countLines(text: string): number {
  if (text.includes('\r')) return lineStartsOf(text).length;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

const mark = '###';
/** A byte-order mark may come first. */
const isSeparator = (line: string): boolean => line.startsWith(mark) || line.startsWith(`\uFEFF${mark}`);
const variablePattern = /^\s*@([A-Za-z_][\w-]*)[^\S\r\n]*=/;
const identifierPattern = /^[A-Za-z_][\w-]*$/;

/** True for the name of a variable or a query: a letter or `_`, then letters, digits, `-` and `_`. */
export const isIdentifier = (text: string): boolean => identifierPattern.test(text);

function structureOf(text: string, starts: readonly number[], syntax: BodySyntax): Structure {
  const lines: Line[] = [];
  const directives: Directive[] = [];
  const variables: VariableDefinition[] = [];
  let body: { start: number; end: number } | undefined;
  let quotedUntil = 0;
  const lastEnd = text.trimEnd().length;

  for (let index = 0; index < starts.length; index++) {
    const start = starts[index]!;
    const end = contentEnd(text, start, starts[index + 1] ?? text.length);
    const isBody = start < quotedUntil || beginsWithWord(text, start);
    const line = isBody ? '' : text.slice(start, end);
    const kind = isBody ? 'body' : kindOf(line, index === 0);
    lines.push({ kind, start, end });
    if (kind === 'directive') directives.push(directiveOf(text, line, start, end));
    else if (kind === 'variable') variables.push(variableOf(text, line, start, end));
    else if (kind === 'body') {
      body = { start: body?.start ?? start, end };
      // No quoted text of the last line with content continues below it.
      if (start >= quotedUntil && end < lastEnd) quotedUntil = syntax.bodyLineEnd?.(text, start) ?? 0;
    }
  }
  return { lines, directives, variables, body };
}

/** A text that is not read has at most a title, and one line with all below it. */
function unreadStructure(text: string): Structure {
  const start = isSeparator(text) ? (/[\n\r]/.exec(text)?.index ?? text.length) : 0;
  const body = { start, end: text.length };
  return {
    lines: [
      ...(start > 0 ? [{ kind: 'separator' as const, start: 0, end: start }] : []),
      { kind: 'body', ...body },
    ],
    directives: [],
    variables: [],
    body,
  };
}

function contentEnd(text: string, start: number, next: number): number {
  let end = next;
  while (end > start && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--;
  return end;
}

/** True for a line that defines a variable, if it is not in quotes. */
export const isDefinition = (line: string): boolean => variablePattern.test(line);

/**
 * True where a line begins with a letter: it is part of the body, because lines of all other kinds begin with a blank
 * or a sign.
 */
export function beginsWithWord(text: string, start: number): boolean {
  const code = text.charCodeAt(start) | lowerCase;
  return code >= smallA && code <= smallZ;
}

const [lowerCase, smallA, smallZ] = [0x20, 0x61, 0x7a];

function kindOf(line: string, first: boolean): LineKind {
  const content = line.trimStart();
  if (content === '') return 'blank';
  if (first && isSeparator(line)) return 'separator';
  if (content.startsWith('//')) return 'comment';
  if (content.startsWith('#')) return readDirectiveLine(line) ? 'directive' : 'comment';
  return isDefinition(line) ? 'variable' : 'body';
}

function directiveOf(text: string, line: string, start: number, end: number): Directive {
  const { key, keyStart, valueStart } = readDirectiveLine(line)!;
  const from = start + keyStart;
  return {
    span: trimmed(text, start, end).span,
    key: { text: key, span: { start: from, end: from + key.length } },
    value: trimmed(text, start + valueStart, end),
  };
}

function variableOf(text: string, line: string, start: number, end: number): VariableDefinition {
  const match = variablePattern.exec(line)!;
  const name = match[1]!;
  const nameStart = start + line.indexOf('@') + 1;
  const value = trimmed(text, start + match[0].length, end);
  return {
    span: trimmed(text, start, end).span,
    name: { text: name, span: { start: nameStart, end: nameStart + name.length } },
    value,
  };
}
