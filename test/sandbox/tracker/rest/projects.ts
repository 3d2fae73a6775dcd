import type { Reply } from '../../reply.ts';
import { failure, json } from '../replies.ts';
import type { Visitor } from '../visitor.ts';
import { maySee } from '../world/world.ts';
import { personBean, projectBean, statusBean, versionBean } from './beans.ts';

/** `/rest/api/2/project`: those that the visitor sees, with who leads them. */
export const answerProjects = (visitor: Visitor): Reply =>
  json(
    visitor.world.projects
      .filter(project => maySee(visitor.person, project))
      .map(project => ({ ...projectBean(visitor, project), lead: personBean(visitor, project.lead) })),
  );

/** `/rest/api/2/project/KEY/versions`. */
export function answerVersions(key: string, visitor: Visitor): Reply {
  const project = visitor.world.projects.find(each => each.key === key || each.id === key);
  if (project === undefined || !maySee(visitor.person, project)) return failure(404, 'noProject');
  return json(project.versions.map(version => versionBean(visitor, version)));
}

/** `/rest/api/2/status`. */
export const answerStatuses = (visitor: Visitor): Reply =>
  json(visitor.world.statuses.map(status => statusBean(visitor, status)));
