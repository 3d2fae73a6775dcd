import type { Edit } from '../language/problem.ts';
import type { KeywordCase, QueryView } from '../language/service.ts';
import { formatPreamble } from '../queryfile/format.ts';
import { type Atom, atomsOf } from './syntax/atoms.ts';
import { type Gap, layoutOf } from './format-layout.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { TokenKind } from './syntax/tokens.ts';

const indent = '  ';

/**
 * Edits that bring a query into its canonical form: keywords in one case, one blank between words, long queries over
 * several lines with their connectives in front. Only white space and the case of keywords change, so the meaning does
 * not; a body with a mistake in it stays as it is, and so does every gap that holds a comment or a definition, but for
 * the indentation of the line behind it.
 */
export function formatJql(view: QueryView, query: JqlQuery, keywordCase: KeywordCase): Edit[] {
  const { block } = view;
  const body = block.body;
  if (body === undefined || query.errors.length > 0) return formatPreamble(block);
  const edits = bodyEdits(block.text, atomsOf(query.body), keywordCase);
  const around = formatPreamble(block).filter(({ span }) => !edits.some(edit => overlap(edit.span, span)));
  return [...around, ...edits];
}

function bodyEdits(text: string, atoms: readonly Atom[], keywordCase: KeywordCase): Edit[] {
  const words = atoms.filter(({ kind }) => kind !== TokenKind.Comment);
  const gaps = layoutOf(text, words);
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const edits: Edit[] = outerBlanks(text, words);
  for (const [index, atom] of words.entries()) {
    const before = words[index - 1];
    if (before) edits.push(...gapEdit(text, before, atom, gaps[index]!, lineEnd));
    edits.push(...keywordEdit(text, atom, keywordCase));
  }
  return joined(edits);
}

/** Edits in the order of their places, those that touch as one: editors differ in what comes first at one place. */
function joined(edits: readonly Edit[]): Edit[] {
  const done: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)) {
    const last = done.at(-1);
    if (last === undefined || last.span.end < edit.span.start) done.push(edit);
    else
      done[done.length - 1] = {
        span: { start: last.span.start, end: edit.span.end },
        newText: last.newText + edit.newText,
      };
  }
  return done;
}

function gapEdit(text: string, before: Atom, after: Atom, gap: Gap, lineEnd: string): Edit[] {
  const span = { start: before.span.end, end: after.span.start };
  const written = text.slice(span.start, span.end);
  if (/\S/.test(written)) return typeof gap === 'string' ? [] : indentEdit(written, after, gap.indent);
  const newText = typeof gap === 'string' ? gap : lineEnd + indent.repeat(gap.indent);
  return written === newText ? [] : [{ span, newText }];
}

/** Behind a comment or a definition a line has begun already, and only its indentation can be wrong. */
function indentEdit(written: string, { span: { start } }: Atom, depth: number): Edit[] {
  const blanks = /(?<=[\n\r])[ \t]*$/.exec(written)?.[0];
  const newText = indent.repeat(depth);
  return blanks === undefined || blanks === newText
    ? []
    : [{ span: { start: start - blanks.length, end: start }, newText }];
}

/** The indentation of the first line, and blanks behind the last word, go. */
function outerBlanks(text: string, words: readonly Atom[]): Edit[] {
  const first = words[0]?.span.start ?? 0;
  const last = words.at(-1)?.span.end ?? text.length;
  const before = /(?<=^|[\n\r\uFEFF])[ \t]+$/.exec(text.slice(0, first))?.[0].length ?? 0;
  const behind = /^[ \t]+(?=$|[\n\r])/.exec(text.slice(last))?.[0].length ?? 0;
  return [
    ...(before > 0 ? [{ span: { start: first - before, end: first }, newText: '' }] : []),
    ...(behind > 0 ? [{ span: { start: last, end: last + behind }, newText: '' }] : []),
  ];
}

function keywordEdit(text: string, { kind, span, variable }: Atom, keywordCase: KeywordCase): Edit[] {
  if (variable || keywordCase === 'keep' || kind < TokenKind.In || kind > TokenKind.Desc) return [];
  const written = text.slice(span.start, span.end);
  const newText = keywordCase === 'upper' ? written.toUpperCase() : written.toLowerCase();
  return written === newText ? [] : [{ span, newText }];
}

const overlap = (a: Edit['span'], b: Edit['span']): boolean => a.start <= b.end && b.start <= a.end;
