/** Sentences and lines that several explanations use. */
import messages from '../../../catalogue/messages/wiki-hover.json' with { type: 'json' };
import { code, escaped } from '#shared/base/text/markdown.ts';
import { optionalWordingOf, wordingOf } from '#shared/base/text/wording.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { missingUntil, versionSince } from '../catalogue/profiles.ts';
import type { Module } from '../catalogue/wiki-catalogue.ts';

/** The sentences that explanations are made of. */
export const say = wordingOf(messages);

/** The sentence of a key that comes from the data of a catalogue; undefined if there is no such sentence. */
export const sayIfKnown = optionalWordingOf(messages);

/** Paragraphs without those that are undefined or empty. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join('\n\n');

/** The lines of a list without those that are undefined; undefined if none is left. */
export function bulletList(...lines: readonly (string | undefined)[]): string | undefined {
  const present = lines.filter(line => line !== undefined);
  return present.length === 0 ? undefined : present.map(line => `- ${line}`).join('\n');
}

/** Names as code, separated by commas. */
export const codes = (names: readonly string[]): string => names.map(code).join(', ');

/** A link to the documentation of a module; undefined if it has no plain URL. */
export function helpLink(urls: readonly string[]): string | undefined {
  const url = urls.find(candidate => /^https?:\/\/[^\s()<>[\]\\`"']+$/.test(candidate));
  return url === undefined ? undefined : say('help', { url });
}

/** The line about the stored catalogue that an explanation is from; undefined where it is from no stored one. */
export const lockLine = ({ lock }: WikiKnowledge): string | undefined =>
  lock && say('lock', { site: escaped(lock.site), date: lock.time.slice(0, 10) });

/** Which version brought a module, a parameter or a value; undefined without a profile, or where every version has it. */
export function versionLine(
  { profile }: WikiKnowledge,
  module: string,
  ...names: readonly string[]
): string | undefined {
  const version = versionSince(module, ...names);
  if (profile === undefined || version === undefined) return undefined;
  return missingUntil(profile, module, ...names) === undefined
    ? say('since', { version })
    : say('since.later', { version, profile: profile.name });
}

/**
 * Lines about requirements that only the wiki can check, such as that the user is signed in: for a parameter, or for
 * its module as a whole.
 *
 * @param parameter unprefixed; absent = the module
 */
export const runtimeLines = (rules: WikiKnowledge['rules'], module: Module, parameter?: string): string[] =>
  (rules.get(module.name) ?? []).flatMap(rule => {
    if (rule.kind !== 'runtime') return [];
    const concerns =
      parameter === undefined ? rule.parameters.length === 0 : rule.parameters.includes(parameter);
    if (!concerns) return [];
    const values = { right: code(rule.right ?? ''), value: code(rule.value ?? '') };
    const line = sayIfKnown(`runtime.${rule.message}`, values);
    return line === undefined ? [] : [line];
  });
