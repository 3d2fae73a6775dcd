/** Checks the texts of text searches. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { Value } from '../syntax/tree/operands.ts';
import { allTerms, readSearch, type SearchTerm } from '../syntax/text-search.ts';
import type { Check } from './jql-check.ts';

const openers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const closers: ReadonlySet<string> = new Set(Object.values(openers));
const separated = /[\s"()[\]{}]/;
const paired = /["()[\]{}]/;
const words = /^[\p{L}\p{N}_.,'-]+(?:\s+[\p{L}\p{N}_.,'-]+)+$/u;
const wildcards = /^[*?]+$/;
const lastOperator = /(?:^|\s)[-+!]$/;

/** Checks the text of a search, which has a syntax of its own inside the quotes. */
export function checkText(check: Check, value: Value, excludes: boolean): void {
  const { textSearch } = check.knowledge.catalogue;
  const trimmed = value.text.trim();
  if (trimmed === '') {
    if (!check.isBroken(value)) check.error('empty-text', value.span, {});
  } else if (textSearch.boolean.has(trimmed)) check.error('lone-boolean', value.span, { value: trimmed });
  else if (wildcards.test(trimmed))
    check.warning(
      'text-special',
      value.span,
      { character: trimmed[0]! },
      { message: 'text-special.wildcard' },
    );
  else if (lastOperator.test(trimmed))
    check.warning(
      'text-special',
      value.span,
      { character: trimmed.at(-1)! },
      { message: 'text-special.operator' },
    );
  else if (reportsMisplaced(check, value, trimmed) || reportsUnexpected(check, value, trimmed)) return;
  else if (!separated.test(trimmed)) {
    if (textSearch.stopWords.has(trimmed.toLowerCase())) check.hint('only-stop-words', value.span, {});
  } else if (words.test(trimmed)) checkWords(check, value, trimmed, textSearch, excludes);
  else if (paired.test(trimmed)) {
    const character = unpairedCharacter(trimmed);
    if (character !== undefined) check.warning('text-special', value.span, { character });
    else checkBrackets(check, value, trimmed);
  }
}

