/** Finds values after a connective or a comma without a field of their own. */
import type { Edit } from '#shared/base/text/problem.ts';
import { counterpart, takesList } from '../syntax/operators.ts';
import { TokenKind } from '../syntax/token-kinds.ts';
import { quoteFieldIfNeeded } from '../syntax/quotes.ts';
import { beginsWithColon } from './colon-conditions.ts';
import type { MistakeFix } from './mistake.ts';
import type { WordRange, WordStream, WrittenOperator } from './word-stream.ts';

export interface Condition {
  readonly name: WordRange;
  readonly operator: WrittenOperator;
  readonly operand: WordRange;
}

/** A value after a connective or a comma that has no field of its own. */
interface Part {
  readonly join: number;
  readonly value: WordRange;
}

/**
 * Reports values after a condition that have no field of their own: `= Open or Done`, `= Open, Done`; or another
 * condition after a comma. Returns the index after them.
 */
export function findValuesWithoutField(stream: WordStream, condition: Condition): number {
  const { operator, operand } = condition;
  const parts: Part[] = [];
  let to = operand.to;
  if (operand.to === operand.from) return to;
  for (;;) {
    const kind = stream.kind(to);
    if (kind !== TokenKind.And && kind !== TokenKind.Or && kind !== TokenKind.Comma) break;
    if (kind !== TokenKind.Comma && beginsOperator(stream, to + 1)) break;
    const value = stream.value(to + 1);
    if (value.to === value.from) break;
    if (beginsCondition(stream, value)) {
      if (kind === TokenKind.Comma && parts.length === 0) reportSeparator(stream, to, condition.name);
      break;
    }
    if (isField(stream, value) || isStatement(stream, value)) break;
    if (beginsWithColon(stream, value.from) && !isLabel(stream, value.from, condition.name)) break;
    if (isCallAfterColon(stream, value)) break;
    parts.push({ join: to, value });
    ({ to } = value);
  }
  const isList = stream.kind(operand.from) === TokenKind.Open;
  const range = { from: operator.from, to };
  if (parts.length > 0 && operator.name !== undefined && !isList && stream.isLiteral(range))
    report(stream, condition, parts);
  return to;
}

/** True for `or in (Open, Done)` and `or is empty`, but not for `or In Progress`. */
function beginsOperator(stream: WordStream, at: number): boolean {
  const [kind, next] = [stream.kind(at), stream.kind(at + 1)];
  if (kind === TokenKind.In) return next === TokenKind.Open;
  if (kind === TokenKind.Is) return next === TokenKind.Empty || next === TokenKind.Not;
  return kind === TokenKind.Was || kind === TokenKind.Changed;
}

/** True where a value is more likely the field of another condition. */
const beginsCondition = (stream: WordStream, value: WordRange): boolean =>
  stream.isOperator(value.to) || stream.kind(value.to) === TokenKind.OpenBracket || isNamed(stream, value);

/** True for `resolution is Unresolved` and `Epic Link = A-1`: the words up to an operator are the name of a field. */
function isNamed(stream: WordStream, { from, to }: WordRange): boolean {
  let at = from + 1;
  while (stream.isWord(at) && !stream.isOperator(at)) at++;
  if (!stream.isOperator(at)) return false;
  const isBeforeValue = stream.kind(at) === TokenKind.Is && at < to - 1;
  return isBeforeValue || stream.catalogue.field(stream.text({ from, to: at })) !== undefined;
}

/** True for one word that is the name of a field. */
export const isField = (stream: WordStream, value: WordRange): boolean =>
  value.to === value.from + 1 && stream.catalogue.field(stream.text(value)) !== undefined;

/** True for `summary contains` and `created within`: a field and the operator of another language. */
const isStatement = (stream: WordStream, { from, to }: WordRange): boolean =>
  to > from + 1 &&
  isField(stream, { from, to: from + 1 }) &&
  /^(?:contains?|does|has|includes?|like|matches|within|between|equals|starts|ends)$/i.test(
    stream.wordText(from + 1),
  );

/** True for `approver:currentUser()`, a condition of another search. */
const isCallAfterColon = (stream: WordStream, { from }: WordRange): boolean =>
  stream.wordText(from).includes(':') && stream.kind(from + 1) === TokenKind.Open;

/** True for a value of a field of labels: they often have a colon, as in `type:bug`, but not after the field itself. */
const isLabel = (stream: WordStream, at: number, name: WordRange): boolean =>
  stream.catalogue.field(stream.text(name))?.type === 'LABEL' &&
  !stream
    .wordText(at)
    .toLowerCase()
    .startsWith(`${stream.text(name).toLowerCase()}:`);

function reportSeparator(stream: WordStream, at: number, name: WordRange): void {
  const range = { from: at, to: at + 1 };
  if (!stream.isLiteral(range)) return;
  // A semicolon at the end of a line probably ends the query.
  const isEnd = stream.wordText(at) === ';' && stream.beginsLine(at + 1);
  // In parentheses, and between conditions of one field, a comma may as well mean OR.
  const isAlternative =
    stream.openParenthesesBefore(at).length > 0 ||
    stream.text(name).toLowerCase() === stream.wordText(at + 1).toLowerCase();
  stream.mistakes.push({
    code: 'separator',
    span: stream.span(range),
    arguments: { found: stream.wordText(at) },
    covers: stream.spanToNext(range),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.writeAnd',
        arguments: {},
        edits: [stream.replace(range, stream.isAdjacent(at + 1) ? ' AND ' : ' AND')],
        ...(!isEnd && !isAlternative && { preferred: true }),
      },
    ],
  });
}

