/** The projects of trackers: which keys in texts are those of issues. */
import * as v from 'valibot';
import { list, object, request } from './schema.ts';

const trackerProjectsSchema = object({
  site: v.string(),
  /** The keys of its projects, as far as they are known. */
  projects: list(v.string()),
});
export type TrackerProjects = v.InferOutput<typeof trackerProjectsSchema>;

/**
 * The trackers whose projects are known: from a stored catalogue that holds for the file, or because the tracker said so.
 * One that has not been asked is asked only with an existing session or an accepted token.
 */
export const projectsRequest = request(
  'wikijql/projects',
  object({ uri: v.string() }),
  list(trackerProjectsSchema),
);
