/** Answers as agents receive them: what others wrote is between two lines that they cannot have known. */
import type { Json } from '../protocol/json.ts';
import { bounded } from './bounded.ts';
import { type Refusal, say } from './refusal.ts';
import type { Members, Outcome, ToolAnswer } from './tool-answer.ts';

/** Above these nothing is passed on, whatever a tool does. */
const outermost = { text: 100_000, count: 10_000, depth: 8 };

/**
 * The answer of a tool.
 *
 * @param mark makes a word that was never used before
 */
export function answerOf({ summary, facts, data }: Outcome, mark: () => string): ToolAnswer {
  const shown = visible(data);
  const known = visible(facts);
  return {
    text: textOf(summary, known, shown, mark),
    structured: structuredOf(known, shown),
    isRefused: false,
  };
}

/** The answer of a tool that did nothing. */
export function refusalAnswer({ code, message, data }: Refusal, mark: () => string): ToolAnswer {
  const shown = visible(data);
  const facts = { refused: code, message };
  return { text: textOf(message, {}, shown, mark), structured: structuredOf(facts, shown), isRefused: true };
}

const visible = (data: Members): Members =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, bounded(value, outermost).value]));

const structuredOf = (facts: Members, data: Members): Members => ({
  ...facts,
  ...data,
  untrusted: Object.keys(data),
});

function textOf(summary: string, facts: Members, data: Members, mark: () => string): string {
  const head = [summary, ...(Object.keys(facts).length > 0 ? [JSON.stringify(facts)] : [])];
  const lines = Object.entries(data).flatMap(([name, value]) => linesOf(name, value));
  if (lines.length === 0) return head.join('\n');
  const body = lines.join('\n');
  const word = unusedWord(body, mark);
  return [...head, say('data.begin', { word }), body, say('data.end', { word })].join('\n');
}

/** A value of one line each: JSON has no line ends. */
const linesOf = (name: string, value: Json): readonly string[] =>
  isList(value) && value.length > 0
    ? [`${name}:`, ...value.map(each => JSON.stringify(each))]
    : [`${name}: ${JSON.stringify(value)}`];

function unusedWord(text: string, mark: () => string): string {
  let word = mark();
  while (text.includes(word)) word = mark();
  return word;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
