/** Findings: what a check reports, each with its place in a file. */
import { visibleLine } from '#shared/base/visible-text.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { PlacedBlock, QueryDocument } from '../query-file/query-document.ts';
import {
  type Place,
  placeOf,
  type WordedFix,
  type WordedProblem,
} from '../query-file/checking/worded-problem.ts';
import type { DefinedIn } from '../query-file/variables.ts';

interface Replacement extends Place {
  readonly text: string;
}

interface OfferedFix extends Omit<WordedFix, 'edits'> {
  readonly edits: readonly Replacement[];
}

/** A problem of a file, in words. */
export interface Finding extends WordedProblem {
  readonly file: string;
  /** The line that it begins in, at most so long as a reader sees. */
  readonly source: string;
  readonly fixes: readonly OfferedFix[];
  /** The text that it is about, at most its beginning. */
  readonly text: string;
  /** Tells it apart from others wherever it moves; absent = not computed yet. */
  readonly fingerprint?: string;
  /** Whether the baseline has it; absent = there is no baseline. */
  readonly isKnown?: boolean;
}

/** A file that was checked. */
export interface CheckedFile {
  readonly file: string;
  /** The names of its queries, in their order. */
  readonly queries: readonly string[];
  readonly findings: readonly Finding[];
  /** How many fixes were made. */
  readonly fixed: number;
  /** Why locks beside the file cannot be used, as sentences; absent = all can. */
  readonly unusableLocks?: readonly string[];
  /** The file of rules that sets severities for it; absent = none. */
  readonly rulesFile?: string;
}

/** A file that could not be checked, and why, as a sentence. */
export interface UnreadFile {
  readonly file: string;
  readonly failure: string;
}

interface PlacedQuery {
  readonly file: string;
  readonly label: string;
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
}

/** An error at a span of a query, or of the file's header. */
export function findingAt(
  { file, label, document, placed }: PlacedQuery,
  place: DefinedIn,
  span: Span,
  { code, message }: Pick<Finding, 'code' | 'message'>,
): Finding {
  const isInHeader = place === 'file' && placed.block.separated;
  const holder = isInHeader ? document.placed(0) : placed;
  const findingPlace = placeOf(document, holder, span);
  const source = lineOf(holder, findingPlace.line);
  const text = textAt(holder.block.text, span);
  return { file, query: label, ...findingPlace, severity: 'error', code, message, source, fixes: [], text };
}

/** Characters of the text of a finding. */
const maxTextLength = 1000;

/** The text that a finding is about. */
export const textAt = (text: string, { start, end }: Span): string =>
  text.slice(start, Math.min(end, start + maxTextLength));

/** A longer line is cut. */
const maxLineLength = 500;

/** A line of a query, by its number in the file. */
export function lineOf({ block, line: first }: PlacedBlock, number: number): string {
  const start = block.lineStarts[number - 1 - first] ?? 0;
  const next = block.lineStarts[number - first] ?? block.text.length;
  const [line = ''] = block.text.slice(start, Math.min(next, start + maxLineLength)).split(/[\r\n]/, 1);
  return visibleLine(line);
}
