import { type Json, type JsonObject, compact } from '../json.ts';
import type { MetaModule } from '../api/meta.ts';
import { fail } from '../api/call.ts';
import { byText } from '../world/titles.ts';
import { lintErrors } from '../lists/linter.ts';
import site from '../world/site.json' with { type: 'json' };

interface Message {
  readonly name: string;
  readonly text: string;
  /** What the wiki made of it. */
  readonly changed?: string;
}

export const allmessages: MetaModule = {
  name: 'allmessages',
  answer: ({ parameters }) => {
    const asked = parameters.list('messages') ?? ['*'];
    const everything = asked.length === 1 && asked[0] === '*';
    const known = new Map<string, Message>(site.messages.map(message => [message.name, message]));
    const [from, to, prefix, filter] = ['from', 'to', 'prefix', 'filter'].map(name => parameters.text(name));
    const customised = parameters.text('customised') ?? 'all';
    const names = (everything ? [...known.keys()].toSorted(byText) : asked).filter(
      name =>
        byText(name, from ?? '') >= 0 &&
        (to === undefined || byText(name, to) <= 0) &&
        name.startsWith(prefix ?? '') &&
        name.includes(filter ?? '') &&
        (customised === 'all' || (customised === 'modified') === (known.get(name)?.changed !== undefined)),
    );
    return {
      members: {
        allmessages: names.map(name =>
          messageMembers(
            name,
            known.get(name),
            (prop: string) => parameters.holds('prop', prop),
            parameters.flag('nocontent'),
          ),
        ),
      },
    };
  },
};

function messageMembers(
  name: string,
  message: Message | undefined,
  wants: (prop: string) => boolean,
  withoutContent: boolean,
): Json {
  const normalizedname = name.charAt(0).toLowerCase() + name.slice(1).replaceAll(' ', '_');
  if (!message) return { name, normalizedname, missing: true };
  const { text: preset, changed } = message;
  return compact({
    name,
    normalizedname,
    content: withoutContent ? undefined : (changed ?? preset),
    default: wants('default') && changed !== undefined ? preset : undefined,
  });
}

const repository = (base: string): JsonObject => ({
  name: 'local',
  displayname: site.general.sitename,
  rootUrl: `${base}/images`,
  local: true,
  url: `${base}/images`,
  thumbUrl: `${base}/images/thumb`,
  initialCapital: true,
  scriptDirUrl: base,
  favicon: `${base}/favicon.ico`,
  canUpload: true,
});

export const filerepoinfo: MetaModule = {
  name: 'filerepoinfo',
  answer: ({ parameters, base }) => ({
    members: {
      repos: [
        Object.fromEntries(
          Object.entries(repository(base)).filter(([name]) => parameters.holds('prop', name)),
        ),
      ],
    },
  }),
};

export const languageinfo: MetaModule = {
  name: 'languageinfo',
  answer: call => {
    const { parameters } = call;
    const wants = (name: string): boolean => parameters.holds('prop', name);
    const codes = parameters.list('code') ?? ['*'];
    const start = parameters.text('continue');
    if (start !== undefined && !site.languages.some(({ code }) => code === start))
      fail(call, 'badcontinue', 'continue');
    const chosen = site.languages.filter(
      ({ code }) => (codes.includes('*') || codes.includes(code)) && code >= (start ?? ''),
    );
    const rows = chosen.map(({ code, name, autonym, dir, fallbacks }): [string, Json] => [
      code,
      compact({
        code: wants('code') ? code : undefined,
        bcp47: wants('bcp47') ? code : undefined,
        dir: wants('dir') ? dir : undefined,
        autonym: wants('autonym') ? autonym : undefined,
        name: wants('name') ? name : undefined,
        fallbacks: wants('fallbacks') ? fallbacks : undefined,
        variants: wants('variants') ? [code] : undefined,
        variantnames: wants('variantnames') ? { [code]: autonym } : undefined,
      }),
    ]);
    return { members: { languageinfo: Object.fromEntries(rows) } };
  },
};

export const linterstats: MetaModule = {
  name: 'linterstats',
  answer: ({ world }) => {
    const errors = lintErrors(world);
    const totals = Object.fromEntries(
      Object.keys(site.lint).map(kind => [kind, errors.filter(({ category }) => category === kind).length]),
    );
    return { members: { linterstats: { totals } } };
  },
};
