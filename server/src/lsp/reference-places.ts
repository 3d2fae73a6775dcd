/** Uses of other queries' rows at a place of a file. */
import { completeReference, explainReference, type ReferenceHost } from '../chains/reference-help.ts';
import type { NamedQuery } from '../chains/references.ts';
import type { QueryPlace, Workspace } from './workspace.ts';

/** What can be between the braces at a place. */
export const completeReferenceAt = (workspace: Workspace, place: QueryPlace) =>
  completeReference(hostOf(workspace, place), place.offset);

/** The use at a place; `undefined` = none is there. */
export const explainReferenceAt = (workspace: Workspace, place: QueryPlace) =>
  explainReference(hostOf(workspace, place), place.offset);

function hostOf(workspace: Pick<Workspace, 'views' | 'ran' | 'contextOf'>, place: QueryPlace): ReferenceHost {
  const { views, ran } = workspace;
  const { document, placed, view, language } = place;
  const context = workspace.contextOf(document.uri);
  return {
    document,
    placed,
    hasTemplates: language.runner.kind === 'wiki',
    columnsOf: (source: NamedQuery) => {
      const known = language.service.resultColumns(views.of(source.document, source).view, context);
      const result = ran.of({ document: source.document, placed: source });
      return { predicted: known, ...(result && { lastRun: result }) };
    },
    batch: name => language.runner.batch(view, context, name),
  };
}
