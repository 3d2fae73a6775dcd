/** Describes a module in Markdown. */
import { code, codeBlock, escaped } from '#shared/base/text/markdown.ts';
import type { Module } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { type ActiveModule, type Role, wireName } from '../model.ts';
import { mostWithoutContinuation } from '../cost/never-continue.ts';
import { servedBy } from '../cost/pages-per-request.ts';
import { alternativesOf } from '../catalogue/requirements.ts';
import {
  lockLine,
  versionLine,
  bulletList,
  codes,
  helpLink,
  paragraphs,
  say,
  runtimeLines,
} from './hover-lines.ts';

/** A module in Markdown: its purpose, prefix, requirements, and an example. */
export function describeModule(knowledge: WikiKnowledge, module: Module, role?: Role): string {
  const text = knowledge.texts.module(module.name);
  const asGenerator = role === 'generator';
  return paragraphs(
    say('module.head', { name: escaped(module.name), group: say(module.group ?? 'action') }),
    text?.summary,
    bulletList(
      sourceLine(module),
      versionLine(knowledge, module.name),
      module.deprecated ? say('module.deprecated') : undefined,
      module.internal ? say('module.internal') : undefined,
      module.prefix === '' ? say('module.noPrefix') : say('module.prefix', { prefix: code(module.prefix) }),
      generatorLine(module, asGenerator),
      ...requiredLines(knowledge, { module, role: role ?? 'action' }),
      servedLine(module),
      onceLine(module),
      module.mustBePosted ? say('module.post') : undefined,
      module.writeRights ? say('module.write') : undefined,
      module.readRights ? undefined : say('module.noRead'),
      ...runtimeLines(knowledge.rules, module),
      lockLine(knowledge),
    ),
    text && codeBlock(text.example, 'wikiquery'),
    helpLink(module.helpUrls),
  );
}

/** The extension that provides the module, and on which wikis. */
function sourceLine({ source, coverage }: Module): string | undefined {
  if (coverage === undefined) return undefined;
  return say('module.extension', { extension: escaped(source), wikis: escaped(coverage) });
}

/** For how many pages a response has the property, where that is not all of them. */
function servedLine({ name, prefix }: Module): string | undefined {
  const [first, second] = servedBy(name);
  if (first === undefined) return undefined;
  if (second === undefined) return say('module.served', { pages: first.pages });
  const flag = code(prefix + (first.instead ?? ''));
  return say('module.served.flag', { pages: first.pages, flag, most: second.pages });
}

function onceLine({ name }: Module): string | undefined {
  const most = mostWithoutContinuation(name);
  return most === undefined ? undefined : say('module.once', { most });
}

function generatorLine(module: Module, asGenerator: boolean): string | undefined {
  if (!module.generator) return undefined;
  return say(asGenerator ? 'module.asGenerator' : 'module.generator', { prefix: code(`g${module.prefix}`) });
}

function requiredLines({ rules }: WikiKnowledge, active: ActiveModule): string[] {
  const onWire = (names: readonly string[]): string => codes(names.map(name => wireName(active, name)));
  return active.module.parameters.flatMap(({ name, required }) => {
    if (required) return [say('module.required', { name: onWire([name]) })];
    const alternatives = alternativesOf(rules, active.module, name);
    return alternatives[0] === name ? [say('module.oneOf', { names: onWire(alternatives) })] : [];
  });
}
