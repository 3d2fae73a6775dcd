import { compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import site from '../world/site.json' with { type: 'json' };

type Tag = (typeof site.tags)[number];

export const tags = defineList<Tag>({
  name: 'tags',
  rows: () => site.tags,
  token: ({ name }) => name,
  show: ({ name, displayname, description, source }, { parameters, world }) => {
    const wants = (prop: string): boolean => parameters.holds('prop', prop);
    return compact({
      name,
      displayname: wants('displayname') ? displayname : undefined,
      description: wants('description') ? description : undefined,
      hitcount: wants('hitcount')
        ? world.revisions.filter(revision => revision.tags.includes(name)).length
        : undefined,
      defined: wants('defined') ? true : undefined,
      source: wants('source') ? source : undefined,
      active: wants('active') ? true : undefined,
    });
  },
});
