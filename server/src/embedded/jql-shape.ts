/** Recognizes JQL among the texts of other languages. Parts that a program computes are `{{name}}` in such a text. */
import shapes from '../../catalogue/embedded/shapes.json' with { type: 'json' };

/** Words after “is” in a sentence: “this is a test”, “key is required”. */
const proseAfterIs = String.raw`\s+(?:an?|the|required|missing|invalid|mandatory|optional|not\s+(?:an?|the|set|found))\b`;
const operator = String.raw`(?:!?[=~]|[<>]=?|\b(?:(?:not\s+)?in|is(?!${proseAfterIs})|was|changed)\b)`;
const field = String.raw`(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|cf\[\d+\]|\{\{\w+\}\}|[\p{L}_][\p{L}\p{N}_.-]{0,60}(?:\[[^\]\n]{1,80}\][\w.]{0,60})?)`;
const conditionStart = new RegExp(String.raw`^[\s(]*(?:not\b[\s(]*)?${field}\s*${operator}`, 'iu');
const orderByStart = /^[\s(]*order\s+by\s+\S/i;

/** Text up to it may be a condition of its own. */
const conditionEnd = /\b(?:and|or)\b|\}\}/i;

const computedBeforeKeyword = /\}\}[\s)]{0,20}(?:and|or|order\s{1,20}by)\s/i;

/** UTF-16 code units that are examined of a text with computed parts. */
const maxExaminedLength = 2000;

/** A part that is added to a query. */
const fragmentStart = /^\s*(?:and|or)\s/i;

/** Whether a text begins like JQL; prose about JQL does not, and no part that is added to a query. */
export const isLikeJql = (text: string): boolean =>
  !fragmentStart.test(text) &&
  (conditionStart.test(text) ||
    orderByStart.test(text) ||
    (text.includes('{{') && isLikeComputedJql(text.slice(0, maxExaminedLength))));

/** A computed part may hold the beginning of the query: then any condition after it counts, or a keyword of JQL. */
const isLikeComputedJql = (text: string): boolean =>
  computedBeforeKeyword.test(text) || text.split(conditionEnd).some(part => conditionStart.test(part));

const value = String.raw`(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|\{\{\w+\}\}|[-\w.:]{1,80}(?:\([^()\n]{0,100}\))?)`;
const operand = String.raw`(?:${value}|\(\s*${value}(?:\s*,\s*${value}){0,100}\s*\))`;
const clause = String.raw`\(*\s*(?:not\s+)?${field}\s*(?:!?[=~]|[<>]=?|(?:not\s+)?in\b|is\s+not\b|is\b|was\b)\s*${operand}\s*\)*`;
const order = String.raw`order\s+by\s+${field}(?:\s+(?:asc|desc))?(?:\s*,\s*${field}(?:\s+(?:asc|desc))?){0,5}`;
const wholeQuery = new RegExp(
  String.raw`^\s*${clause}(?:\s*\b(?:and|or)\b\s*${clause}){0,20}(?:\s*${order})?\s*$`,
  'iu',
);
const onlyInJql = new RegExp(
  String.raw`\b(?:${shapes.jqlFunctions.join('|')})\(|(?:^|[\s(])(?:${shapes.jqlFields.join('|')})\s*(?:!?[=~]|(?:not\s+)?in\b|is\b)|"Epic Link"`,
  'i',
);

const wikiParameters: ReadonlySet<string> = new Set([
  'action',
  ...shapes.moduleParameters,
  ...shapes.requestParameters,
]);

/** Whether a query of an unknown kind is JQL rather than a wiki query, of which a line or a part names modules or pages. */
export const isRatherJql = (query: string): boolean =>
  isLikeJql(query) &&
  !query
    .split(/[\n&?]/)
    .some(part => part.includes('=') && wikiParameters.has(part.split('=', 1)[0]!.trim()));

/** Whether a text of a program can be nothing but JQL, whatever its name: a whole query, with words of no other language. */
export const isSurelyJql = (text: string): boolean =>
  text.length <= maxExaminedLength && onlyInJql.test(text) && wholeQuery.test(text);
