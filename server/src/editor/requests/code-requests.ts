/** Requests that convert between queries and code. */
import type { Connection } from 'vscode-languageserver';
import forms from '../../../catalogue/messages/query-code-forms.json' with { type: 'json' };
import { wordingOf } from '#shared/base/text/wording.ts';
import { problemMessage } from '#shared/base/text/problem.ts';
import {
  embeddedQueryRequest,
  type EmbeddedQueryResult,
  copyAsRequest,
  type CopyAsResult,
  pasteAsRequest,
} from '#shared/protocol/documents/query-conversion.ts';
import type { DocumentPosition } from '#shared/protocol/run.ts';
import { onRequest } from './custom-requests.ts';
import type { Guard } from '../guard.ts';
import { readPasted } from '../../query-code/read-pasted.ts';
import { pasteQuery } from '../features/paste-query.ts';
import { limitsOf } from '../../runs/plan-run.ts';
import { planSites } from '../../runs/plan-sites.ts';
import { problemText } from '../../runs/run-problems.ts';
import type { QueryPlace } from '../documents/query-views.ts';
import type { Workspace } from '../workspace.ts';

const sayByKey = wordingOf<string>(forms);

/** Answers the requests of `protocol/query-code.ts` and `protocol/embedded.ts`: queries as code, and code as queries. */
export function registerCodeRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  onRequest(
    connection,
    copyAsRequest,
    guard('copy as', null, ({ uri, position }: DocumentPosition): CopyAsResult | null => {
      if (workspace.document(uri)?.queryFile === undefined) return null;
      const place = workspace.query(uri, position);
      if (place === undefined) return { forms: [], refusal: workspace.runtime.wording('no-query') };
      return copyAs(place, workspace);
    }),
  );
  onRequest(
    connection,
    embeddedQueryRequest,
    guard(
      'embedded query',
      null,
      async ({ uri, position }: DocumentPosition): Promise<EmbeddedQueryResult | null> =>
        (await workspace.document(uri)?.asQueryFile?.(position)) ?? null,
    ),
  );
  onRequest(
    connection,
    pasteAsRequest,
    guard('paste as', null, async params => pasteQuery(await readPasted(params.text), params, workspace)),
  );
}

/** The query at a place in every form that it can be copied as. */
export function copyAs(place: QueryPlace, workspace: Workspace): CopyAsResult {
  const { document, view, language } = place;
  const { settings, runtime } = workspace;
  const context = workspace.contextOf(document.uri);
  const sites = planSites(place, { purpose: 'editor', settings, context });
  if ('code' in sites) return { forms: [], refusal: problemText(sites, 'editor') };
  const code = language.runner.code(view, context, {
    ...sites[0]!,
    contact: settings.contact,
    ...limitsOf(place.view, place.language.runner, context, settings),
  });
  if ('code' in code) return { forms: [], refusal: problemMessage(language.wording, code) };
  if (code.length === 0) return { forms: [], refusal: runtime.wording('not-code') };
  return {
    forms: code.map(form => ({
      ...form,
      label: sayByKey(`${form.id}.label`),
      detail: sayByKey(`${form.id}.detail`),
    })),
  };
}
