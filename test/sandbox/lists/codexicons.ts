import { defineList } from '../api/list.ts';
import site from '../world/site.json' with { type: 'json' };

export const codexicons = defineList<[string, string]>({
  name: 'codexicons',
  rows: ({ parameters }) => Object.entries(site.icons).filter(([name]) => parameters.holds('names', name)),
  token: ([name]) => name,
  show: ([name, path]) => ({ [name]: path }),
  wrap: icons => Object.assign({}, ...icons),
});
