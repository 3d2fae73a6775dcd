import {
  type CancellationToken,
  type Connection,
  type Location,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
} from 'vscode-languageserver';
import { queryNamed, referencesIn } from '../chains/references.ts';
import { isIdentifier } from '../queryfile/block.ts';
import type { QueryDocument } from '../queryfile/query-document.ts';
import { type NamePlace, placesOf, placesOfName, variableAt } from '../queryfile/variable-references.ts';
import { nameOf } from '../queryfile/query-names.ts';
import type { Guard } from './guard.ts';
import type { QueryPlace, Workspace } from './workspace.ts';
import type { ServerMessage } from '../common/server-message.ts';

interface NameRange {
  readonly range: Range;
  readonly definition: boolean;
}

function* rangesIn(document: QueryDocument, found: Iterable<readonly NamePlace[]>): Generator<NameRange[]> {
  for (const places of found)
    yield places.map(({ placed, span, definition }) => ({
      range: document.rangeIn(placed, span),
      definition,
    }));
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
    const { uri } = where.textDocument;
    const isFile = workspace.file(uri) !== undefined;
    return workspace.walkFences(uri, token, file =>
      rangesIn(
        file.document,
        isFile ? placesOf(document, placed, variable.name) : placesOfName(file.document, variable.name),
      ),
    );
  };

  const refuse = (why: ServerMessage) =>
    new ResponseError<void>(LSPErrorCodes.RequestFailed, workspace.runtime.wording(why));

  connection.onDefinition(
    guard('definition', null, async (params, token) => {
      const named = namedQuery(workspace.readablePlace(params.textDocument.uri, params.position));
      if (named) return [named];
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

/** The name of the query whose rows are used at a place; `undefined` = none are. */
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
