/** LSP's requests about variables. */
import {
  type CancellationToken,
  type Connection,
  type Location,
  LSPErrorCodes,
  type Position,
  ResponseError,
} from 'vscode-languageserver';
import { queryNamed, referencesIn } from '../../query-file/checking/references.ts';
import { isIdentifier } from '../../query-file/block.ts';
import { variableAt } from '../../query-file/variable-references.ts';
import { nameOf } from '../../query-file/query-names.ts';
import type { Guard } from '../guard.ts';
import type { VariablePlace } from '../features/variable-places.ts';
import { type QueryPlace, readable } from '../documents/query-views.ts';
import type { Workspace } from '../workspace.ts';
import type { ServerMessage } from '#shared/base/server-message.ts';

/** Definition, references, highlights and rename of variables: the same for every language. */
export function registerVariableRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  interface Where {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
  }
  const variableOf = ({ textDocument, position }: Where) => {
    const place = readable(workspace.place(textDocument.uri, position));
    const variable = place && variableAt(place.placed, place.offset);
    return place && variable && { place, variable };
  };
  /** Every use and definition of the variable at a position; `undefined` = no variable. */
  const find = async (
    where: Where,
    token: CancellationToken,
  ): Promise<readonly VariablePlace[] | undefined> => {
    const use = variableOf(where);
    const document = workspace.document(where.textDocument.uri);
    return use && document?.variables?.(use.place, use.variable.name, token);
  };

  const refuse = (why: ServerMessage) =>
    new ResponseError<void>(LSPErrorCodes.RequestFailed, workspace.runtime.wording(why));

  connection.onDefinition(
    guard('definition', null, async (params, token) => {
      const namedPlace = namedQuery(readable(workspace.place(params.textDocument.uri, params.position)));
      if (namedPlace) return [namedPlace];
      const places = await find(params, token);
      const definitions = places?.filter(place => place.isDefinition);
      return definitions?.map(({ range }) => ({ uri: params.textDocument.uri, range })) ?? null;
    }),
  );
  connection.onReferences(
    guard('references', [], async (params, token) => {
      const places = (await find(params, token)) ?? [];
      return places
        .filter(place => params.context.includeDeclaration || !place.isDefinition)
        .map(({ range }) => ({ uri: params.textDocument.uri, range }));
    }),
  );
  connection.onDocumentHighlight(
    guard('highlights', null, async (params, token) => {
      const places = await find(params, token);
      return places?.map(({ range }) => ({ range })) ?? null;
    }),
  );
  connection.onPrepareRename(
    guard('rename', null, params => {
      const use = variableOf(params);
      if (use === undefined) return null;
      const {
        place: { document, placed },
        variable,
      } = use;
      return { range: document.rangeIn(placed, variable.span), placeholder: variable.name };
    }),
  );
  connection.onRenameRequest(
    guard('rename', null, async (params, token) => {
      if (!isIdentifier(params.newName)) throw refuse('rename.badName');
      const places = await find(params, token);
      if (places === undefined) throw refuse('rename.notHere');
      const edits = places.map(({ range }) => ({ range, newText: params.newName }));
      return { changes: { [params.textDocument.uri]: edits } };
    }),
  );
}

/** Returns the name of the query whose rows are used at a place; `undefined` = no rows are used there. */
function namedQuery(place: QueryPlace | undefined): Location | undefined {
  const reference =
    place &&
    referencesIn(place.placed.block).find(
      ({ span }) => span.start <= place.offset && place.offset <= span.end,
    );
  const source = reference && queryNamed(place.document, reference.query);
  const name = source && nameOf(source.block);
  return name && { uri: source.document.uri, range: source.document.rangeIn(source, name.value.span) };
}