/** Escaped characters, phrases and variables of a text. */
const plainParts = /\\.|"[^"]*"|\{\{[^{}]*\}\}/g;
const emptyGroup = /\(\s*\)/;
/** A field of the text search without its text, or a boost without its number. */
const incomplete = /[:^!](?=$|[:^)\]}])|(?:^|[\s(])[:^]|^~/;
/** The characters and words that can be misplaced: most texts have none of them. */
const canBeMisplaced = /[(:^!~&|]|AND|OR|NOT/;
const misplacedWord = /^(AND|OR|&&|\|\|)\s|\s(AND|OR|NOT|&&|\|\|)$/;

/**
 * Reports an operator where Data Center expects a word: it rejects the query. Returns false where no operator is misplaced, and
 * for Cloud, which ignores such operators.
 *
 * The syntax of Data Center: https://confluence.atlassian.com/jirasoftwareserver/search-syntax-for-text-fields-939938747.html,
 * a text that it rejects: https://github.com/lesstif/php-jira-rest-client/issues/230
 */
function reportsMisplaced(check: Check, value: Value, text: string): boolean {
  const { platform } = check.knowledge;
  if (platform === 'cloud' || !canBeMisplaced.test(text)) return false;
  // A colon at the end of a word without quotes is the beginning of an address that a comment has cut.
  if (value.form !== 'quoted' && text.endsWith(':')) return false;
  const plain = text.replaceAll(plainParts, 'x');
  const severity = platform === 'datacenter' ? 'warning' : 'information';
  const [, first, last] = misplacedWord.exec(plain) ?? [];
  const word = first ?? last;
  const character = incomplete.exec(plain)?.[0].trim().at(-1);
  if (word !== undefined)
    check.report(severity, 'text-special', value.span, { word }, { message: 'text-special.word' });
  else if (emptyGroup.test(plain))
    check.report(severity, 'text-special', value.span, { character: '(', other: ')' }, emptyMessage);
  else if (character !== undefined)
    check.report(severity, 'text-special', value.span, { character }, { message: 'text-special.misplaced' });
  return word !== undefined || character !== undefined || emptyGroup.test(plain);
}

const emptyMessage = { message: 'text-special.empty' } as const;

/**
 * Reports what Data Center reads otherwise than it seems: wildcards where they are rejected or are none, and words that
 * are not needed because AND and OR are mixed. Returns false where there is no such part, and for Cloud.
 */
function reportsUnexpected(check: Check, value: Value, text: string): boolean {
  const { platform } = check.knowledge;
  const terms = platform === 'cloud' || !canBeUnexpected.test(text) ? undefined : readSearch(text);
  if (terms === undefined) return false;
  const unexpected = unexpectedPart(terms);
  if (unexpected === undefined) return false;
  const severity = platform === 'datacenter' ? 'warning' : 'information';
  check.report(severity, 'text-special', value.span, unexpected.args, { message: unexpected.message });
  return true;
}

/**
 * One of these is in every text with an unexpected part: a wildcard that follows no letter, what can hold a wildcard or end
 * right before one, or OR, without which all terms are needed.
 */
const canBeUnexpected = /(?:^|\W)[*?]|["~^]|OR|\|\|/;

interface UnexpectedPart {
  readonly message: 'text-special.start' | 'text-special.phrase' | 'text-special.mixed';
  readonly args: Problem['arguments'];
}

function unexpectedPart(terms: readonly SearchTerm[]): UnexpectedPart | undefined {
  const all = allTerms(terms);
  const first = all.find(term => term.wildcards === 'first');
  if (first !== undefined) return { message: 'text-special.start', args: { character: first.text[0]! } };
  const phrase = all.find(({ kind, wildcards: place }) => kind === 'phrase' && place !== 'none');
  const character = /[*?]/.exec(phrase?.text ?? '')?.[0];
  if (character !== undefined) return { message: 'text-special.phrase', args: { character } };
  const idle = [...idleTerms(terms), ...all.flatMap(term => idleTerms(term.terms))];
  if (idle.length === 0) return undefined;
  const alternatives = allTerms(idle).flatMap(({ kind, text }) => (kind === 'group' ? [] : `“${text}”`));
  return { message: 'text-special.mixed', args: { words: alternatives.join(', ') } };
}

/** Returns the alternatives that do not change what is found, as other terms are needed. */
const idleTerms = (terms: readonly SearchTerm[]): readonly SearchTerm[] =>
  terms.some(({ occurs }) => occurs === 'must') ? terms.filter(({ occurs }) => occurs === 'may') : [];

/** Checks several words without a special character between them. */
function checkWords(
  check: Check,
  value: Value,
  text: string,
  { boolean, stopWords }: JqlCatalogue['textSearch'],
  excludes: boolean,
): void {
  const searched = text.split(/[\s-]+/).filter(word => word !== '');
  if (searched.length < 2 || searched.some(word => boolean.has(word))) return;
  if (searched.every(word => stopWords.has(word.toLowerCase())))
    check.hint('only-stop-words', value.span, {});
  else if (value.form === 'quoted') reportWords(check, value, text, excludes);
}

/** Says how several words are searched for: all of them, without those after `-`. */
function reportWords(check: Check, value: Value, text: string, excludes: boolean): void {
  if (!excludedWord.test(text)) {
    check.hint('phrase', value.span, {}, excludes ? { message: 'phrase.excludes' } : {});
    return;
  }
  const parts = text.split(/\s+/).filter(part => part !== '-');
  const without = parts.filter(part => part.startsWith('-')).map(part => `“${part.slice(1)}”`);
  const others = parts.filter(part => !part.startsWith('-'));
  if (!excludes && others.length > 0) {
    const args = { words: others.map(part => `“${part}”`).join(', '), without: without.join(', ') };
    check.hint('phrase', value.span, args, { message: 'phrase.without' });
  }
}

const excludedWord = /(?:^|\s)-\S/;

/** A range of the text search, which needs “TO”: https://confluence.atlassian.com/jirasoftwareserver/search-syntax-for-text-fields-939938747.html */
const bracketed = /[[{][^[\]{}"]*[\]}]/;

/** Checks brackets, which are a range to Data Center and nothing to Cloud. */
function checkBrackets(check: Check, value: Value, text: string): void {
  const plain = text.replaceAll(plainParts, '');
  const [brackets] = bracketed.exec(plain) ?? [];
  if (brackets === undefined || /\sTO\s/.test(brackets)) return;
  const severity = check.knowledge.platform === 'datacenter' ? 'warning' : 'information';
  const args = { character: brackets[0]!, other: brackets.at(-1)! };
  check.report(severity, 'text-special', value.span, args, { message: 'text-special.range' });
}

/** Returns the first unpaired quote or bracket; undefined = all are paired. A character after a backslash is text. */
function unpairedCharacter(text: string): string | undefined {
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
