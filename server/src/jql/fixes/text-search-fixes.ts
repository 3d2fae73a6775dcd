/** Fixes of searched texts, excluded empty fields and look-alike characters. */
import type { Edit, Fix } from '#shared/base/text/problem.ts';
import type { Clause } from '../syntax/tree/clauses.ts';
import { argument, fix, inserted, placedTermOf, replaced, type FixContext, termOf } from './fix-context.ts';
import { lookAlikes } from '../mistakes/look-alikes.ts';
import { quoted } from '../syntax/quotes.ts';
import { tokenize } from '../syntax/tokenize.ts';

/** Writes `(field != value OR field IS EMPTY)`; without parentheses where none are needed. */
export function fixExcludedEmpty(context: FixContext): readonly Fix[] {
  const placed = placedTermOf(context);
  if (placed === undefined || placed.term.field.kind === 'missing') return [];
  const { span, field } = placed.term;
  const name = context.text.slice(field.span.start, field.span.end);
  const added = ` OR ${name} IS EMPTY`;
  const edits: readonly Edit[] = needsParentheses(placed.parent)
    ? [inserted(span.start, '('), inserted(span.end, `${added})`)]
    : [inserted(span.end, added)];
  return fix('empty', 'fix.orEmpty', { field: field.name }, edits, false);
}

const needsParentheses = (parent: Clause | undefined): boolean =>
  parent?.kind === 'and' || parent?.kind === 'not';

/** Adds quotes inside the quotes. */
export function fixPhrase(context: FixContext): readonly Fix[] {
  const operand = termOf(context)?.operand;
  if (operand?.kind !== 'value') return [];
  const isPhrase = context.problem.code === 'phrase';
  return fix(
    'phrase',
    isPhrase ? 'fix.phrase' : 'fix.word',
    {},
    replaced(operand.span, quoted(quoted(operand.text.trim()))),
    !isPhrase,
  );
}

/** Replaces a search for an empty text by IS EMPTY. */
export function fixEmptyText(context: FixContext): readonly Fix[] {
  const term = termOf(context);
  if (term?.operand === undefined || term.field.kind === 'missing' || term.operator.kind === 'missing')
    return [];
  const field = context.knowledge.catalogue.field(term.field.name);
  if (field?.acceptsEmpty !== true) return [];
  const to = term.operator.name === '!~' ? 'IS NOT EMPTY' : 'IS EMPTY';
  const span = { start: term.operator.span.start, end: term.operand.span.end };
  return fix('operator', 'fix.isEmpty', { to }, replaced(span, to), !field.alwaysSet);
}

/** Escapes a special character of a search text with two backslashes. */
export function fixSpecialCharacter(context: FixContext): readonly Fix[] {
  const { text, problem } = context;
  if (problem.message === 'text-special.start') return fixFirstWildcards(context);
  const character = argument(context, 'character');
  if (character === undefined || character === '"') return [];
  const edits: Edit[] = [];
  const characters = new Set([character, argument(context, 'other')]);
  for (let at = problem.span.start; at < problem.span.end; at++)
    if (characters.has(text[at]) && text[at - 1] !== '\\') edits.push(inserted(at, '\\\\'));
  return edits.length === 0 ? [] : fix('value', 'fix.escape', { character }, edits, false);
}

/** Removes the wildcards at the start of words. Not preferred: it finds fewer texts than were meant. */
function fixFirstWildcards({ text, problem: { span } }: FixContext): readonly Fix[] {
  const edits: Edit[] = [];
  for (let at = span.start + 1; at < span.end; at++) {
    if (!beforeWord.includes(text[at - 1]!)) continue;
    const start = at;
    while (wildcards.includes(text[at]!)) at++;
    if (at > start) edits.push({ span: { start, end: at }, newText: '' });
  }
  return edits.length === 0 ? [] : fix('value', 'fix.firstWildcards', {}, edits, false);
}

const wildcards = '*?';
const beforeWord = ' \t"\'(+-!';

/** Replaces a look-alike by the intended character. */
export function fixLookAlike(context: FixContext): readonly Fix[] {
  const { problem } = context;
  const to = argument(context, 'to') ?? '';
  const edit = replaced(problem.span, to);
  switch (problem.message) {
    case 'look-alike.quote':
      return fix('lookAlike', 'fix.straight', {}, quotesBeside(context) ?? edit, /^(["']).*\1$/s.test(to));
    case 'look-alike.backtick':
      return fix('lookAlike', to.startsWith('"') ? 'fix.straight' : 'fix.removeQuotes', {}, edit);
    case 'look-alike.space':
      return fix('lookAlike', 'fix.blank', {}, spacesBeside(context));
    case 'look-alike.value':
      return fix('lookAlike', 'fix.replace', { to }, edit, false);
    case 'look-alike.hidden':
      return fix('lookAlike', 'fix.hidden', {}, edit);
    case undefined:
    default:
      return fix('lookAlike', 'fix.replace', { to }, edit);
  }
}

/** Replaces the typographic ones of all pairs of two kinds of quotes: each pair alone leaves another text in quotes. */
function quotesBeside({ query: { body }, problem }: FixContext): readonly Edit[] | undefined {
  const mixed = lookAlikes(body).filter(({ character }) => /^"[^"]*$|^[^"]+"$/.test(character));
  return mixed.some(({ span }) => span.start === problem.span.start)
    ? mixed.map(({ span, to }) => replaced(span, to))
    : undefined;
}

/** Replaces all spaces of the same kind in one word: one alone leaves words without a connective. */
function spacesBeside({ query: { body }, problem }: FixContext): readonly Edit[] {
  const word = tokenize(body).find(({ span }) => problem.span.start < span.end)?.span ?? problem.span;
  return lookAlikes(body).flatMap(({ kind, span }) =>
    kind === 'space' && word.start <= span.start && span.end <= word.end ? [replaced(span, ' ')] : [],
  );
}
