/** The projects and wikis that the texts of results can mention. */
import type * as vscode from 'vscode';
import { projectOf } from '#shared/base/issue-key.ts';
import type { MentionSources } from '#shared/protocol/panel-messages.ts';
import type { TrackerProjects } from '#shared/protocol/sites/site-list.ts';
import type { Requests } from '../requests.ts';
import { pickSite } from '../sites/pick-site.ts';
import { wikiOrigins } from '../sites/wiki-pages.ts';
import { text } from '../texts.ts';

/** The projects of trackers for a file; the stored catalogues that apply to a cell are those of its notebook. */
function projectsFor(requests: Requests, uri: vscode.Uri): Promise<readonly TrackerProjects[]> {
  const file = uri.scheme === 'vscode-notebook-cell' ? uri.with({ scheme: 'file', fragment: '' }) : uri;
  return requests.projects({ uri: file.toString() });
}

/** Reads for a file the projects whose issues and the wikis whose pages are links in its results. */
export async function mentionSources(requests: Requests, uri: vscode.Uri): Promise<MentionSources> {
  const trackers = await projectsFor(requests, uri);
  return { projects: [...new Set(trackers.flatMap(({ projects }) => projects))], wikis: wikiOrigins() };
}

/**
 * The tracker with the project of a key; if there are several, the user picks one; `undefined` = none, or cancelled.
 */
export async function trackerWith(
  key: string,
  requests: Requests,
  uri: vscode.Uri,
): Promise<string | undefined> {
  const trackers = await projectsFor(requests, uri);
  const names = trackers.filter(({ projects }) => projects.includes(projectOf(key))).map(({ site }) => site);
  const [only, ...others] = names;
  if (only === undefined || others.length === 0) return only;
  return pickSite(text('issue.trackerTitle'), (_kind, name) => names.includes(name));
}
