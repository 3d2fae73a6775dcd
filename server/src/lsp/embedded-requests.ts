import type { Connection } from 'vscode-languageserver';
import { asQueryFile } from '../embedded/as-query-file.ts';
import { embeddedQueryRequest, type EmbeddedQueryResult } from '../protocol/documents/query-conversion.ts';
import type { DocumentPosition } from '../protocol/run.ts';
import { onRequest } from './custom-requests.ts';
import type { Guard } from './guard.ts';
import type { Workspace } from './workspace.ts';

/** Answers the requests about queries in files of other languages. */
export function registerEmbeddedRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  onRequest(
    connection,
    embeddedQueryRequest,
    guard(
      'embedded query',
      null,
      async ({ uri, position }: DocumentPosition): Promise<EmbeddedQueryResult | null> => {
        const query = await workspace.embedded.query(uri, position);
        return query === undefined ? null : { languageId: query.language, text: asQueryFile(query) };
      },
    ),
  );
}
