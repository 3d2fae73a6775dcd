/** Converts queries to requests, and requests back to the text of a query. */
import { type MappedText, MappedTextBuilder } from '#shared/base/text/mapped-text.ts';
import { fieldsOption } from '../query-file/options/columns-option.ts';
import { Scope } from '../query-file/scope.ts';
import { bodyOf } from './syntax/query-body.ts';
import { tokensOf } from './syntax/tokenize.ts';
import { TokenKind } from './syntax/token-kinds.ts';
import { QueryDocument } from '../query-file/query-document.ts';
import { usePattern } from '../query-file/variables.ts';
import { jqlSyntax } from './syntax/file-syntax.ts';

/** The request that is sent for a query. */
export interface JqlRequest {
  /** The query without comments, variables replaced, with the place in the block of every part. */
  readonly text: MappedText;
  /** The fields to ask for, as the query names them; absent = the default ones. */
  readonly fields?: readonly string[];
}

/**
 * Returns the request for a query; its text is also what is copied for the tracker. An empty text matches every
 * issue.
 */
export function buildJqlRequest(scope: Scope): JqlRequest {
  const fields = fieldsOption(scope);
  return { text: withoutComments(bodyOf(scope)), ...(fields && { fields }) };
}

/** Returns the address of the tracker's search page with the query. */
export function navigatorUrl(base: string, jql: string): string {
  return `${base.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '')}/issues/?jql=${encodeURIComponent(jql.toWellFormed())}`;
}

/** Removes comments; a line with nothing else is removed with its comment. */
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

/** Returns the blanks that replace comments: one line end with the last line's indentation, where there was any. */
function joinedLines(blanks: string): string {
  const ends = /\r?\n|\r/.exec(blanks);
  return ends === null
    ? blanks
    : ends[0] + blanks.slice(1 + Math.max(blanks.lastIndexOf('\n'), blanks.lastIndexOf('\r')));
}

/** Returns the text of a query file for a query and its fields; `undefined` = no text would be read as this query. */
export function jqlQueryText(jql: string, fields: readonly string[] = []): string | undefined {
  const body = jql.trim();
  const directives = fields.length > 0 ? `# @fields ${fields.join(', ')}\n` : '';
  const text = directives + body.replaceAll(usePattern, String.raw`\$&`);
  return readsAs(text, body, fields) ? text : undefined;
}

/** True where a text is read as exactly this query, wherever it is put. */
function readsAs(text: string, jql: string, fields: readonly string[]): boolean {
  const { blocks } = new QueryDocument('', '', 0, `### \n${text}`, jqlSyntax);
  const [block] = blocks;
  if (blocks.length !== 1 || !block || block.variables.length > 0) return false;
  const request = buildJqlRequest(new Scope(block));
  return request.text.text === jql && (request.fields ?? []).join('\n') === fields.join('\n');
}
