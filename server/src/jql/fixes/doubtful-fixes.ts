/**
 * Tells whether a fix that leaves a valid query may say something else than its author meant: it is offered, and not made
 * without asking.
 */
import usual from '../../../catalogue/jql/values.json' with { type: 'json' };
import type { Fix } from '#shared/base/text/problem.ts';
import type { Span } from '#shared/base/text/span.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { tokenize } from '../syntax/tokenize.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { allParts, termsOf } from '../syntax/walk.ts';

/** Returns whether a fix is doubtful, by the text of the query before and after it. */
export function isDoubtful(before: string, after: string, fix: Fix, catalogue: JqlCatalogue): boolean {
  const texts = quotedTexts(after);
  return (
    beginsWithOperator.test(before) ||
    isUnfinished(before, after, texts) ||
    regroups(before, after) ||
    /<["'][^"'<>]*["']>/.test(after) ||
    fix.edits.some(({ newText }) => lookAlike.test(newText)) ||
    quotesCode(before, after, texts, catalogue)
  );
}

/** A text such as a list of operators, which is no query. */
const beginsWithOperator = /^\s*(?:[=<>~|]|!\s*[=~]|(?:in|is|was|not\s+in)\b)/i;

/** Signs of text processors and of other scripts, in the place of blanks, quotes, brackets, separators and operators. */
const lookAlike =
  /[\u00a0\u2000-\u200a\u202f\u3000\u201c-\u201f\u00ab\u00bb\uff08\uff09\uff0c\uff1a\uff1b\uff1d\uff3b\uff3d]/;

/**
 * Whether a query is still escaped for HTML or for a program after a fix, leaves something out, or has a text in quotes that
 * began before a parenthesis: what it says is not clear yet.
 */
