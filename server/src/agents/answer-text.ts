/** Answers for agents: text that others wrote is enclosed in two lines with a word that they cannot guess. */
import type { Json } from '#shared/protocol/json.ts';
import { bounded, type Bounds } from './bounded.ts';
import { type Members, type Refusal, say } from './refusal.ts';
import type { Outcome, ToolAnswer } from './tool.ts';

/** Characters of all that others wrote in an answer, as JSON. */
const budget = 130_000;

/** Bounds of any answer; the later ones are for data that would not fit otherwise. */
const answerBounds: readonly Bounds[] = [
  { text: 100_000, count: 10_000, depth: 8 },
  { text: 10_000, count: 300, depth: 8 },
  { text: 1_000, count: 60, depth: 6 },
  { text: 100, count: 10, depth: 2 },
];

/**
 * The answer of a tool.
 *
 * @param mark makes a word that was never used before
 */
export function answerOf({ summary, facts, data }: Outcome, mark: () => string): ToolAnswer {
  const { members: shown, cuts } = fitData(data);
  const knownFacts = { ...fitData(facts).members, ...(cuts > 0 && { complete: false }) };
  const words = cuts > 0 ? `${summary} ${say('data.cut')}` : summary;
  return {
    text: textOf(words, knownFacts, shown, mark),
    structured: { summary: words, ...structuredOf(knownFacts, shown) },
    isRefused: false,
  };
}

/** A call that an agent can make instead: the corrected one, or an example. */
export type CallInstead = { readonly call: Json } | { readonly example: Json };

/** The answer of a tool that did nothing. */
export function refusalAnswer(
  { code, message, data }: Refusal,
  mark: () => string,
  instead?: CallInstead,
): ToolAnswer {
  const summary = [
    message,
    ...Object.keys(instead ?? {}).map(kind => say(kind === 'call' ? 'call' : 'example')),
  ].join(' ');
  const { text, structured } = answerOf({ summary, facts: {}, data: { ...data, ...instead } }, mark);
  return { text, structured: { refused: code, ...structured }, isRefused: true };
}

/** Members as they are passed on, and how many parts of them were left out. */
interface Fitted {
  readonly members: Members;
  readonly cuts: number;
}

function fitData(data: Members): Fitted {
  let fits: Fitted = { members: {}, cuts: 0 };
  for (const bounds of answerBounds) {
    fits = within(data, bounds);
    if (JSON.stringify(fits.members).length <= budget) break;
  }
  return fits;
}

function within(data: Members, bounds: Bounds): Fitted {
  const parts = Object.entries(data).map(([name, value]) => ({ name, ...bounded(value, bounds) }));
  return {
    members: Object.fromEntries(parts.map(({ name, value }) => [name, value])),
    cuts: parts.reduce((sum, { cuts }) => sum + cuts, 0),
  };
}

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

/** Each value on a line of its own: JSON escapes line ends. */
const linesOf = (name: string, value: Json): readonly string[] =>
  isList(value) && value.length > 0
    ? [`${name}:`, ...value.map(item => JSON.stringify(item))]
    : [`${name}: ${JSON.stringify(value)}`];

function unusedWord(text: string, mark: () => string): string {
  let word = mark();
  while (text.includes(word)) word = mark();
  return word;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
