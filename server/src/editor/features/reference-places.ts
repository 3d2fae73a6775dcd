/** Completion and hover of references to other queries' rows. */
import {
  completeReference,
  explainReference,
  referenceRequests,
  type ReferenceHost,
} from '../../query-file/checking/reference-help.ts';
import type { NamedQuery } from '../../query-file/checking/references.ts';
import type { DocumentHost } from '../documents/document-host.ts';
import type { QueryPlace } from '../documents/query-views.ts';

/** Completes a reference to another query's rows, between its braces. */
export const completeReferenceAt = (host: DocumentHost, place: QueryPlace) =>
  completeReference(hostOf(host, place), place.offset);

/** Explains the reference to another query's rows at a place; `undefined` = no reference is there. */
export const explainReferenceAt = (host: DocumentHost, place: QueryPlace) =>
  explainReference(hostOf(host, place), place.offset);

/** The knowledge of the requests for the references of the query at a place. */
export const referenceRequestsAt = (host: DocumentHost, place: QueryPlace) =>
  referenceRequests(hostOf(host, place));

function hostOf(host: DocumentHost, place: QueryPlace): ReferenceHost {
  const { views, lastResults } = host;
  const { document, placed, view, language } = place;
  const context = host.contextOf(document.uri);
  return {
    document,
    placed,
    columnsOf: (source: NamedQuery) => {
      const sourceColumns = language.service.resultColumns(views.of(source.document, source).view, context);
      const result = lastResults.of({ document: source.document, placed: source });
      return { predicted: sourceColumns, ...(result && { lastRun: result }) };
    },
    batch: name => language.runner.batch(view, context, name),
  };
}
