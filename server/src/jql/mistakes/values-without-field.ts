import type { Edit } from '../../language/problem.ts';
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
 * Values after a condition that have no field of their own: `= Open or Done`, `= Open, Done`; or another condition
 * after a comma. Returns the number of the word after them.
 */
export function findValuesWithoutField(sentence: WordStream, condition: Condition): number {
  const { operator, operand } = condition;
  const parts: Part[] = [];
  let to = operand.to;
  if (operand.to === operand.from) return to;
  for (;;) {
    const kind = sentence.kind(to);
    if (kind !== TokenKind.And && kind !== TokenKind.Or && kind !== TokenKind.Comma) break;
    if (kind !== TokenKind.Comma && beginsOperator(sentence, to + 1)) break;
    const value = sentence.value(to + 1);
    if (value.to === value.from) break;
    if (beginsCondition(sentence, value)) {
      if (kind === TokenKind.Comma && parts.length === 0) reportSeparator(sentence, to);
      break;
    }
    if (isField(sentence, value)) break;
    if (beginsWithColon(sentence, value.from) && !hasLabels(sentence, condition.name)) break;
    parts.push({ join: to, value });
    ({ to } = value);
  }
  const isList = sentence.kind(operand.from) === TokenKind.Open;
  const run = { from: operator.from, to };
  if (parts.length > 0 && operator.name !== undefined && !isList && sentence.isLiteral(run))
    report(sentence, condition, parts);
  return to;
}

/** True for `or in (Open, Done)` and `or is empty`, but not for `or In Progress`. */
function beginsOperator(sentence: WordStream, at: number): boolean {
  const [kind, next] = [sentence.kind(at), sentence.kind(at + 1)];
  if (kind === TokenKind.In) return next === TokenKind.Open;
  if (kind === TokenKind.Is) return next === TokenKind.Empty || next === TokenKind.Not;
  return kind === TokenKind.Was || kind === TokenKind.Changed;
}

/** True where a value is rather the name of a field with its operator. */
const beginsCondition = (sentence: WordStream, value: WordRange): boolean =>
  sentence.isOperator(value.to) ||
  sentence.kind(value.to) === TokenKind.OpenBracket ||
  isNamed(sentence, value);

/** True for `resolution is Unresolved` and `Epic Link = A-1`: the words up to an operator are the name of a field. */
function isNamed(sentence: WordStream, { from, to }: WordRange): boolean {
  let at = from + 1;
  while (sentence.isWord(at) && !sentence.isOperator(at)) at++;
  if (!sentence.isOperator(at)) return false;
  const isBeforeValue = sentence.kind(at) === TokenKind.Is && at < to - 1;
  return isBeforeValue || sentence.catalogue.field(sentence.text({ from, to: at })) !== undefined;
}

/** True for one word that is the name of a field. */
export const isField = (sentence: WordStream, value: WordRange): boolean =>
  value.to === value.from + 1 && sentence.catalogue.field(sentence.text(value)) !== undefined;

/** True for a field of labels: they often have a colon, as in `type:bug`. */
const hasLabels = (sentence: WordStream, name: WordRange): boolean =>
  sentence.catalogue.field(sentence.text(name))?.type === 'LABEL';

function reportSeparator(sentence: WordStream, at: number): void {
  const run = { from: at, to: at + 1 };
  if (!sentence.isLiteral(run)) return;
  // A semicolon at the end of a line rather ends a query.
  const isEnd = sentence.wordText(at) === ';' && sentence.beginsLine(at + 1);
  sentence.mistakes.push({
    code: 'separator',
    span: sentence.span(run),
    arguments: { found: sentence.wordText(at) },
    covers: sentence.spanToNext(run),
    fixes: [
      {
        kind: 'syntax',
        title: 'fix.writeAnd',
        arguments: {},
        edits: [sentence.replace(run, sentence.isAdjacent(at + 1) ? ' AND ' : ' AND')],
        ...(!isEnd && { preferred: true }),
      },
    ],
  });
}

