import { type JsonObject, compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import site from '../world/site.json' with { type: 'json' };

type Gadget = (typeof site.gadgets)[number];

export const gadgets = defineList<Gadget>({
  name: 'gadgets',
  rows: ({ parameters }) => {
    const [ids, sections] = [parameters.list('ids'), parameters.list('categories')];
    return site.gadgets.filter(
      ({ id, category, default: isDefault }) =>
        (ids?.includes(id) ?? true) &&
        (sections?.includes(category) ?? true) &&
        (!parameters.flag('enabledonly') || isDefault),
    );
  },
  token: ({ id }) => id,
  show: (gadget, { parameters }) =>
    compact({
      id: parameters.holds('prop', 'id') ? gadget.id : undefined,
      metadata: parameters.holds('prop', 'metadata') ? gadgetMetadata(gadget) : undefined,
      desc: parameters.holds('prop', 'desc') ? gadget.description : undefined,
    }),
});

const gadgetMetadata = ({
  category,
  default: isDefault,
  scripts,
  styles,
  rights = [],
}: Gadget): JsonObject => ({
  settings: {
    rights,
    skins: [],
    actions: [],
    default: isDefault,
    hidden: false,
    package: false,
    shared: false,
    category,
    legacyscripts: false,
    supportsUrlLoad: false,
  },
  module: {
    scripts: scripts.map(name => `MediaWiki:${name}`),
    styles: styles.map(name => `MediaWiki:${name}`),
    datas: [],
    dependencies: [],
    peers: [],
    messages: [],
  },
});

export const gadgetcategories = defineList<string>({
  name: 'gadgetcategories',
  rows: ({ parameters }) =>
    [...new Set(site.gadgets.map(({ category }) => category))].filter(
      name => parameters.list('names')?.includes(name) ?? true,
    ),
  token: name => name,
  show: (name, { parameters }) =>
    compact({
      name: parameters.holds('prop', 'name') ? name : undefined,
      desc: parameters.holds('prop', 'title') ? name : undefined,
      members: parameters.holds('prop', 'members')
        ? site.gadgets.filter(({ category }) => category === name).length
        : undefined,
    }),
});
