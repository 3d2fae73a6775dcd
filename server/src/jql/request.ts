import { type MappedText, MappedTextBuilder } from '../language/mapped-text.ts';
import { fieldsOption } from '../queryfile/options/columns-option.ts';
import type { Scope } from '../queryfile/scope.ts';
import { bodyOf } from './syntax/query-body.ts';
import { tokensOf } from './syntax/tokenize.ts';
import { TokenKind } from './syntax/token-kinds.ts';

/** What goes over the wire for a query. */
export interface JqlRequest {
  /** The query without comments, variables put in, with the place in the block of every part. */
  readonly text: MappedText;
  /** The fields to ask for, as the query names them; absent = the default ones. */
  readonly fields?: readonly string[];
}

/** The request for a query, and the text that is copied for the tracker. An empty text asks for every issue. */
export function buildJqlRequest(scope: Scope): JqlRequest {
  const fields = fieldsOption(scope);
  return { text: withoutComments(bodyOf(scope)), ...(fields && { fields }) };
}

/** The query in the tracker's own page for queries. */
export function navigatorUrl(base: string, jql: string): string {
  return `${base.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')}/issues/?jql=${encodeURIComponent(jql.toWellFormed())}`;
}

/** The body without comments; a line that held nothing else goes with its comment. */
function withoutComments(body: MappedText): MappedText {
  const builder = new MappedTextBuilder();
  let hasBegun = false;
  let comments = false;
  let blanks = '';
  let from = 0;
  for (const { kind, start, end } of tokensOf(body.text)) {
    if (kind === TokenKind.Comment) comments = true;
    else if (kind === TokenKind.Space) blanks += body.text.slice(start, end);
    else {
      if (hasBegun && comments) builder.replaced(joinedLines(blanks), body.sourceOf(from, start));
      else if (hasBegun) builder.append(body.slice(from, start));
      builder.append(body.slice(start, end));
      hasBegun = true;
      comments = false;
      blanks = '';
      from = end;
    }
  }
  return builder.build(body.span);
}

/** The blanks around comments: one line end with the last line's indentation, where there was any. */
function joinedLines(blanks: string): string {
  const ends = /\r?\n|\r/.exec(blanks);
  return ends === null
    ? blanks
    : ends[0] + blanks.slice(1 + Math.max(blanks.lastIndexOf('\n'), blanks.lastIndexOf('\r')));
}