function report(sentence: WordStream, condition: Condition, parts: readonly Part[]): void {
  const { operator, operand } = condition;
  const all = { from: parts[0]!.value.from, to: parts.at(-1)!.value.to };
  const joint = parts.map(({ join }) => sentence.kind(join)).find(kind => kind !== TokenKind.Comma);
  const list = operator.name && (takesList(operator.name) ? operator.name : counterpart(operator.name));
  const asList = list === undefined ? [] : [asListFix(sentence, condition, parts, list)];
  const repeated = joint === undefined ? [] : [repeatFieldFix(sentence, condition, parts, joint)];
  // `= a and b` asks for both, which only the field can decide.
  const isBoth = operator.name === '=' && joint === TokenKind.And;
  const fixes: readonly MistakeFix[] = [...asList, ...repeated].map((fix, index) => ({
    ...fix,
    ...(index === 0 && !isBoth && { preferred: true }),
  }));
  sentence.mistakes.push({
    code: joint === undefined ? 'values-without-list' : 'lone-value',
    span: sentence.span(all),
    arguments: { text: sentence.text(all), field: sentence.text(condition.name) },
    covers: sentence.spanToNext({ from: operand.from, to: all.to }),
    fixes,
  });
}

/** `in (Open, Done)` */
function asListFix(
  sentence: WordStream,
  { operator, operand }: Condition,
  parts: readonly Part[],
  name: string,
): MistakeFix {
  const values = [operand, ...parts.map(({ value }) => value)];
  const texts = values.map(value => sentence.correctedText(value));
  const last = values.length - 1;
  const isSame = operator.name === name;
  const edits: readonly Edit[] = [
    ...(isSame ? [] : [sentence.replace(operator, operatorText(sentence, operator, name))]),
    ...values.map((value, index) => {
      const [before, following] = [index === 0 ? '(' : '', index === last ? ')' : ''];
      return sentence.replace(value, `${before}${texts[index]!}${following}`);
    }),
    ...parts.flatMap(({ join }) => commaEdits(sentence, join)),
  ];
  const to = `${isSame ? sentence.text(operator) : name} (${texts.join(', ')})`;
  return { kind: 'list', title: 'fix.asList', arguments: { to }, edits };
}

/** An operator in letters with blanks where the sign before it had none. */
function operatorText(sentence: WordStream, { from, to }: WordRange, name: string): string {
  const before = sentence.isAdjacent(from) ? ' ' : '';
  return `${before}${name}${sentence.isAdjacent(to) ? ' ' : ''}`;
}

/** A comma directly after the value before, in place of a connective. */
function commaEdits(sentence: WordStream, join: number): Edit[] {
  if (sentence.wordText(join) === ',') return [];
  const edit = sentence.replace({ from: join, to: join + 1 }, ',');
  const behindValue = sentence.span({ from: join - 1, to: join }).end;
  const isApart = !sentence.beginsLine(join);
  return [isApart ? { ...edit, span: { start: behindValue, end: edit.span.end } } : edit];
}

/** `field ~ "a" or field ~ "b"`, in parentheses where there is another connective beside it. */
function repeatFieldFix(
  sentence: WordStream,
  { name, operator, operand }: Condition,
  parts: readonly Part[],
  joint: TokenKind,
): MistakeFix {
  const end = parts.at(-1)!.value.to;
  const isInGroup = joint === TokenKind.Or && isBesideAnd(sentence, { from: name.from, to: end });
  const start = `${fieldOf(sentence, name)} ${sentence.text(operator)} `;
  const nameStart = sentence.span(name).start;
  const edits: readonly Edit[] = [
    ...(isInGroup ? [{ span: { start: nameStart, end: nameStart }, newText: '(' }] : []),
    sentence.replace(operand, sentence.correctedText(operand)),
    ...parts.map(({ value }, index) => {
      const following = isInGroup && index === parts.length - 1 ? ')' : '';
      return sentence.replace(value, `${start}${sentence.correctedText(value)}${following}`);
    }),
    ...parts.flatMap(({ join }) =>
      sentence.kind(join) === TokenKind.Comma
        ? [sentence.replace({ from: join, to: join + 1 }, joint === TokenKind.Or ? ' OR' : ' AND')]
        : [],
    ),
  ];
  return { kind: 'syntax', title: 'fix.repeat', arguments: { start: start.trim() }, edits };
}

/** True where a connective or a negation beside a run binds tighter than OR in it. */
export const isBesideAnd = (sentence: WordStream, { from, to }: WordRange): boolean =>
  binding.has(sentence.kind(to)) || (from > 0 && binding.has(sentence.kind(from - 1)));

const binding: ReadonlySet<TokenKind> = new Set([TokenKind.And, TokenKind.Not, TokenKind.Bang]);

/** A field as it must be written. */
export const fieldOf = (sentence: WordStream, name: WordRange): string =>
  name.to > name.from + 1 ? quoteFieldIfNeeded(sentence.text(name)) : sentence.text(name);