function report(stream: WordStream, condition: Condition, parts: readonly Part[]): void {
  const { operator, operand } = condition;
  const allValues = { from: parts[0]!.value.from, to: parts.at(-1)!.value.to };
  const joint = parts.map(({ join }) => stream.kind(join)).find(kind => kind !== TokenKind.Comma);
  const list = operator.name && (takesList(operator.name) ? operator.name : counterpart(operator.name));
  const asList = list === undefined ? [] : [asListFix(stream, condition, parts, list)];
  const repeated = joint === undefined ? [] : [repeatFieldFix(stream, condition, parts, joint)];
  // `= a and b` may require both values, and `!= a or b` may exclude both or one of them.
  const isUnclear =
    (operator.name === '=' && joint === TokenKind.And) ||
    (joint === TokenKind.Or && operator.name !== undefined && /!|not/.test(operator.name));
  const fixes: readonly MistakeFix[] = [...asList, ...repeated].map((fix, index) => ({
    ...fix,
    ...(index === 0 && !isUnclear && { preferred: true }),
  }));
  stream.mistakes.push({
    code: joint === undefined ? 'values-without-list' : 'lone-value',
    span: stream.span(allValues),
    arguments: { text: stream.text(allValues), field: stream.text(condition.name) },
    covers: stream.spanToNext({ from: operand.from, to: allValues.to }),
    fixes,
  });
}

/** `in (Open, Done)` */
function asListFix(
  stream: WordStream,
  { operator, operand }: Condition,
  parts: readonly Part[],
  name: string,
): MistakeFix {
  const values = [operand, ...parts.map(({ value }) => value)];
  const texts = values.map(value => stream.correctedText(value));
  const last = values.length - 1;
  const isSame = operator.name === name;
  const edits: readonly Edit[] = [
    ...(isSame ? [] : [stream.replace(operator, operatorText(stream, operator, name))]),
    ...values.map((value, index) => {
      const [before, following] = [index === 0 ? '(' : '', index === last ? ')' : ''];
      return stream.replace(value, `${before}${texts[index]!}${following}`);
    }),
    ...parts.flatMap(({ join }) => commaEdits(stream, join)),
  ];
  const to = `${isSame ? stream.text(operator) : name} (${texts.join(', ')})`;
  return { kind: 'list', title: 'fix.asList', arguments: { to }, edits };
}

/** Returns an operator in letters, with blanks where the sign it replaces had none. */
function operatorText(stream: WordStream, { from, to }: WordRange, name: string): string {
  const before = stream.isAdjacent(from) ? ' ' : '';
  return `${before}${name}${stream.isAdjacent(to) ? ' ' : ''}`;
}

/** Returns an edit that replaces a connective by a comma directly after the value before it. */
function commaEdits(stream: WordStream, join: number): Edit[] {
  if (stream.wordText(join) === ',') return [];
  const edit = stream.replace({ from: join, to: join + 1 }, ',');
  const behindValue = stream.span({ from: join - 1, to: join }).end;
  const isApart = !stream.beginsLine(join);
  return [isApart ? { ...edit, span: { start: behindValue, end: edit.span.end } } : edit];
}

/**
 * Returns a fix that writes `field ~ "a" or field ~ "b"`, in parentheses where there is another connective beside it.
 */
function repeatFieldFix(
  stream: WordStream,
  { name, operator, operand }: Condition,
  parts: readonly Part[],
  joint: TokenKind,
): MistakeFix {
  const end = parts.at(-1)!.value.to;
  const isInGroup = joint === TokenKind.Or && isBesideAnd(stream, { from: name.from, to: end });
  const start = `${fieldOf(stream, name)} ${stream.text(operator)} `;
  const nameStart = stream.span(name).start;
  const edits: readonly Edit[] = [
    ...(isInGroup ? [{ span: { start: nameStart, end: nameStart }, newText: '(' }] : []),
    stream.replace(operand, stream.correctedText(operand)),
    ...parts.map(({ value }, index) => {
      const following = isInGroup && index === parts.length - 1 ? ')' : '';
      return stream.replace(value, `${start}${stream.correctedText(value)}${following}`);
    }),
    ...parts.flatMap(({ join }) =>
      stream.kind(join) === TokenKind.Comma
        ? [stream.replace({ from: join, to: join + 1 }, joint === TokenKind.Or ? ' OR' : ' AND')]
        : [],
    ),
  ];
  return { kind: 'syntax', title: 'fix.repeat', arguments: { start: start.trim() }, edits };
}

/** True where a connective or a negation beside a range binds tighter than OR in it. */
export const isBesideAnd = (stream: WordStream, { from, to }: WordRange): boolean =>
  binding.has(stream.kind(to)) || (from > 0 && binding.has(stream.kind(from - 1)));

const binding: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Not, TokenKind.Bang]);

/** Returns a field as valid JQL. */
export const fieldOf = (stream: WordStream, name: WordRange): string =>
  name.to > name.from + 1 ? quoteFieldIfNeeded(stream.text(name)) : stream.text(name);
