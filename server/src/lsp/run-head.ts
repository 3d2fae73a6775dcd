/** What is said of a run beside its rows. */
import { runTitle } from '../common/query-title.ts';
import { wikiPageUrl } from '../common/page-address.ts';
import type { QueryContext } from '../language/service.ts';
import type { RunResult } from '../protocol/run.ts';
import type { Site } from '../protocol/sites.ts';
import { viewOption } from '../queryfile/options/view-option.ts';
import type { QueryPlace } from './workspace.ts';

/** A run as its messages name it. */
export interface RunHead {
  readonly place: QueryPlace;
  readonly title: string;
  readonly site: Site;
  /** All that it runs at; absent = only the one. */
  readonly sites?: readonly Site[];
}

/** What is remembered of a query that runs. */
export const askedBy = ({ view, language }: QueryPlace, context: QueryContext): RunResult['asked'] =>
  runTitle(view.block, language.runner.record(view, context));

/** What every message about a run says of it. */
export function headOf({
  place,
  title,
  site,
  sites,
}: RunHead): Pick<RunResult, 'title' | 'site' | 'sites' | 'pageUrl' | 'view'> {
  const view = viewOption(place.view.scope);
  return {
    title,
    site,
    ...(view && { view }),
    // A title alone does not say which wiki has the page.
    ...(sites && { sites: sites.map(({ name }) => name) }),
    ...(place.language.runner.kind === 'wiki' && !sites && { pageUrl: wikiPageUrl(site.url) }),
  };
}
