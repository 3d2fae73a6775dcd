import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import type { HostText, Segment } from './hosts/host-value.ts';
import { isLikeJql } from './jql-shape.ts';

const parameter = /[?&]jql=/;
const coded = /(?:%[0-9a-f]{2})+|\+/gi;

/**
 * Returns the JQL in an address, `…/search?jql=project%20%3D%20A`, decoded; `undefined` = no JQL. In prose an address ends
 * at a blank; a text that is nothing but an address may have blanks in its JQL, as many programs write it.
 */
export function jqlInAddress({ text, segments }: HostText): HostText | undefined {
  const match = parameter.exec(text.text);
  if (match === null) return undefined;
  const start = match.index + match[0].length;
  const isAlone = !/\s/.test(text.text.slice(0, match.index));
  const [value = ''] = (isAlone ? /^[^&#]*/ : /^[^&#\s"'<>`]*/).exec(text.text.slice(start)) ?? [];
  const jql = decoded(text.slice(start, start + value.length));
  if (jql === undefined || !isLikeJql(jql.text)) return undefined;
  return {
    kind: 'text',
    span: jql.span,
    text: jql,
    segments: segments.flatMap(segment => within(segment, jql)),
  };
}

/** Decodes percent-encoding; `undefined` = it does not encode text. */
function decoded(value: MappedText): MappedText | undefined {
  const builder = new MappedTextBuilder();
  let done = 0;
  for (const { 0: code, index } of value.text.matchAll(coded)) {
    builder.append(value.slice(done, index));
    done = index + code.length;
    const text = code === '+' ? ' ' : textOf(code);
    if (text === undefined) return undefined;
    builder.replaced(text, value.sourceOf(index, done));
  }
  builder.append(value.slice(done, value.text.length));
  return builder.build(value.span);
}

function textOf(code: string): string | undefined {
  try {
    return decodeURIComponent(code);
  } catch {
    return undefined;
  }
}

/** The part of a segment that holds the JQL; text written there is encoded for an address. */
function within({ span, encode }: Segment, { span: jql }: MappedText): readonly Segment[] {
  const part = { start: Math.max(span.start, jql.start), end: Math.min(span.end, jql.end) };
  if (part.start >= part.end) return [];
  return [{ span: part, encode: text => encode(encodeURIComponent(text.toWellFormed())) }];
}
