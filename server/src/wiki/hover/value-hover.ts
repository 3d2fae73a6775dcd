/** Describes a value in Markdown. */
import { dateInWords, relativeInWords } from '#shared/base/text/date-format.ts';
import { code, escaped } from '#shared/base/text/markdown.ts';
import { allowedValues } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { type Binding, wireName } from '../model.ts';
import { readTimestamp } from '../values/timestamp.ts';
import { readUser } from '../values/user.ts';
import { bulletList, paragraphs, say, lockLine, versionLine } from './hover-lines.ts';
import { describeModule } from './module-hover.ts';

/** A value of a parameter in Markdown; undefined if there is nothing to say about it. */
export function describeValue(
  knowledge: WikiKnowledge,
  { active, parameter }: Binding,
  value: string,
  now: number,
): string | undefined {
  const name = code(wireName(active, parameter.name));
  if (value === parameter.allSpecifier) {
    const key = parameter.type === 'namespace' ? 'value.all.namespace' : 'value.all';
    return say(key, { value: escaped(value), name });
  }
  const path = active.module.path === 'query' ? parameter.submodules.get(value) : undefined;
  const module = path === undefined ? undefined : knowledge.catalogue.module(path);
  if (module)
    return describeModule(knowledge, module, parameter.name === 'generator' ? 'generator' : undefined);
  switch (parameter.type) {
    case 'namespace':
      return describeNamespace(knowledge, value);
    case 'timestamp':
      return describeTimestamp(value, now);
    case 'user':
      return describeUser(value);
    case 'limit':
      return value === 'max' ? describeMax({ active, parameter }) : undefined;
    default:
      return allowedValues(parameter)?.includes(value)
        ? describeEnum(knowledge, { active, parameter }, value)
        : undefined;
  }
}

function describeEnum(knowledge: WikiKnowledge, { active, parameter }: Binding, value: string): string {
  const phrase = knowledge.texts.value(active.module.name, parameter.name, value);
  const defaults = parameter.default === undefined ? [] : String(parameter.default).split('|');
  const shown = value === '' ? code(value) : escaped(value);
  const name = code(wireName(active, parameter.name));
  const extension = parameter.valueExtensions.get(value);
  return paragraphs(
    phrase === undefined ? say('value.plain', { value: shown }) : say('value.head', { value: shown, phrase }),
    bulletList(
      versionLine(knowledge, active.module.name, parameter.name, value),
      parameter.deprecatedValues.includes(value) ? say('value.deprecated') : undefined,
      parameter.internalValues.includes(value) ? say('value.internal') : undefined,
      say(defaults.includes(value) ? 'value.default' : 'value.of', { name }),
      extension === undefined ? undefined : say('value.extension', { extension: escaped(extension) }),
      lockLine(knowledge),
    ),
  );
}

/** A namespace by its id; undefined for one without a known name. */
export function describeNamespace(knowledge: WikiKnowledge, id: string): string | undefined {
  if (!/^-?\d+$/.test(id)) return undefined;
  if (Number(id) === 0) return say('value.namespaceMain', { id });
  const name = knowledge.texts.namespace(Number(id));
  return name === undefined
    ? undefined
    : paragraphs(say('value.namespace', { id: escaped(id), name: escaped(name) }), lockLine(knowledge));
}

function describeMax({ parameter: { max, highMax } }: Binding): string | undefined {
  if (max === undefined) return undefined;
  return say(highMax === undefined ? 'value.max' : 'value.maxHigh', { max, highMax: highMax ?? max });
}

function describeTimestamp(value: string, now: number): string | undefined {
  const timestamp = readTimestamp(value, now);
  if (timestamp === undefined) return undefined;
  const date = dateInWords(timestamp.time);
  if (timestamp.form === 'now')
    return say(value === 'now' ? 'value.timestamp.now' : 'value.timestamp.unclear', { date });
  return paragraphs(
    say('value.timestamp', { date }),
    say('value.timestamp.relative', { relative: relativeInWords(timestamp.time, now) }),
    timestamp.rolledOver ? say('value.timestamp.rolledOver') : undefined,
  );
}

function describeUser(value: string): string | undefined {
  const kind = readUser(value, {});
  if (kind === undefined) return undefined;
  const [wiki, user] = value.split('>');
  return say(`value.user.${kind}`, {
    value: escaped(value),
    number: value.slice(1),
    wiki: escaped(wiki ?? ''),
    user: escaped(user ?? ''),
  });
}
