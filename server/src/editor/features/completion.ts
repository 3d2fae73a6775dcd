/** Completion in the text of a query file or a fence. */
import type { CompletionList } from 'vscode-languageserver-types';
import type { Completion } from '../../query-file/language/language-service.ts';
import { signalOf } from '../guard.ts';
import { Converter } from './convert.ts';
import type { DocumentHost } from '../documents/document-host.ts';
import type { CompletionRequest } from '../documents/document-kind.ts';
import type { QueryPlace } from '../documents/query-views.ts';
import { completeReferenceAt } from './reference-places.ts';
import { suggestedAt } from './value-suggestions.ts';

/** Returns what can be inserted at a place: by its language, by its site, and the rows of other queries. */
export async function completeQuery(
  host: DocumentHost,
  place: QueryPlace,
  { abilities, isDot, token }: CompletionRequest,
): Promise<CompletionList> {
  const { document, placed, view, offset, language } = place;
  const converter = new Converter(document, placed);
  const converted = (item: Completion) => converter.completion(item, document.languageId, abilities);
  const references = completeReferenceAt(host, place);
  if (references.only || isDot) return { isIncomplete: false, items: references.items.map(converted) };
  const suggested = await suggestedAt(host, place, signalOf(token));
  const context = host.completionContext(place);
  const isBetweenBraces = references.items.length > 0;
  const completions = language.service
    .complete(view, offset, context, suggested.values)
    .filter(({ kind }) => !isBetweenBraces || kind === 'variable');
  return {
    isIncomplete: suggested.changes || completions.some(({ changes }) => changes),
    items: [...completions, ...references.items].map(converted),
  };
}
