import assert from 'node:assert/strict';
import type {
  Completion,
  Explanation,
  QueryView,
  QueryContext,
} from '../../server/src/query-file/language/language-service.ts';
import { QueryDocument } from '../../server/src/query-file/query-document.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import { completeWiki } from '../../server/src/wiki/completion/wiki-completion.ts';
import { explainWiki } from '../../server/src/wiki/hover/wiki-hover.ts';
import type { WikiKnowledge } from '../../server/src/wiki/catalogue/knowledge.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../server/src/wiki/wiki-parser.ts';
import { builtIn, builtInCatalogue } from './catalogue.ts';

/** The built-in knowledge about wikis. */
export const knowledge: WikiKnowledge = builtIn;

export const context: QueryContext = {
  now: Date.UTC(2024, 2, 15, 12, 30, 45),
  defaultSite: 'enwiki',
  sites: [
    { name: 'enwiki', kind: 'wiki', url: 'https://en.wikipedia.org/w/api.php' },
    { name: 'bugs', kind: 'tracker', url: 'https://bugs.example.org' },
  ],
};

/** A query with a cursor in it. */
export interface Marked extends QueryView {
  /** In the block's text. */
  readonly offset: number;
}

/** Reads a file with `¦` or, without one, its last `|` as the cursor; the view is that of the cursor's query. */
export function view(marked: string): Marked {
  const mark = marked.includes('¦') ? marked.indexOf('¦') : marked.lastIndexOf('|');
  assert(mark >= 0, 'no cursor');
  const text = marked.slice(0, mark) + marked.slice(mark + 1);
  const document = new QueryDocument('file:///test.wikiquery', 'wikiquery', 1, text);
  const before = text.slice(0, mark);
  const placed = document.blockAt(before.split('\n').length - 1);
  const start = document.blocks.slice(0, placed.index).reduce((sum, block) => sum + block.text.length, 0);
  return { block: placed.block, scope: new Scope(placed.block, document.header), offset: mark - start };
}

/** The model of a query by the built-in catalogue. */
export const modelOf = (query: QueryView): WikiModel =>
  new WikiModel(parseWikiQuery(query.scope), builtInCatalogue);

/** A query without a cursor: its text and its model. */
export function read(text: string): {
  readonly query: Marked;
  readonly text: string;
  readonly model: WikiModel;
} {
  const query = view(`${text}¦`);
  return { query, text: query.block.text, model: modelOf(query) };
}

/** The completions at the cursor, the first one first. */
export function offered(marked: string): Completion[] {
  const at = view(marked);
  return completeWiki(at, modelOf(at), at.offset, knowledge, context).toSorted((a, b) => a.rank - b.rank);
}

/** The labels of the completions, the first one first. */
export const labels = (marked: string): string[] => offered(marked).map(({ label }) => label);

/** The query's text after a completion is accepted at the cursor, by its label. */
export function accepted(marked: string, label: string): string {
  const completion = offered(marked).find(each => each.label === label);
  assert(completion, `${label} is not offered`);
  const { text } = view(marked).block;
  const { span, newText } = completion.edit;
  return text.slice(0, span.start) + newText + text.slice(span.end);
}

/** The hover at the cursor; `undefined` = none. */
export function explained(marked: string): Explanation | undefined {
  const at = view(marked);
  return explainWiki(at, modelOf(at), at.offset, knowledge, context);
}
