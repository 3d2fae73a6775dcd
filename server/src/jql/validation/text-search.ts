import type { Value } from '../nodes.ts';
import type { Check } from './check.ts';

const word = /[^\s"()[\]{}^~*?:\\+!&|-]+/g;
const openers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closers: ReadonlySet<string> = new Set(Object.values(openers));

/** A text to be searched for: what it means inside the quotes is a small language of its own. */
export function checkText(check: Check, value: Value): void {
  const { text, span, form } = value;
  const { textSearch } = check.knowledge.catalogue;
  const trimmed = text.trim();
  if (trimmed === '') {
    check.error('empty-text', span, {});
    return;
  }
  if (textSearch.boolean.has(trimmed)) {
    check.error('lone-boolean', span, { value: trimmed });
    return;
  }
  if (!/[\s"()[\]{}]/.test(trimmed)) {
    if (textSearch.stopWords.has(trimmed.toLowerCase())) check.hint('only-stop-words', span, {});
    return;
  }
  const character = unbalanced(trimmed);
  if (character !== undefined) {
    check.warning('text-special', span, { character });
    return;
  }
  if (!/^[\p{L}\p{N}_.,'-]+(?:\s+[\p{L}\p{N}_.,'-]+)+$/u.test(trimmed)) return;
  const words = trimmed.match(word) ?? [];
  if (words.length < 2 || words.some(each => textSearch.boolean.has(each))) return;
  if (words.every(each => textSearch.stopWords.has(each.toLowerCase())))
    check.hint('only-stop-words', span, {});
  else if (form === 'quoted') check.hint('phrase', span, {});
}

/** The first quote or bracket that has no counterpart; undefined = all have one. What a backslash stands before is text. */
export function unbalanced(text: string): string | undefined {
  const open: string[] = [];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (openers[character] !== undefined) open.push(character);
    else if (closers.has(character) && openers[open.pop() ?? ''] !== character) return character;
  }
  return quoted ? '"' : open.at(-1);
}
