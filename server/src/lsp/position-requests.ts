import type { CompletionItem, Connection, Position } from 'vscode-languageserver';
import type { Completion } from '../language/service.ts';
import { type CompletionAbilities, Converter } from './convert.ts';
import type { Guard } from './guard.ts';
import { type Workspace, signalOf } from './workspace.ts';
import { selections } from './document-structure.ts';
import { completeReferenceAt, explainReferenceAt } from './reference-places.ts';
import { completeStatement, hoverStatement } from './statement-features.ts';
import { suggestedAt } from './value-suggestions.ts';

interface CompletionSubject {
  readonly languageId: string;
  readonly subject: Readonly<Record<string, string>>;
}

const markdown = (value: string) => ({ kind: 'markdown' as const, value });

/** Answers LSP's requests about a place in a text by asking the language at that place. */
export function registerPositionRequests(
  connection: Connection,
  workspace: Workspace,
  guard: Guard,
  abilities: CompletionAbilities,
): void {
  const at = (params: { textDocument: { uri: string }; position: Position }) =>
    workspace.readablePlace(params.textDocument.uri, params.position);

  connection.onCompletion(
    guard('completion', null, async (params, token) => {
      const place = at(params);
      // A dot begins the name of a column, in a reference and in SQL, and nothing elsewhere.
      const isDot = params.context?.triggerCharacter === '.';
      if (place === undefined) {
        const { uri } = params.textDocument;
        const found = await completeStatement(workspace, uri, params.position, abilities);
        if (found || isDot) return found ?? null;
        return workspace.embedded.complete(uri, params.position, abilities);
      }
      const { document, placed, view, offset, language } = place;
      const converter = new Converter(document, placed);
      const converted = (item: Completion) => converter.completion(item, document.languageId, abilities);
      const references = completeReferenceAt(workspace, place);
      if (references.only || isDot) return { isIncomplete: false, items: references.items.map(converted) };
      const suggested = await suggestedAt(workspace, place, signalOf(token));
      const context = workspace.completionContext(place);
      const isBetweenBraces = references.items.length > 0;
      const offered = language.service
        .complete(view, offset, context, suggested.values)
        .filter(({ kind }) => !isBetweenBraces || kind === 'variable');
      return {
        isIncomplete: suggested.changes || offered.some(({ changes }) => changes),
        items: [...offered, ...references.items].map(converted),
      };
    }),
  );
  connection.onCompletionResolve((item, token) =>
    guard('documentation', item, () => resolved(workspace, item))(item, token),
  );
  connection.onHover(
    guard('hover', null, async params => {
      const place = at(params);
      if (place === undefined) {
        const { uri } = params.textDocument;
        const found = await hoverStatement(workspace, uri, params.position);
        return found === undefined ? workspace.embedded.hover(uri, params.position) : found;
      }
      const found =
        explainReferenceAt(workspace, place) ??
        place.language.service.explain(place.view, place.offset, workspace.contextOf(place.document.uri));
      if (found === undefined) return null;
      return {
        contents: markdown(found.markdown),
        range: place.document.rangeIn(place.placed, found.span),
      };
    }),
  );
  connection.onSignatureHelp(
    guard('signature', null, params => {
      const place = at(params);
      const found = place?.language.service.signature?.(
        place.view,
        place.offset,
        workspace.contextOf(place.document.uri),
      );
      if (found === undefined) return null;
      const parameters = found.parameters.map(each => ({
        label: each.label,
        documentation: markdown(each.markdown),
      }));
      return {
        signatures: [{ label: found.label, documentation: markdown(found.markdown), parameters }],
        activeSignature: 0,
        activeParameter: found.active,
      };
    }),
  );
  connection.onSelectionRanges(
    guard('selection', [], ({ textDocument, positions }) => {
      const file = workspace.file(textDocument.uri);
      return file ? selections(file, workspace.views, positions) : [];
    }),
  );
}

function resolved(workspace: Workspace, item: CompletionItem): CompletionItem {
  const data: CompletionSubject | undefined = item.data;
  const documentation =
    data && workspace.runtime.languages.get(data.languageId)?.service.documentation(data.subject);
  return documentation === undefined
    ? item
    : { ...item, documentation: { kind: 'markdown', value: documentation } };
}
