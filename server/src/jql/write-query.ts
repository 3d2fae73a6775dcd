import { QueryDocument } from '../queryfile/query-document.ts';
import { Scope } from '../queryfile/scope.ts';
import { usePattern } from '../queryfile/variables.ts';
import { buildJqlRequest } from './request.ts';
import { jqlSyntax } from './syntax/file-syntax.ts';

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
