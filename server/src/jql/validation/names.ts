import type { Field as FieldEntry, JqlFunction, Platform } from '../catalogue.ts';
import type { Field, FunctionCall } from '../nodes.ts';
import { holdsLookAlike } from '../look-alikes.ts';
import { type Check, isOpen } from './check.ts';

/** What the catalogue knows of a field; says so where that is nothing, or where the site has no such field. */
export function checkField(check: Check, field: Field, asSla: boolean): FieldEntry | undefined {
  const { catalogue } = check.knowledge;
  const name = nameOf(field);
  const entry = catalogue.field(name);
  if (entry !== undefined) {
    checkPlatform(check, field, entry, name);
    return entry;
  }
  if (asSla || field.form === 'number' || isOpen(name) || name === '') return undefined;
  if (field.properties.length > 0) return undefined;
  if (holdsLookAlike(name) || check.isBroken(field.span)) return undefined;
  const nearest = check.suggest(name, fieldNames(check));
  unknown(check, 'unknown-field', field, name, nearest);
  return undefined;
}

/** The name by which a catalogue knows a field: with its property, where that is part of it. */
export const nameOf = ({ name, properties }: Field): string => (properties.length === 0 ? name : `${name}[]`);

function* fieldNames({ knowledge: { catalogue } }: Check): Iterable<string> {
  for (const { name, aliases, form } of catalogue.fields) {
    if (form === undefined) yield name;
    yield* aliases;
  }
}

function unknown(
  check: Check,
  code: string,
  node: Field | FunctionCall,
  name: string,
  nearest: string | undefined,
): void {
  const { complete } = check.knowledge.catalogue;
  const span = node.kind === 'field' ? node.nameSpan : node.name.span;
  const args = { name, ...(nearest !== undefined && { nearest }) };
  const message = nearest !== undefined ? `${code}.nearest` : complete ? `${code}.site` : code;
  check.report(complete || nearest !== undefined ? 'warning' : 'information', code, span, args, { message });
}

function checkPlatform(check: Check, field: Field, entry: FieldEntry, name: string): void {
  const { platform } = check.knowledge;
  if (platform === undefined || entry.own) return;
  const isAlias = entry.cloud.aliases.some(alias => alias.toLowerCase() === name.toLowerCase());
  if (platform === 'cloud' && entry.replacedBy !== undefined)
    check.warning(
      'deprecated-field',
      field.nameSpan,
      { name, replacement: entry.replacedBy },
      { tags: ['deprecated'] },
    );
  else if (!entry.on.includes(platform) || (isAlias && platform === 'datacenter'))
    otherPlatform(check, field.nameSpan, name, platform);
}

const otherPlatform = (check: Check, span: Field['nameSpan'], name: string, platform: Platform): void =>
  check.warning('other-platform', span, { name }, { message: `other-platform.${platform}` });

/** What the catalogue knows of a function; says so where that is nothing, or where the site has no such function. */
export function checkFunctionName(check: Check, call: FunctionCall): JqlFunction | undefined {
  const { knowledge } = check;
  const { text, span } = call.name;
  const entry = knowledge.catalogue.function(text);
  if (entry === undefined) {
    if (isOpen(text) || check.isBroken(span)) return undefined;
    const names = knowledge.catalogue.functions.map(({ name }) => name);
    unknown(check, 'unknown-function', call, text, check.suggest(text, names));
    return undefined;
  }
  const { platform } = knowledge;
  const isNewName = entry.cloudName?.toLowerCase() === text.toLowerCase();
  if (platform !== undefined && !entry.own)
    if (!entry.on.includes(platform) || (isNewName && platform === 'datacenter'))
      otherPlatform(check, span, text, platform);
  return entry;
}
