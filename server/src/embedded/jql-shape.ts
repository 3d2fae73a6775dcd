/** Recognizes JQL among the texts of other languages. Parts that a program computes are `{{name}}` in such a text. */
const operator = String.raw`(?:!?[=~]|[<>]=?|(?:not\s+)?in\b|is\b|was\b|changed\b)`;
const field = String.raw`(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|cf\[\d+\]|\{\{\w+\}\}|[\p{L}_][\p{L}\p{N}_.-]{0,60}(?:\[[^\]\n]{1,80}\][\w.]{0,60})?)`;
const conditionStart = new RegExp(String.raw`^[\s(]*(?:not\b[\s(]*)?${field}\s*${operator}`, 'iu');
const orderByStart = /^[\s(]*order\s+by\s+\S/i;

/** Text up to it may be a condition of its own. */
const conditionEnd = /\b(?:and|or)\b|\}\}/i;

const computedBeforeKeyword = /\}\}[\s)]{0,20}(?:and|or|order\s{1,20}by)\s/i;

/** UTF-16 code units that are examined of a text with computed parts. */
const mostExamined = 2000;

/** Whether a text begins like JQL; prose about JQL does not. */
export const isLikeJql = (text: string): boolean =>
  conditionStart.test(text) ||
  orderByStart.test(text) ||
  (text.includes('{{') && isLikeComputedJql(text.slice(0, mostExamined)));

/** A computed part may hold the beginning of the query: then any condition after it counts, or a keyword of JQL. */
const isLikeComputedJql = (text: string): boolean =>
  computedBeforeKeyword.test(text) || text.split(conditionEnd).some(part => conditionStart.test(part));
