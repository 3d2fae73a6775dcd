import { CatalogueError } from '../language/json-reader.ts';
import { placeAnswer } from '../wiki/answer.ts';
import type { WikiSites } from '../wiki/catalogue/site-catalogues.ts';
import { ownLimits } from '../wiki/own-limits.ts';
import { buildWikiRequest, recordedQuery, requestUrl, sandboxUrl } from '../wiki/request.ts';
import type { Reader } from '../wiki/service.ts';
import type { Runner } from './runner.ts';

/** How a wiki's queries go over the wire. */
export function wikiRunner(sites: WikiSites, read: Reader): Runner {
  return {
    kind: 'wiki',
    takesEmpty: false,
    prepare: (view, context) => ({ kind: 'wiki', ...buildWikiRequest(read(view, context).model) }),
    ownLimits: (view, context) => ownLimits(read(view, context).model),
    record: (view, context) => recordedQuery(buildWikiRequest(read(view, context).model)),
    place(view, context, errors, warnings) {
      const { model, knowledge } = read(view, context);
      return placeAnswer(model, view.block.body ?? { start: 0, end: 0 }, errors, warnings, knowledge.rules);
    },
    address(view, context, url) {
      const request = buildWikiRequest(read(view, context).model);
      const sandbox = sandboxUrl(url, request);
      return {
        url: requestUrl(url, request),
        method: request.post ? 'POST' : 'GET',
        ...(sandbox !== undefined && { sandboxUrl: sandbox }),
      };
    },
    learn(site, description) {
      try {
        if (description.kind !== 'wiki') return false;
        sites.learn(site, description);
        return true;
      } catch (error) {
        if (error instanceof CatalogueError) return false;
        throw error;
      }
    },
    suggested: suggestions => suggestions.map(({ value }) => ({ value, shown: value })),
    forget: () => sites.forget(),
  };
}
