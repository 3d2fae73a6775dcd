import { type Json, compact } from '../json.ts';
import type { MetaModule } from '../api/meta.ts';
import { byText } from '../world/titles.ts';
import site from '../world/site.json' with { type: 'json' };

interface Message {
  readonly name: string;
  readonly text: string;
  /** The customized text of the wiki. */
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
