import { builtInJql, type JqlKnowledge } from '../../server/src/jql/catalogue/knowledge.ts';
import { explainJql } from '../../server/src/jql/hover/jql-hover.ts';
import { parseJql } from '../../server/src/jql/syntax/parse-jql.ts';
import { jqlSyntax } from '../../server/src/jql/syntax/file-syntax.ts';
import type {
  Explanation,
  QueryView,
  QueryContext,
} from '../../server/src/query-file/language/language-service.ts';
import { QueryBlock } from '../../server/src/query-file/block.ts';
import { Scope } from '../../server/src/query-file/scope.ts';

/** The built-in knowledge about trackers. */
export const knowledge: JqlKnowledge = builtInJql;

export const context: QueryContext = {
  now: Date.UTC(2024, 2, 15, 12, 30, 45),
  defaultSite: 'bugs',
  sites: [
    { name: 'enwiki', kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
    { name: 'bugs', kind: 'tracker', url: 'https://bugs.example.org' },
    { name: 'cloud', kind: 'tracker', url: 'https://example.atlassian.net' },
  ],
};

/** A query that is a whole file. */
export function viewOf(text: string): QueryView {
  const block = new QueryBlock(text, jqlSyntax);
  return { block, scope: new Scope(block) };
}

/** The hover at the cursor, which is a `¦`, and the text that it is about. */
export function explained(marked: string): (Explanation & { readonly of: string }) | undefined {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const view = viewOf(text);
  const told = explainJql(view, parseJql(view.scope), offset, knowledge, context);
  return told && { ...told, of: text.slice(told.span.start, told.span.end) };
}
