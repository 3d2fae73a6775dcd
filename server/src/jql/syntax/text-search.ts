/**
 * Reads the text of `~` as Jira's text search does. Data Center reads it with the classic parser of Lucene, whose words are
 * joined by AND: https://confluence.atlassian.com/jirasoftwareserver/search-syntax-for-text-fields-939938747.html and
 * https://lucene.apache.org/core/7_3_0/queryparser/org/apache/lucene/queryparser/classic/package-summary.html
 */

/** A word, a phrase or parentheses, with what is attached to it. */
export interface SearchTerm {
  readonly kind: 'word' | 'phrase' | 'group';
  /** The text without escapes; empty for parentheses. */
  readonly text: string;
  /** Where wildcards are: `last` = one “*” at the end; `inside` = any other place but the first. */
  readonly wildcards: 'none' | 'first' | 'last' | 'inside';
  /** A `~` follows, with its number, if it has one. */
  readonly near: { readonly count: number | undefined } | undefined;
  /** The terms in the parentheses; empty for others. */
  readonly terms: readonly SearchTerm[];
  /** A text must have it, may have it, or must not have it. */
  readonly occurs: 'must' | 'may' | 'not';
}

/** Returns the terms of a search text; undefined = it has a part that is not read here, such as a range, or is invalid. */
export function readSearch(text: string): readonly SearchTerm[] | undefined {
  const reader = new SearchReader(text);
  const terms = reader.terms(0);
  return reader.isWhole ? terms : undefined;
}

/** Returns the terms without which a text is not found: those that must occur, else those of which one must. */
export function neededTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const required = terms.filter(({ occurs }) => occurs === 'must');
  return required.length > 0 ? required : terms.filter(({ occurs }) => occurs === 'may');
}

/** Returns all terms, with those in parentheses. */
export const allTerms = (terms: readonly SearchTerm[]): readonly SearchTerm[] =>
  terms.every(term => term.terms.length === 0)
    ? terms
    : terms.flatMap(term => [term, ...allTerms(term.terms)]);

const joins: readonly (readonly [word: string, join: 'and' | 'or'])[] = [
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
];
const prefixes: ReadonlySet<string> = new Set(['+', '-', '!']);
/** Ends a word. A colon, a slash or a bracket makes more of it than a word. */
const ends: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '"', '(', ')', '~', '^']);
const others: ReadonlySet<string> = new Set(['[', ']', '{', '}', ':', '/', '!']);
const blank = /\s/;
const digit = /[\d.]/;
const deepest = 20;

type Word = Omit<SearchTerm, 'occurs' | 'near'>;

class SearchReader {
  readonly #text: string;
  #at = 0;
  #isUnknown = false;

  constructor(text: string) {
    this.#text = text;
  }

  get isWhole(): boolean {
    return !this.#isUnknown && this.#at >= this.#text.length;
  }

  terms(depth: number): SearchTerm[] {
    const terms: SearchTerm[] = [];
    if (depth > deepest) return terms;
    while (!this.#isUnknown && this.#skipBlanks() && this.#peek !== ')') {
      const join = terms.length === 0 ? undefined : this.#join();
      const prefix = this.#prefix();
      const term = this.#term(depth);
      if (term === undefined) break;
      addTerm(terms, { ...term, occurs: prefix === 'not' ? 'not' : 'must' }, join);
    }
    return terms;
  }

  get #peek(): string | undefined {
    return this.#text[this.#at];
  }

  /** Returns false at the end. */
  #skipBlanks(): boolean {
    while (blank.test(this.#peek ?? '')) this.#at++;
    return this.#at < this.#text.length;
  }

  /** Reads one of the words, if it is next and a word of its own. */
  #takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    const end = this.#at + word.length;
    const next = this.#text[end] ?? ' ';
    if (!blank.test(next) && next !== '(') return false;
    this.#at = end;
    this.#skipBlanks();
    return true;
  }

  #join(): 'and' | 'or' | undefined {
    return joins.find(([word]) => this.#takes(word))?.[1];
  }

  /** Reads what is before a term. A sign with a blank after it has no meaning. */
  #prefix(): 'not' | undefined {
    let prefix: 'not' | undefined = this.#takes('NOT') ? 'not' : undefined;
    while (prefixes.has(this.#peek ?? '')) {
      const isAlone = blank.test(this.#text[this.#at + 1] ?? '');
      if (!isAlone && this.#peek !== '+') prefix = 'not';
      this.#at++;
      this.#skipBlanks();
    }
    return prefix;
  }

  #term(depth: number): Omit<SearchTerm, 'occurs'> | undefined {
    const word = this.#word(depth);
    if (word === undefined) {
      this.#isUnknown = true;
      return undefined;
    }
    const near = this.#suffix('~');
    // A boost changes only the order by relevance.
    const boost = this.#suffix('^');
    if (boost !== undefined && boost.count === undefined) this.#isUnknown = true;
    return { ...word, near };
  }

  #word(depth: number): Word | undefined {
    if (this.#peek === '(') return this.#group(depth);
    if (this.#peek === '"') return this.#phrase();
    return this.#plainWord();
  }

  #group(depth: number): Word | undefined {
    this.#at++;
    const terms = this.terms(depth + 1);
    if (this.#peek !== ')' || terms.length === 0) return undefined;
    this.#at++;
    return { kind: 'group', text: '', wildcards: 'none', terms };
  }

  #phrase(): Word | undefined {
    const { text, places } = this.#read(character => character === '"', 1);
    if (this.#peek !== '"') return undefined;
    this.#at++;
    return { kind: 'phrase', text, wildcards: places.length > 0 ? 'inside' : 'none', terms: [] };
  }

  #plainWord(): Word | undefined {
    const { text, places } = this.#read(character => ends.has(character), 0);
    if (text === '' || others.has(this.#peek ?? '')) return undefined;
    return { kind: 'word', text, wildcards: wildcardsOf(text, places), terms: [] };
  }

  /** Reads up to a character that ends the term, without escapes; `places` are those of the wildcards. */
  #read(isEnd: (character: string) => boolean, skipped: number): { text: string; places: readonly number[] } {
    this.#at += skipped;
    let text = '';
    const places: number[] = [];
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!;
      if (isEnd(character) || (skipped === 0 && others.has(character))) break;
      if (character === '\\') this.#at++;
      else if (character === '*' || character === '?') places.push(text.length);
      text += this.#text[this.#at] ?? '';
    }
    return { text, places };
  }

  #suffix(sign: string): { count: number | undefined } | undefined {
    if (this.#peek !== sign) return undefined;
    const start = ++this.#at;
    while (digit.test(this.#peek ?? '')) this.#at++;
    return { count: start === this.#at ? undefined : Number(this.#text.slice(start, this.#at)) };
  }
}

function wildcardsOf(text: string, places: readonly number[]): SearchTerm['wildcards'] {
  if (places.length === 0) return 'none';
  if (places[0] === 0) return 'first';
  return places[0] === text.length - 1 && text.endsWith('*') ? 'last' : 'inside';
}

/**
 * Adds a term as Lucene does: AND makes the term before it required and OR makes both optional, without any precedence.
 * https://github.com/apache/lucene, `QueryParserBase.addClause`
 */
function addTerm(terms: SearchTerm[], term: SearchTerm, join: 'and' | 'or' | undefined): void {
  const previous = terms.at(-1);
  if (join !== undefined && previous !== undefined && previous.occurs !== 'not')
    terms[terms.length - 1] = { ...previous, occurs: join === 'and' ? 'must' : 'may' };
  terms.push(join === 'or' && term.occurs === 'must' ? { ...term, occurs: 'may' } : term);
}
