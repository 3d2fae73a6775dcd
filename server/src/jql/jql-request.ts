import { type MappedText, MappedTextBuilder } from '../language/mapped-text.ts';
import { fieldsOption } from '../queryfile/columns-option.ts';
import { Scope } from '../queryfile/scope.ts';
import { bodyOf } from './syntax/query-body.ts';
import { tokensOf } from './syntax/tokenize.ts';
import { TokenKind } from './syntax/token-kinds.ts';
import { QueryDocument } from '../queryfile/query-document.ts';
import { usePattern } from '../queryfile/variables.ts';
import { jqlSyntax } from './syntax/file-syntax.ts';

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

/** A query that a tracker was sent, with the fields that it asked for, as the text of a query file; `undefined` = no text reads as it. */
export function jqlQueryText(jql: string, fields: readonly string[] = []): string | undefined {
  const body = jql.trim();
  const directives = fields.length > 0 ? `# @fields ${fields.join(', ')}\n` : '';
  const text = directives + body.replaceAll(usePattern, String.raw`\$&`);
  return readsAs(text, body, fields) ? text : undefined;
}

/** Whether a text is one query of this meaning, wherever it is put. */
function readsAs(text: string, jql: string, fields: readonly string[]): boolean {
  const { blocks } = new QueryDocument('', '', 0, `### \n${text}`, jqlSyntax);
  const [block] = blocks;
  if (blocks.length !== 1 || !block || block.variables.length > 0) return false;
  const request = buildJqlRequest(new Scope(block));
  return request.text.text === jql && (request.fields ?? []).join('\n') === fields.join('\n');
}
