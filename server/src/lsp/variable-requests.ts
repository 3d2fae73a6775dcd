import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
} from 'vscode-languageserver';
import { isIdentifier } from '../queryfile/block.ts';
import { placesOf, variableAt } from '../queryfile/variable-references.ts';
import type { Guard } from './guard.ts';
import type { Workspace } from './workspace.ts';
import type { ServerMessage } from './language.ts';

interface NameRange {
  readonly range: Range;
  readonly definition: boolean;
}

/** Definition, references, highlights and rename of variables: the same for every language. */
export function registerVariableRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  interface Where {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
  }
  const variableOf = ({ textDocument, position }: Where) => {
    const place = workspace.readablePlace(textDocument.uri, position);
    const variable = place && variableAt(place.placed, place.offset);
    return place && variable && { ...place, variable };
  };
  /** Every place of the variable at a position; `undefined` = no variable. */
  const find = async (where: Where, token: CancellationToken): Promise<NameRange[] | undefined> => {
    const found = variableOf(where);
    if (found === undefined) return undefined;
    const { document, placed, variable } = found;
    const places = await workspace.walk(where.textDocument.uri, token, () =>
      placesOf(document, placed, variable.name),
    );
    return places.map(place => ({
      range: document.rangeIn(place.placed, place.span),
      definition: place.definition,
    }));
  };

  const refuse = (why: ServerMessage) =>
    new ResponseError<void>(LSPErrorCodes.RequestFailed, workspace.runtime.wording(why));

  connection.onDefinition(
    guard('definition', null, async (params, token) => {
      const found = await find(params, token);
      const definitions = found?.filter(place => place.definition);
      return definitions?.map(({ range }) => ({ uri: params.textDocument.uri, range })) ?? null;
    }),
  );
  connection.onReferences(
    guard('references', [], async (params, token) => {
      const found = (await find(params, token)) ?? [];
      return found
        .filter(place => params.context.includeDeclaration || !place.definition)
        .map(({ range }) => ({ uri: params.textDocument.uri, range }));
    }),
  );
  connection.onDocumentHighlight(
    guard('highlights', null, async (params, token) => {
      const found = await find(params, token);
      return found?.map(({ range }) => ({ range })) ?? null;
    }),
  );
  connection.onPrepareRename(
    guard('rename', null, params => {
      const found = variableOf(params);
      if (found === undefined) return null;
      const { document, placed, variable } = found;
      return { range: document.rangeIn(placed, variable.span), placeholder: variable.name };
    }),
  );
  connection.onRenameRequest(
    guard('rename', null, async (params, token) => {
      if (!isIdentifier(params.newName)) throw refuse('rename.badName');
      const found = await find(params, token);
      if (found === undefined) throw refuse('rename.notHere');
      const edits = found.map(({ range }) => ({ range, newText: params.newName }));
      return { changes: { [params.textDocument.uri]: edits } };
    }),
  );
}
