/** Keeps only the fixes that add no errors to a query. */
import { withoutPreference } from '#shared/base/text/edits.ts';
import type { Edit, Fix } from '#shared/base/text/problem.ts';
import { usePattern } from '../../query-file/variables.ts';
import { undefinedVariable } from '../syntax/cursor.ts';
import type { JqlFixTitle } from '../jql-messages.ts';
import type { JqlCatalogue } from '../catalogue/catalogue.ts';
import type { JqlKnowledge } from '../catalogue/knowledge.ts';
import type { JqlQuery } from '../syntax/jql-query.ts';
import { parseJqlText } from '../syntax/parse-jql.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { tokenize } from '../syntax/tokenize.ts';
import type { TermClause } from '../syntax/tree/clauses.ts';
import { allParts, termsOf } from '../syntax/walk.ts';
import { countProblems, type ProblemCount } from '../validation/validate.ts';
import type { FixContext } from './fix-context.ts';

/**
 * Returns the fixes that improve a query: for an error, those that leave fewer errors; for other problems, those that
 * add none. The fixed query is parsed and checked for that; where this would take too long, all fixes are returned
 * and none is preferred.
 */
export function safeFixes(context: FixContext, fixes: readonly Fix[]): readonly Fix[] {
  const { query, knowledge, problem } = context;
  const { errors: before, all } = countBefore(query, knowledge);
  // Each problem has fixes, and each of them is a text as long as the query.
  if (all * query.body.text.length > maxReparsedCharacters) return fixes.map(withoutPreference);
  // Errors of a second query are reported once it is a query of its own.
  const mostErrors = (fix: Fix): number =>
    problem.severity === 'error' && fix.kind !== newQuery ? before - 1 : before;
  return fixes.flatMap(fix => {
    const after = textAfter(query, fix.edits);
    if (countIn(after, knowledge).errors <= mostErrors(fix))
      return fix.preferred && isDoubtful(query.body.text, after, knowledge) ? withoutPreference(fix) : fix;
    // The nearest name is what the user meant, even if more has to change with it.
    return fix.title === renaming ? withoutPreference(fix) : [];
  });
}

const isDoubtful = (before: string, after: string, { catalogue }: JqlKnowledge): boolean =>
  regroups(before, after) || quotesCode(before, after, catalogue);

/**
 * Whether a fix puts in quotes what is rather a condition, a list, a placeholder, or a text that is escaped for HTML, for an
 * address or for a program: quotes make a valid query of it, which says something else.
 */
function quotesCode(before: string, after: string, catalogue: JqlCatalogue): boolean {
  const old = new Set(quotedTexts(before).map(({ text }) => text));
  const keepsEntities = entity.test(before) && entityName.test(after);
  return quotedTexts(after).some(
    ({ text, isSearched }) =>
      !old.has(text) &&
      (keepsEntities ||
        isCode(text) ||
        namesField(before, text, catalogue) ||
        (startsEscaped.test(text) && !isSearched)),
  );
}

