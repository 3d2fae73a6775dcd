/** Reads `@group`: columns, then the aggregates of each group, as in `user, timestamp by month: count, sum size`. */
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { Span, Token } from '#shared/base/text/span.ts';
import {
  type AggregateName,
  aggregateNames,
  type DateUnit,
  dateUnits,
} from '#shared/base/tables/aggregates.ts';
import type { Directive } from '../block.ts';
import { directiveProblem } from './directive-values.ts';
import type { Scope } from '../scope.ts';

/** A column that rows are grouped by, as it is named. */
interface NamedKey {
  readonly column: Token;
  readonly unit?: DateUnit;
}

/** An aggregate of each group; `column` is absent where it counts rows. */
interface NamedAggregate {
  readonly name: AggregateName;
  readonly column?: Token;
}

/** The grouping of a query, with the columns as they are named; offsets are those of the block. */
export interface GroupOption {
  readonly by: readonly NamedKey[];
  readonly aggregates: readonly NamedAggregate[];
}

interface Reading extends GroupOption {
  readonly problems: readonly Problem[];
}

/** The grouping that a query wants; `undefined` = it does not say. Without anything to compute, rows are counted. */
export function groupOption(scope: Scope): GroupOption | undefined {
  const groupDirective = scope.directive('group');
  const option = groupDirective && readGroup(groupDirective.directive);
  if (option === undefined || option.by.length === 0) return undefined;
  return option.aggregates.length > 0 ? option : { by: option.by, aggregates: [{ name: 'count' }] };
}

export const checkGroup = (directive: Directive, example: string): readonly Problem[] =>
  readGroup(directive, example).problems;

/** The columns that a directive `@group` names, with their places. */
export function groupColumns(directive: Directive): readonly Token[] {
  const { by, aggregates } = readGroup(directive);
  return [...by, ...aggregates].flatMap(({ column }) => column ?? []);
}

/** The parts of a value between separators that are not in quotes, with the separator before each. */
export function partsOf(text: string): readonly { readonly before: string; readonly span: Span }[] {
  const parts: { before: string; span: Span }[] = [];
  let [start, before, isQuoted, colons] = [0, '', false, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === ',' || (character === ':' && colons === 0))) {
      parts.push({ before, span: { start, end: at } });
      if (character === ':') colons++;
      [start, before] = [at + 1, character];
    }
  }
  return [...parts, { before, span: { start, end: text.length } }];
}

function readGroup(directive: Directive, example = ''): Reading {
  const { text, span } = directive.value;
  const by: NamedKey[] = [];
  const aggregates: NamedAggregate[] = [];
  const problems: Problem[] = [];
  let isKey = true;
  for (const { before, span: part } of partsOf(text)) {
    if (before === ':') isKey = false;
    const piece = trim(text, part, span.start);
    if (piece.text === '') {
      const at = span.start + part.start;
      problems.push({
        ...directiveProblem('group-syntax', directive, { example }),
        span: { start: Math.max(span.start, at - 1), end: Math.max(at, span.start + 1) },
        message: isKey ? 'group-syntax' : 'group-syntax.aggregate',
      });
    } else if (isKey) by.push(readKey(piece));
    else {
      const aggregate = readAggregate(piece, directive);
      if ('code' in aggregate) problems.push(aggregate);
      else aggregates.push(aggregate);
    }
  }
  return { by, aggregates, problems };
}

function readKey(piece: Token): NamedKey {
  const match = /\sby\s+([a-z]+)$/i.exec(piece.text);
  const unit = dateUnits.find(dateUnit => dateUnit === match?.[1]?.toLowerCase());
  if (match === null || unit === undefined) return { column: unquoted(piece) };
  const text = piece.text.slice(0, match.index).trimEnd();
  const { start } = piece.span;
  return { column: unquoted({ text, span: { start, end: start + text.length } }), unit };
}

function readAggregate(piece: Token, directive: Directive): NamedAggregate | Problem {
  const [, word = '', blanks = '', rest = ''] = /^(\S+?)(\s+|(?=")|$)(.*)$/s.exec(piece.text) ?? [];
  const { start } = piece.span;
  const name = aggregateNames.find(aggregateName => aggregateName === word.toLowerCase());
  if (name === undefined) {
    const similar = nearest(word, aggregateNames);
    const args = {
      value: word,
      choices: aggregateNames.join(', '),
      ...(similar !== undefined && { nearest: similar }),
    };
    return {
      ...directiveProblem('directive-choice', directive, args),
      span: { start, end: start + word.length },
    };
  }
  if (rest === '') {
    if (name === 'count') return { name };
    return { ...directiveProblem('group-without-column', directive, { value: word }), span: piece.span };
  }
  const from = start + word.length + blanks.length;
  return { name, column: unquoted({ text: rest, span: { start: from, end: from + rest.length } }) };
}

/** A part of a text without the blanks around it; `offset` = where the text begins in the block. */
function trim(text: string, { start, end }: Span, offset: number): Token {
  const part = text.slice(start, end);
  const from = offset + start + (part.length - part.trimStart().length);
  const trimmed = part.trim();
  return { text: trimmed, span: { start: from, end: from + trimmed.length } };
}

const unquoted = ({ text, span }: Token): Token => ({ text: text.replaceAll('"', '').trim(), span });
