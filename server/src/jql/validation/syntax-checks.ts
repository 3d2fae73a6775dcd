/** Reports syntax errors and glued comments. */
import type { Problem } from '#shared/base/text/problem.ts';
import { foreignForm } from '../mistakes/foreign-words.ts';
import { functionOf } from '../catalogue/catalogue.ts';
import { withoutEnclosedErrors } from '../mistakes/unclosed-quotes.ts';
import type { JqlSyntaxError } from '../syntax/jql-query.ts';
import type { Operand } from '../syntax/tree/operands.ts';
import { type OperatorName, counterpart, operatorShapes } from '../syntax/operators.ts';
import { tokenize, tokensOf } from '../syntax/tokenize.ts';
import { termsOf } from '../syntax/walk.ts';
import { type JqlMessage, alternativesText, say } from '../jql-messages.ts';
import type { Check } from './jql-check.ts';
import { isWord, TokenKind } from '../syntax/token-kinds.ts';

/**
 * Reports syntax errors, each at its place with the allowed alternatives.
 *
 * @param text the text of the block
 * @param errors the errors of the query that are not reported otherwise
 */
export function checkSyntax(check: Check, text: string, errors: readonly JqlSyntaxError[]): void {
  const texts = errors.some(({ code }) => code === 'illegal-escape') ? tokenize(check.query.body) : [];
  let reportedTo = -1;
  let reserved = -1;
  for (const error of withoutEnclosedErrors(text, errors)) {
    if (check.isFull) return;
    const { start, end } = error.span;
    if (start < reportedTo) continue;
    const isReserved = error.code === 'reserved-character';
    const isSameWord = isReserved && reserved >= 0 && !/[\s"'(),=<>!~&|]/.test(text.slice(reserved, start));
    if (isReserved) reserved = end;
    if (!isSameWord) reportedTo = Math.max(reportedTo, report(check, text, error));
    // One error per quoted text is enough.
    if (error.code === 'illegal-escape')
      reportedTo = texts.find(({ span }) => start < span.end)?.span.end ?? reportedTo;
  }
}

/** Reports a syntax error; returns the end of the reported span. */
function report(check: Check, text: string, error: JqlSyntaxError): number {
  const { message, span = error.span, arguments: args } = problemOf(check, text, error);
  const { variable } = error;
  const code = message?.startsWith('foreign-syntax') ? 'foreign-syntax' : error.code;
  check.error(
    code,
    span,
    { ...args, ...(variable !== undefined && { variable }) },
    message === undefined ? {} : { message },
  );
  return span.end;
}

type Report = Partial<Pick<Problem, 'span'>> & Pick<Problem, 'arguments'> & { readonly message?: JqlMessage };

function problemOf(check: Check, text: string, error: JqlSyntaxError): Report {
  const { code, foundText, operator, span } = error;
  const foreign = foreignForm(text, error);
  if (foreign !== undefined) {
    const foreignText = text.slice(foreign.span.start, foreign.span.end);
    return {
      span: foreign.span,
      message: 'foreign-syntax',
      arguments: { written: foreignText, to: foreign.to },
    };
  }
  const expected = alternativesText(error.expected.map(kind => say(kind)));
  if (code === 'expected')
    return { message: messageOfExpected(error), arguments: { found: foundText, expected } };
  if (code === 'unexpected') return unexpectedReport(check, text, error, expected);
  if (code === 'reserved-word') return selectReport(text, error) ?? { arguments: { found: foundText } };
  if (code === 'operand-shape') return shapeReport(check, error, operator ?? '=', expected);
  if (code === 'predicate-of-operator') return predicateReport(foundText, operator ?? '=');
  return { arguments: { found: foundText === '' ? text.slice(span.start, span.end) : foundText } };
}

function predicateReport(foundText: string, operator: OperatorName): Report {
  const names = operatorShapes[operator].predicates.map(name => name.toUpperCase());
  const predicates =
    names.length === 0 ? say('predicates.none') : say('predicates.some', { names: alternativesText(names) });
  return { arguments: { found: foundText, operator, predicates } };
}

function messageOfExpected({ expected, foundText }: JqlSyntaxError): JqlMessage {
  if (expected.length === 0) return 'expected.plain';
  return foundText === '' ? 'expected.end' : 'expected';
}

function unexpectedReport(check: Check, text: string, error: JqlSyntaxError, expected: string): Report {
  const { foundText, span } = error;
  const limit = /^(limit|top|rows|maxresults)\s+(\d+)/i.exec(
    text.slice(span.start, span.start + maxCharacters),
  );
  if (limit)
    return {
      span: { start: span.start, end: span.start + limit[0].length },
      message: 'foreign-syntax.limit',
      arguments: { written: limit[1]!, count: limit[2]! },
    };
  const offset = /^(?:offset|skip)\s+\d+/i.exec(text.slice(span.start, span.start + maxCharacters));
  if (offset)
    return {
      span: { start: span.start, end: span.start + offset[0].length },
      message: 'foreign-syntax.offset',
      arguments: { written: offset[0] },
    };
  if (foundText === ')') return { message: 'unexpected.close', arguments: { found: foundText } };
  if (followsWord(check, text, error))
    return { message: 'unexpected.words', arguments: { found: foundText } };
  return { arguments: { found: foundText, expected } };
}

const maxCharacters = 30;

/** True for a word directly after an unquoted value: probably a value of several words without quotes. */
function followsWord(
  check: Pick<Check, 'query'>,
  text: string,
  { foundText, span }: JqlSyntaxError,
): boolean {
  if (!/^[\p{L}\p{N}]/u.test(foundText)) return false;
  const terms = termsOf(check.query);
  if (terms.some(({ term }) => term.span.start === span.start)) return false;
  return terms.some(({ term: { operand } }) => {
    const last = lastValue(operand);
    return last !== undefined && last.end <= span.start && /^[ \t]+$/.test(text.slice(last.end, span.start));
  });
}

const lastValue = (operand: Operand | undefined) =>
  operand?.kind === 'value' && operand.form === 'word' ? operand.span : undefined;

function selectReport(text: string, { foundText, span, expected }: JqlSyntaxError): Report | undefined {
  if (foundText.toLowerCase() !== 'select' || !expected.includes('field')) return undefined;
  const where = /\bwhere\b/i.exec(text.slice(span.start));
  return {
    span: where ? { start: span.start, end: span.start + where.index + where[0].length } : span,
    message: 'foreign-syntax.select',
    arguments: { found: foundText },
  };
}

function shapeReport(
  check: Check,
  { span, foundText }: JqlSyntaxError,
  operator: OperatorName,
  expected: string,
): Report {
  const term = termsOf(check.query).find(({ term: { operand } }) => operand?.span.start === span.start);
  const kind = term?.term.operand?.kind;
  const { operands } = operatorShapes[operator];
  const other = counterpart(operator) ?? '';
  const args = { found: foundText, operator, other, expected };
  if (operator === 'is' || operator === 'is not') {
    const single = operator === 'is' ? '=' : '!=';
    const isList = bringsList(check, term?.term.operand);
    const instead = isList ? counterpart(single) : single;
    return { message: 'operand-shape.is', arguments: { ...args, other: instead ?? single } };
  }
  if (kind === 'list' && other !== '') return { message: 'operand-shape.list', arguments: args };
  if (kind === 'empty' && !operands.includes('list'))
    return { message: 'operand-shape.empty', arguments: args };
  if (operands.includes('list')) return { message: 'operand-shape.single', arguments: args };
  return { arguments: args };
}

/** True for a function that returns a list, such as `openSprints()`. */
const bringsList = ({ knowledge: { catalogue } }: Check, operand: Operand | undefined): boolean =>
  operand?.kind === 'function' && functionOf(catalogue, operand.name)?.shape === 'list';

/** The characters that most likely end a word with `#` or `//` in it. */
const wordEnd = /[\s,()"']|$/;

/** Reports a `#` or `//` directly after a word: it begins a comment, so that the rest of the word is ignored. */
export function checkComments(check: Check): void {
  const { body, hasComments } = check.query;
  if (!hasComments) return;
  const tokens = tokensOf(body.text);
  for (const [index, { kind, start, end }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (kind !== TokenKind.Comment || before === undefined || !isName(before.kind)) continue;
    const length = body.text.slice(start, end).search(wordEnd);
    const writtenText = body.text.slice(before.start, start + length);
    const sign = body.text.slice(start, start + (body.text[start] === '#' ? 1 : 2));
    const span = body.sourceOf(before.start, start + length);
    if (!check.isSuppressed({ span })) check.warning('glued-comment', span, { written: writtenText, sign });
  }
}

const isName = (kind: TokenKind): boolean => isWord(kind) && kind !== TokenKind.Quoted;