/** Whether a quoted text has a field after a connective, or begins with one where a condition can begin. */
function namesField(before: string, text: string, catalogue: JqlCatalogue): boolean {
  const inner = text.slice(1, -1);
  const start = before.indexOf(inner);
  const opening = start < 0 ? '' : before.slice(Math.max(0, start - maxConnectiveLength), start);
  const isAfterConnective = /(?:\b(?:and|or|not)\s|[&|,;(])\s*$/i.test(opening);
  return inner.split(/[&|,;^+]/).some((part, index) => {
    const [name = '', blank] = part.trim().split(/(\s)/, 2);
    const canBegin = index > 0 || (isAfterConnective && blank !== undefined);
    return canBegin && catalogue.field(name) !== undefined;
  });
}

/** The length of the text before a value in which a connective is looked for, with blanks. */
const maxConnectiveLength = 20;

const quotedTexts = (jql: string): { readonly text: string; readonly isSearched: boolean }[] =>
  tokenize(parseJqlText(jql).body).flatMap(({ kind, span: { start, end } }) =>
    kind === TokenKind.Quoted
      ? [{ text: jql.slice(start, end), isSearched: jql.slice(0, start).trimEnd().endsWith('~') }]
      : [],
  );

/** An escaped quote or backslash at the start, as in `\"Open\"` and `""Open""`; after `~` it begins a phrase. */
const startsEscaped = /^["']\\["'\\]/;

const entity = /&(?:#\d{1,5}|quot|apos|lt|gt|amp|nbsp)\b/i;
const entityName = /#\d{1,5};|\b(?:quot|apos|lt|gt|amp|nbsp)\b/i;
const partsOfCode: readonly RegExp[] = [
  // Placeholders of templates.
  /^["'](?:\$?\{|%[sd]["']|%\(|<\w)/,
  /%[\da-f]{2}/i,
  // Another item of a list, a direction, a call, a limit.
  /[^\\"']\\?["'] ?[;,|]/,
  /[;,|] ?\\["']/,
  /\w\|\w/,
  /\s(?:asc|desc)["']$/i,
  /[\s"'](?:after|before|by|during|from|on|to) \\["']/i,
  // A regular expression, a pair of a search engine, a user of another program, everything.
  /^["']\/.+\/[a-z]*["']$/i,
  /\s\p{L}\w*:\w/u,
  /^["'](?:@\w+|\*|any|all)["']$/i,
  /\s\w+\(\)/,
  /\s(?:is|was)\s+(?:not\s+)?(?:empty|null)\b/i,
  /^["'](?:empty|null)\W\w/i,
  /\blimit \d/i,
];

/** Whether a quoted text holds more than one value. */
function isCode(text: string): boolean {
  if (partsOfCode.some(part => part.test(text)) || hasOddQuotes(text)) return true;
  const inner = parseJqlText(text.replaceAll(/\\?["']/g, ' ').trim());
  return inner.orderBy !== undefined || termsOf(inner).some(({ term }) => isLaterCondition(term));
}

/** Whether a text holds one escaped quote between two words: the text rather ends there. */
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

const renaming: JqlFixTitle = 'fix.rename';

/** The kind of the fixes that make two queries of one. */
export const newQuery = 'query';

/** The maximum number of characters that are parsed again for the fixes of a query. */
const maxReparsedCharacters = 250_000;

/** Returns the fixes, of those that do not overlap, that together add no errors to the query. */
export function compatibleFixes(
  query: JqlQuery,
  knowledge: JqlKnowledge,
  fixes: readonly Fix[],
): readonly Fix[] {
  const errorsWith = (chosen: readonly Fix[]): number =>
    countIn(
      textAfter(
        query,
        chosen.flatMap(({ edits }) => edits),
      ),
      knowledge,
    ).errors;
  let chosen: readonly Fix[] = [];
  let fewest = countBefore(query, knowledge).errors;
  /** Adds as many fixes as possible; tries halves where all together add errors. */
  const add = (more: readonly Fix[]): void => {
    const together = [...chosen, ...more];
    const count = errorsWith(together);
    if (count <= fewest) {
      chosen = together;
      fewest = count;
    } else if (more.length > 1) {
      const half = more.length >> 1;
      add(more.slice(0, half));
      add(more.slice(half));
    }
  };
  if (fixes.length > 1) add(fixes);
  return fixes.length > 1 ? chosen : fixes;
}

const counted = new WeakMap<JqlQuery, { readonly knowledge: JqlKnowledge; readonly count: ProblemCount }>();

function countBefore(query: JqlQuery, knowledge: JqlKnowledge): ProblemCount {
  const cached = counted.get(query);
  if (cached?.knowledge === knowledge) return cached.count;
  const count = countIn(query.body.text, knowledge);
  counted.set(query, { knowledge, count });
  return count;
}

/** Counts the problems of a text, of which a fix may have made several queries. */
function countIn(text: string, knowledge: JqlKnowledge): ProblemCount {
  let [errors, all] = [0, 0];
  for (const part of text.split(/^###.*$/m)) {
    const count = countProblems(parseJqlText(part), part, knowledge);
    errors += count.errors;
    all += count.all;
  }
  return { errors, all };
}

/** Returns the body as the tracker reads it after edits that change no variable. */
function textAfter({ body }: JqlQuery, edits: readonly Edit[]): string {
  const inOrder = edits
    .filter(({ span }) => body.span.start <= span.start && span.end <= body.span.end)
    .toSorted((a, b) => a.span.start - b.span.start);
  let text = '';
  let from = 0;
  for (const { span, newText } of inOrder) {
    text += body.text.slice(from, body.offsetOf(span.start));
    text += newText.replaceAll(usePattern, undefinedVariable);
    from = body.offsetOf(span.end);
  }
  return text + body.text.slice(from);
}
