import type { Call } from '../api/call.ts';
import { type Json, type JsonObject, compact } from '../json.ts';
import type { MetaModule } from '../api/meta.ts';
import { stamp } from '../stamps.ts';
import { knownModule } from '../api/catalogue.ts';
import { pageUrl } from '../api/visitor.ts';
import site from '../world/site.json' with { type: 'json' };
import { interwikis, namespaces } from '../world/titles.ts';
import fixed from './siteinfo.json' with { type: 'json' };

type Part = (call: Call) => Json;

const isContent = (namespace: number): boolean => namespace === 0;

function statistics({ world }: Call): JsonObject {
  const { pages, tables, revisions, users, now, changes } = world;
  const redirects = new Set(tables.redirects.map(({ from }) => from));
  const active = new Set(
    changes
      .filter(({ time }) => time > now - 30 * 86_400_000)
      .map(({ event, revision }) => (event ?? revision)?.user),
  );
  return {
    pages: pages.length,
    articles: pages.filter(page => isContent(page.title.namespace) && !redirects.has(page)).length,
    edits: revisions.length,
    images: pages.filter(({ versions }) => versions.length > 0).length,
    users: users.filter(({ id }) => id > 0).length,
    activeusers: active.size,
    admins: users.filter(({ groups }) => groups.includes('sysop')).length,
    jobs: 0,
  };
}

function general(call: Call): JsonObject {
  const { base, world } = call;
  const { origin, pathname } = new URL(base);
  return {
    ...(site.general as JsonObject),
    base: pageUrl(call, site.general.mainpage),
    logo: `${base}/logo.svg`,
    server: origin,
    servername: new URL(base).hostname,
    articlepath: `${pathname}/index.php?title=$1`,
    scriptpath: pathname,
    script: `${pathname}/index.php`,
    favicon: `${origin}/favicon.ico`,
    time: stamp(world.now),
    imagelimits: fixed.imagelimits,
    galleryoptions: fixed.galleryoptions,
  };
}

const namespaceRows = (): JsonObject =>
  Object.fromEntries(
    namespaces.map(({ id, name, canonical, subpages, content, protection }) => [
      String(id),
      compact({
        id,
        case: 'first-letter',
        name,
        subpages: subpages ?? false,
        canonical: id === 0 ? undefined : (canonical ?? name),
        content: content ?? false,
        nonincludable: false,
        namespaceprotection: protection,
      }),
    ]),
  );

function interwikiMap({ parameters, base }: Call): Json {
  const wanted = parameters.text('filteriw');
  return interwikis
    .filter(() => wanted !== 'local')
    .map(({ prefix, url, api, language }) =>
      compact({ prefix, url: url.replace('$base', base), language, protorel: false, api }),
    );
}

function userGroups({ parameters, world }: Call): Json {
  return Object.entries(site.groups).map(([name, rights]) => {
    const number = ['*', 'user', 'autoconfirmed'].includes(name)
      ? undefined
      : world.users.filter(({ groups }) => groups.includes(name)).length;
    return compact({ name, rights, number: parameters.flag('numberingroup') ? number : undefined });
  });
}

const parts = new Map<string, Part>([
  ['general', general],
  ['namespaces', namespaceRows],
  [
    'namespacealiases',
    () => namespaces.flatMap(({ id, aliases = [] }) => aliases.map(alias => ({ id, alias }))),
  ],
  ['interwikimap', interwikiMap],
  ['statistics', statistics],
  ['usergroups', userGroups],
  ['languages', () => site.languages.map(({ code, autonym }) => ({ code, bcp47: code, name: autonym }))],
  ['dbrepllag', () => [{ host: '', lag: 0 }]],
  ...Object.entries(fixed.parts).map(([name, value]): [string, Part] => [name, () => value]),
]);

export const siteinfo: MetaModule = {
  name: 'siteinfo',
  answer: call => ({
    members: Object.fromEntries(
      (call.parameters.list('prop') ?? []).map(name => [name, parts.get(name)?.(call) ?? []]),
    ),
  }),
};

/** The parts that the catalogue names and the sandbox has no data for; for tests. */
export const partsWithoutData = (): string[] => {
  const type = knownModule('query+siteinfo').parameters.find(({ name }) => name === 'prop')?.type;
  return Array.isArray(type) ? type.filter(name => !parts.has(name)) : [];
};