function isUnfinished(before: string, after: string, texts: readonly QuotedText[]): boolean {
  const code = withoutQuoted(after, texts);
  return (
    (entity.test(before) && (entity.test(code) || brokenEntity.test(code))) ||
    omission.test(code) ||
    /\\["']/.test(code) ||
    texts.some(({ text }) => crossingQuotes.test(text))
  );
}

const brokenEntity = /(?:#\d{1,5}|\b(?:quot|apos|lt|gt|amp|nbsp));/i;
const omission = /(?:^|[\s(,])(?:…|\.\.\.)(?:$|[\s),])/;
const crossingQuotes =
  /^["'][^("']*\)\s*(?:and|or|after|before|during|on|by|from|to|order)\s|\s(?:and|or) ?\([^()]*["']$/i;

const withoutQuoted = (jql: string, texts: readonly QuotedText[]): string =>
  [
    ...texts.map(({ start }, index) => jql.slice(texts[index - 1]?.end ?? 0, start)),
    jql.slice(texts.at(-1)?.end ?? 0),
  ].join('');

/**
 * Whether a fix puts in quotes what is more likely a condition, a list, a placeholder, or a text that is escaped for HTML,
 * for an address or for a program: quotes make a valid query of it, which says something else.
 */
function quotesCode(
  before: string,
  after: string,
  texts: readonly QuotedText[],
  catalogue: JqlCatalogue,
): boolean {
  const old = new Set(quotedTexts(before).map(({ text }) => text));
  const keepsEntities = entity.test(before) && entityName.test(after);
  return texts.some(
    ({ text, isSearched, isField }) =>
      !old.has(text) &&
      (keepsEntities ||
        isCode(text) ||
        (comparison.test(text) && !isInOtherQuotes(before, text)) ||
        namesField(before, text, catalogue) ||
        (isField && continuesField(text, catalogue)) ||
        areUsualValues(text.slice(1, -1).split('/')) ||
        (!isSearched &&
          (startsEscaped.test(text) ||
            /^["'](?:\*.*\*["']$|mailto:)/i.test(text) ||
            /(?:\\["']|\?)["']$/.test(text)))),
  );
}

/** Whether a quoted text has a field between other words or after a connective, or begins with one where a condition can begin. */
function namesField(before: string, text: string, catalogue: JqlCatalogue): boolean {
  const inner = text.slice(1, -1);
  const isName = (word: string): boolean => catalogue.field(word) !== undefined;
  const between = inner.split(/\s+|\\t/).slice(1, -1);
  if (between.some(isName)) return true;
  const start = before.indexOf(inner);
  const opening = start < 0 ? '' : before.slice(Math.max(0, start - maxConnectiveLength), start);
  const isAfterConnective = /(?:\b(?:and|or|not)\s|[&|,;(])\s*$/i.test(opening);
  return inner.split(/[&|,;^+]/).some((part, index) => {
    const [name = '', blank] = part.trim().split(/(\s)/, 2);
    const canBegin = index > 0 || (isAfterConnective && blank !== undefined);
    return canBegin && isName(name);
  });
}

/** The length of the text before a value in which a connective is looked for, with blanks. */
const maxConnectiveLength = 20;

/** Whether a quoted text that the tracker does not know as a field begins with the name of one or with a request, or ends with an operator. */
function continuesField(text: string, catalogue: JqlCatalogue): boolean {
  const inner = text.slice(1, -1);
  const [first = ''] = inner.split(/\s/, 1);
  const isLonger =
    /^[^\p{L}\p{N}]/u.test(inner) ||
    catalogue.field(first) !== undefined ||
    /^(?:please|show|find|get|give|list|search|query|where|const|let|var|val|my|def|return|export|env|private|public|static|final|string)\s|\s(?:eq|ne|equals|contains|like|is)$/i.test(
      inner,
    );
  return catalogue.field(inner) === undefined && isLonger;
}

/** Whether texts are several values of one field that most sites have. */
const areUsualValues = (texts: readonly string[]): boolean =>
  texts.length > 1 &&
  Object.values(usual.values).some(names => {
    const known = new Set(names.map(name => name.toLowerCase()));
    return texts.every(text => known.has(text.trim().toLowerCase()));
  });

interface QuotedText extends Span {
  readonly text: string;
  readonly isSearched: boolean;
  readonly isField: boolean;
}

function quotedTexts(jql: string): QuotedText[] {
  const query = parseJqlText(jql);
  const fieldStarts = new Set(termsOf(query).map(({ term }) => term.field.span.start));
  return tokenize(query.body).flatMap(({ kind, span: { start, end } }) =>
    kind === TokenKind.Quoted
      ? [
          {
            start,
            end,
            text: jql.slice(start, end),
            isSearched: jql.slice(0, start).trimEnd().endsWith('~'),
            isField: fieldStarts.has(start),
          },
        ]
      : [],
  );
}

const comparison = /[\s"'][<>=~!]+[\s"']/;

/** Whether a text has quotes of another kind before a fix, which tell where it begins and ends. */
const isInOtherQuotes = (before: string, text: string): boolean =>
  before.includes(`\`${text.slice(1, -1)}\``);

/** An escaped quote or backslash at the start, as in `\"Open\"` and `""Open""`; after `~` it begins a phrase. */
const startsEscaped = /^["']\\["'\\]/;

const entity = /&(?:#\d{1,5}|quot|apos|lt|gt|amp|nbsp)\b/i;
const entityName = /#\d{1,5};|\b(?:quot|apos|lt|gt|amp|nbsp)\b/i;
const partsOfCode: readonly RegExp[] = [
  // Only signs, a last word of only signs, or a sign that separates.
  /^["'][^\p{L}\p{N}]+["']$|\s[^\p{L}\p{N}\s"']+["']$/u,
  /^["'][;,]|[;,]["']$/,
  // Bold text, a sentence, a comment.
  /^["']\*\*|\*\*["']$|(?:\.\.\.|…)["']$/,
  /[\s"'](?:--|\/\*|\*\/)[\s"']/,
  // A connective without its other side, or one of another language; an operator alone.
  /[\s"'](?:and|or|and\/or|not|but|with|where|having|und|oder|et|ou|y|o)["']$/i,
  /\s(?:UND|ODER|ET|OU|Y|O|HAVING|WHERE)\s/,
  /^["'](?:is|was|changed)["']$/i,
  // Two numbers, or a moment whose quotes end too early.
  /^["'][\d.]+(?: [\d.]+)+["']$/,
  /\d\\"[A-Z]?\d/,
  /\s(?:and|or)\s+\\["']/i,
  // Placeholders of templates.
  /^["'](?:\$?\{|%[sd]["']|%\(|<\w)|\}\}\w/,
  /%[\da-f]{2}/i,
  // Another item of a list, a direction, a call, a limit.
  /[^\\"']\\?["'] ?[;,|]/,
  /[;,|] ?\\["']/,
  /["'] ?[^\p{L}\p{N}\s"'\\()] ?\\?["']./u,
  /\w\| ?\w/,
  /\s(?:asc|desc)["']$/i,
  /[\s"'](?:after|before|by|during|from|on|to) \\["']/i,
  // A regular expression, a pair of a search engine, a user of another program, everything.
  /^["']\/.+\/[a-z]*["']$/i,
  /^["']\/[^/]*["']$|\/["']$/,
  /\s\p{L}\w*:\w/u,
  /^["'](?:@\w+|\*|any|all)["']$/i,
  /\s\w+\(\)|\w(?:\{\}|\[\])["']$/,
  /\s(?:is|was)\s+(?:not\s+)?(?:empty|null)\b/i,
  /^["'](?:empty|null)\W\w/i,
  /(?:\s|\\t)(?:is)?(?:empty|null)["']$/i,
  /\\\\\\["']/,
  /\blimit \d|^["'](?:sort|head|limit|stats)\s|\s(?:order|sort)_?by\s/i,
];

/** Whether a quoted text holds more than one value. */
function isCode(text: string): boolean {
  if (partsOfCode.some(part => part.test(text)) || hasOddQuotes(text)) return true;
  const inner = parseJqlText(text.replaceAll(/\\?["']/g, ' ').trim());
  return inner.orderBy !== undefined || termsOf(inner).some(({ term }) => isLaterCondition(term));
}

/** Whether a text holds one escaped quote between two words: the text most likely ends there. */
const hasOddQuotes = (text: string): boolean =>
  /\p{L}\\["'] \p{L}/u.test(text) && (text.match(/\\["']/g) ?? []).length % 2 === 1;

/** Whether a condition compares by a sign, after other words. */
const isLaterCondition = ({ span, operator, operand }: TermClause): boolean =>
  span.start > 0 && operator.kind === 'operator' && /^[=!<>~]/.test(operator.name) && operand !== undefined;

/**
 * Whether a fix changes what joins conditions where AND and OR are side by side afterwards: whoever wrote the query may have
 * meant another grouping.
 */
function regroups(before: string, after: string): boolean {
  if (joinsOf(before) === joinsOf(after)) return false;
  const isUnbalanced = depthOf(before) !== 0;
  return Array.from(allParts(parseJqlText(after))).some(
    part =>
      (part.kind === 'or' && part.clauses.some(({ kind }) => kind === 'and')) ||
      (isUnbalanced &&
        part.kind === 'not' &&
        part.clause.kind === 'group' &&
        (part.clause.clause.kind === 'and' || part.clause.clause.kind === 'or')),
  );
}

/** How many parentheses a text opens more often than it closes them. */
const depthOf = (text: string): number =>
  tokenize(parseJqlText(text).body).reduce(
    (depth, { kind }) => depth + Number(kind === TokenKind.Open) - Number(kind === TokenKind.Close),
    0,
  );

/** The connectives and parentheses of a text, in their order. */
const joinsOf = (text: string): string =>
  tokenize(parseJqlText(text).body)
    .flatMap(({ kind }) => (joins.has(kind) ? [kind] : []))
    .join(' ');

const joins: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Or, TokenKind.Open, TokenKind.Close]);
