/** Finds directives, variables and comments in the notation of other formats. */
import type { Span } from '#shared/base/text/span.ts';
import { knownDirective } from '../../query-file/directives.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';

/** A part of a query file in the notation of another format, and its correction. */
export interface FileMistake {
  readonly kind: 'directive' | 'variable' | 'comment';
  readonly span: Span;
  readonly to: string;
}

/**
 * Returns the directive, the use of a variable or the comment that a syntax error results from; undefined = none of
 * them.
 */
export const fileMistakeAt = (query: JqlQuery, text: string, error: Span): FileMistake | undefined =>
  directiveAt(text, error) ??
  variableAt(query, text, error) ??
  blockCommentAt(text, error) ??
  lineCommentAt(text, error);

function lineAt(text: string, offset: number): Span {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const end = /[\r\n]/.exec(text.slice(offset));
  return { start, end: end ? offset + end.index : text.length };
}

/** Returns the mistake of a directive such as `@limit 5` without the sign of a comment before it. */
function directiveAt(text: string, { start: at }: Span): FileMistake | undefined {
  const line = lineAt(text, at);
  const lineText = text.slice(line.start, line.end);
  const parts = /^(\s*)(@([\w-]+)(?!\s*=)(?:\s.*)?)$/.exec(lineText);
  if (!parts || knownDirective(parts[3]!) === undefined) return undefined;
  const start = line.start + parts[1]!.length;
  const to = `# ${parts[2]!.trim()}`;
  return { kind: 'directive', span: { start, end: start + parts[2]!.trimEnd().length }, to };
}

/** The maximum length of a variable's use, and of a comment's signs with the blanks after them. */
const maxCharacters = 100;
const otherUse = /(?<!\w)(?:\$?\{{1,2}|[@$:])\s*([A-Za-z_][\w-]*)\s*\}{0,2}/g;

/** Returns the mistake of `${name}`, `{name}`, `@name` or similar, where a variable of that name can be used. */
function variableAt(query: JqlQuery, text: string, { start: at }: Span): FileMistake | undefined {
  const line = lineAt(text, at);
  const from = Math.max(line.start, at - maxCharacters);
  for (const match of text.slice(from, Math.min(line.end, at + maxCharacters)).matchAll(otherUse)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (start > at || at >= end) continue;
    const to = `{{${match[1]}}}`;
    return to !== match[0] && query.isVariable(match[1]!, start)
      ? { kind: 'variable', span: { start, end }, to }
      : undefined;
  }
  return undefined;
}

/** Returns the mistake of a block comment; it becomes line comments, and the text after it starts a new line. */
function blockCommentAt(text: string, { start }: Span): FileMistake | undefined {
  const closing = text.startsWith('/*', start) ? text.indexOf('*/', start + 2) : -1;
  if (closing < 0) return undefined;
  const lines = text
    .slice(start + 2, closing)
    .trim()
    .split(/\r?\n/);
  const comment = lines.map(line => `// ${line.trim().replace(/^\*\s*/, '')}`.trimEnd()).join('\n');
  const blanks = /^[ \t]*/.exec(text.slice(closing + 2))![0].length;
  const end = closing + 2 + blanks;
  const isLast = end >= text.length || /[\r\n]/.test(text[end]!);
  return { kind: 'comment', span: { start, end }, to: isLast ? comment : `${comment}\n` };
}

/** Returns the mistake of `-- comment`; the signs may have been read as a name. */
function lineCommentAt(text: string, { start: at }: Span): FileMistake | undefined {
  const line = lineAt(text, at);
  const startHere = /^--+(?=\s|$)/.exec(text.slice(at, line.end)) ? at : undefined;
  const from = Math.max(line.start, at - maxCharacters);
  const before = /(?:^|\s)(--+)\s+$/.exec(text.slice(from, at));
  const start = startHere ?? (before ? from + before.index + before[0].indexOf('-') : undefined);
  if (start === undefined) return undefined;
  const to = `// ${text.slice(start, line.end).replace(/^-+\s*/, '')}`.trimEnd();
  return { kind: 'comment', span: { start, end: line.end }, to };
}
