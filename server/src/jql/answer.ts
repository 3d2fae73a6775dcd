import { visibleLine } from '../common/visible-text.ts';
import table from '../../catalogue/jql/answers.json' with { type: 'json' };
import type { MappedText } from '../language/mapped-text.ts';
import type { Problem, Severity } from '../language/problem.ts';
import type { Span } from '../language/span.ts';
import { type Mention, mentionsOf } from './mentions.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { tokensOf } from './syntax/tokenize.ts';
import { isTrivia } from './syntax/tokens.ts';

/** An error or a warning as the tracker sent it: plain text. */
export interface TrackerMessage {
  readonly text: string;
}

/** What the tracker itself said about a query, at the place in it that caused it. */
export interface AnswerProblem extends Problem {
  readonly source: 'tracker';
}

const longestText = 500;
const prefix = new RegExp(table.prefix, 'i');
const position = new RegExp(table.position);
const atEnd = new RegExp(table.end, 'i');
const patterns = table.patterns.map(({ code, pattern, names }) => ({
  code,
  pattern: new RegExp(pattern, 'is'),
  names,
}));

/**
 * Places what a tracker answered in the query that it was asked: by the line and character that it tells of the
 * text that it was sent, else by the names in its message. (facts/jira-rest.json, "errorBody")
 *
 * @param query the query in its block
 * @param sent what the tracker was sent
 */
export function placeJqlAnswer(
  query: JqlQuery,
  sent: MappedText,
  errors: readonly TrackerMessage[],
  warnings: readonly TrackerMessage[],
): readonly AnswerProblem[] {
  const mentions = mentionsOf(query);
  const problemsOf = (messages: readonly TrackerMessage[], severity: Severity) =>
    messages.flatMap(({ text }) => {
      const { code, spans } = placed(text, mentions, sent);
      const shownText = shown(text);
      return spans.map((span): AnswerProblem => ({
        source: 'tracker',
        code,
        severity,
        span,
        message: 'tracker-says',
        arguments: { text: shownText },
      }));
    });
  return [...problemsOf(errors, 'error'), ...problemsOf(warnings, 'warning')];
}

/** On one line, without characters that steer the display, without what its place tells, and not too long. */
function shown(text: string): string {
  const own = text.replace(prefix, '').replace(position, '');
  const plain = visibleLine(own).trim();
  return plain.length > longestText ? `${plain.slice(0, longestText)}…` : plain;
}

function placed(
  text: string,
  mentions: readonly Mention[],
  sent: MappedText,
): { code: string; spans: readonly Span[] } {
  const known = patterns.find(({ pattern }) => pattern.test(text));
  const found = known?.pattern.exec(text)?.slice(1) ?? [];
  const code = known?.code ?? 'tracker';
  const place = position.exec(text);
  const at = place && offsetOf(sent.text, Number(place[1]), Number(place[2]));
  if (at !== null && at !== undefined) return { code, spans: [spanAt(sent, at, found[0] ?? '')] };
  if (atEnd.test(text)) return { code, spans: [spanAt(sent, sent.text.length, '')] };
  const names = new Map((known?.names ?? []).map((role, index) => [role, found[index] ?? '']));
  const spans = named(mentions, names);
  return { code, spans: spans.length > 0 ? spans : [quoted(mentions, text) ?? sent.span] };
}

/** The offset of a line and a character, both from 1; `undefined` = the text has no such place. */
function offsetOf(text: string, line: number, character: number): number | undefined {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const at = start + character - 1;
  return character > 0 && at <= text.length ? at : undefined;
}

/** The place of what a message names at an offset; else of the token there; behind the last one, of that. */
function spanAt(sent: MappedText, at: number, name: string): Span {
  const { text } = sent;
  if (name !== '' && same(text.slice(at, at + name.length), name)) return sent.sourceOf(at, at + name.length);
  const tokens = tokensOf(text).filter(({ kind, start }) => !isTrivia(kind) && start <= at);
  const token = tokens.at(-1) ?? { start: 0, end: text.length };
  return sent.sourceOf(token.start, token.end);
}

/** The parts of a query that a message is about: of the field that it names, where there are such. */
function named(mentions: readonly Mention[], names: ReadonlyMap<string, string>): readonly Span[] {
  const field = names.get('field');
  const [role = 'field', text = ''] = [...names].find(([each]) => each !== 'field') ?? [...names][0] ?? [];
  if (names.size === 0) return [];
  const ofText = mentions.filter(
    mention => same(mention.text, text) && (mention.role === role || isFieldOf(mention, role)),
  );
  const ofField = ofText.filter(mention => field === undefined || same(mention.field, field));
  const fields = mentions.filter(mention => mention.role === 'field' && same(mention.text, field ?? ''));
  const best = [ofField, ofText, fields].find(each => each.length > 0) ?? [];
  return best.map(({ span }) => span);
}

/** A field that is unknown is so wherever it stands. */
const isFieldOf = (mention: Mention, role: string): boolean => role === 'field' && mention.role === 'sort';

/** The first part that a message quotes. */
function quoted(mentions: readonly Mention[], text: string): Span | undefined {
  const words = Array.from(text.matchAll(/['"“«„]([^'"”»“]+)['"”»“]/g), match => match[1] ?? '');
  for (const word of words) {
    const mention = mentions.find(each => same(each.text, word));
    if (mention) return mention.span;
  }
  return undefined;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
