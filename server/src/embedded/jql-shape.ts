const operator = String.raw`(?:!?[=~]|[<>]=?|(?:not\s+)?in\b|is\b|was\b|changed\b)`;
const field = String.raw`(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|cf\[\d+\]|\{\{\w+\}\}|[\p{L}_][\p{L}\p{N}_.-]{0,60}(?:\[[^\]\n]{1,80}\][\w.]{0,60})?)`;
const begins = new RegExp(String.raw`^[\s(]*(?:not\b[\s(]*)?${field}\s*${operator}`, 'iu');
const ordered = /^[\s(]*order\s+by\s+\S/i;
const connective = /\b(?:and|or)\b|\}\}/i;
/** UTF-16 code units that are examined of a text with computed parts. */
const examined = 2000;

/** A computed part followed by a keyword. */
const computed = /\}\}[\s)]{0,20}(?:and|or|order\s{1,20}by)\s/i;

/** Whether a text begins like JQL; prose about JQL does not. */
export const isLikeJql = (text: string): boolean =>
  begins.test(text) ||
  ordered.test(text) ||
  (text.includes('{{') &&
    (computed.test(text.slice(0, examined)) ||
      text
        .slice(0, examined)
        .split(connective)
        .some(part => begins.test(part))));
