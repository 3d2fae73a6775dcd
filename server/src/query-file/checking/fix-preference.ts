/**
 * Decides which fixes may be preferred: made without asking. Such a fix is of one of a few kinds, each of which keeps what
 * the user wrote.
 */
import type { LanguageService, QueryContext, QueryView } from '../language/language-service.ts';
import data from '../../../catalogue/query-file/preferred-fixes.json' with { type: 'json' };
import { applyEdits, nonOverlapping, withoutPreference } from '#shared/base/text/edits.ts';
import { type Edit, type Fix, type Problem, problemKey } from '#shared/base/text/problem.ts';

const { source: _source, ...keysByKind } = data;

/**
 * `signs` = only quotes, commas, parentheses and the like change; `rename` = a name, an operator or a value is replaced by
 * another; `add` = something is inserted; `repetition` = a text is removed that the query has once more; `move` = all
 * words stay, in another order; `address` = an address is replaced by the query, the key or the title in it.
 */
export type FixKind = keyof typeof keysByKind;

const allKinds: readonly FixKind[] = ['signs', 'rename', 'add', 'repetition', 'move', 'address'];
const kinds: ReadonlyMap<string, FixKind> = new Map(
  allKinds.flatMap(kind => keysByKind[kind].map(key => [key, kind] as const)),
);

/**
 * Returns the kind of a problem's preferred fix, by the key of the problem's wording or the start of the key up to a `.`;
 * undefined = no fix of it is preferred.
 */
export function fixKindOf(key: string): FixKind | undefined {
  const shorter = key.replace(/\.[^.]*$/, '');
  return kinds.get(key) ?? (shorter === key ? undefined : fixKindOf(shorter));
}

/**
 * Returns the fixes of a problem; those that would not keep what the user wrote are not preferred, nor those that change
 * more of a text than is compared in short time.
 */
export function withSafePreference(text: string, problem: Problem, fixes: readonly Fix[]): readonly Fix[] {
  const kind = fixKindOf(problemKey(problem));
  const isSafe = ({ edits }: Fix): boolean =>
    kind !== undefined && (edits.every(edit => isDoubled(text, edit)) || keepsText(kind, text, edits));
  return fixes.map(fix => (fix.preferred && !isSafe(fix) ? withoutPreference(fix) : fix));
}

/** Returns whether edits keep what a text says, as their kind requires. */
function keepsText(kind: FixKind, text: string, edits: readonly Edit[]): boolean {
  const region = editedRegion(text, edits);
  if (Math.max(region.before.length, region.after.length) > maxComparedCharacters) return false;
  const before = wordsOf(region.before);
  const after = wordsOf(region.after);
  const hasSameSense = senseOf(region.before) === senseOf(region.after);
  switch (kind) {
    case 'signs':
      return (
        hasSameSense &&
        before.join(' ') === after.join(' ') &&
        signsOf(region.before) === signsOf(region.after)
      );
    case 'rename':
      return (
        hasSameSense &&
        without(before, after).length <= maxRenamedWords &&
        edits.every(
          ({ newText, span }) =>
            newText.trim() !== '' || without(wordsOf(text.slice(span.start, span.end)), after).length === 0,
        )
      );
    case 'add':
      return hasSameSense && isSubsequence(before, after);
    case 'repetition':
      return edits.every(({ newText, span }) => newText === '' && isRepeated(text, span.start, span.end));
    case 'address':
      return edits.every(({ newText, span }) => isFromAddress(text.slice(span.start, span.end), newText));
    case 'move':
      return without(before, after).every(word => joining.has(word));
  }
}

/** Characters that are compared for one fix: a text can have hundreds of problems, each with several fixes. */
const maxComparedCharacters = 50_000;

/** Whether a text is part of an address, and says nothing with digits that the address does not say. */
function isFromAddress(address: string, part: string): boolean {
  const words = wordsOf(address);
  return !/\s/.test(address) && wordsOf(part).every(word => words.includes(word) || !/\d/.test(word));
}

/** The words that join a condition to its old place. */
const joining: ReadonlySet<string> = new Set(['and', 'where']);

/** The maximum number of words that a renamed expression has, as in `in the last 2 weeks`. */
const maxRenamedWords = 5;

/** The edited part of a text before and after the edits, with the whole words that it touches. */
function editedRegion(
  text: string,
  edits: readonly Edit[],
): { readonly before: string; readonly after: string } {
  let start = Math.min(...edits.map(({ span }) => span.start));
  let end = Math.max(...edits.map(({ span }) => span.end));
  while (start > 0 && !/\s/.test(text[start - 1]!)) start--;
  while (end < text.length && !/\s/.test(text[end]!)) end++;
  const moved = edits.map(({ span, newText }) => ({
    newText,
    span: { start: span.start - start, end: span.end - start },
  }));
  const before = text.slice(start, end);
  return { before, after: applyEdits(before, moved) };
}

const wordsOf = (text: string): readonly string[] =>
  decoded(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

/** Reads the escapes of an address, as far as they are of ASCII. */
const decoded = (text: string): string =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The comparison operators of a text, in their order: quotes and separators are not among them. */
const signsOf = (text: string): string => (text.match(/[<>=~!]+/g) ?? []).join(' ');

const negation =
  /(?<![\p{L}\p{N}"')])-(?=\p{L})|!|<>|><|≠|\bnot|\bisn['’]?t\b|\bwasn['’]?t\b|n['’]t\b|\bne\b|\bno\b/giu;

/** Whether a text has a negation. */
const senseOf = (text: string): boolean => (text.match(negation) ?? []).length > 0;

function isSubsequence(words: readonly string[], of: readonly string[]): boolean {
  let at = 0;
  for (const word of of) if (word === words[at]) at++;
  return at === words.length;
}

/** The words of a list that another list lacks, each as often as it is missing. */
function without(words: readonly string[], others: readonly string[]): readonly string[] {
  const rest = [...others];
  return words.filter(word => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/** Whether an edit removes words that are directly before or after it as well, as in `AND AND`. */
function isDoubled(text: string, { span: { start, end }, newText }: Edit): boolean {
  const removed = wordsOf(text.slice(start, end)).join(' ');
  const before = wordsOf(text.slice(Math.max(0, start - maxDoubledLength), start)).join(' ');
  const after = wordsOf(text.slice(end, end + maxDoubledLength)).join(' ');
  const isBeside = ` ${before}`.endsWith(` ${removed}`) || `${after} `.startsWith(`${removed} `);
  return newText === '' && removed !== '' && isBeside;
}

const maxDoubledLength = 200;

/** Whether the words of a part of a text occur once more, in the same order, in the rest of it. */
function isRepeated(text: string, start: number, end: number): boolean {
  const removed = wordsOf(text.slice(start, end)).join(' ');
  const rest = [
    text.slice(Math.max(0, start - maxComparedCharacters), start),
    text.slice(end, end + maxComparedCharacters),
  ];
  return rest.some(part => ` ${wordsOf(part).join(' ')} `.includes(` ${removed} `));
}

/** The preferred fixes of the problems of a query, of one kind or of all, as far as they can be made together. */
export function preferredFixes(
  service: LanguageService,
  view: QueryView,
  problems: readonly Problem[],
  context: QueryContext,
  kind?: string,
): readonly Fix[] {
  const fixes = problems.flatMap(
    problem =>
      service
        .fixes(view, problem, context)
        .find(candidate => candidate.preferred && (kind === undefined || candidate.kind === kind)) ?? [],
  );
  return service.compatibleFixes?.(view, fixes, context) ?? nonOverlapping(fixes);
}
