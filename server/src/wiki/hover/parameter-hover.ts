/** Describes a parameter in Markdown. */
import { code, escaped } from '#shared/base/text/markdown.ts';
import { allowedValues, type Parameter } from '../catalogue/wiki-catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { isOpen } from '../catalogue/module.ts';
import { type Binding, wireName } from '../model.ts';
import { limitsRows } from '../own-limits.ts';
import { alternativesOf, companionsOf, rivalsOf } from '../catalogue/requirements.ts';
import {
  bulletList,
  codes,
  helpLink,
  sayIfKnown,
  paragraphs,
  say,
  lockLine,
  runtimeLines,
  versionLine,
} from './hover-lines.ts';

/** The most values to list; others are only counted. */
const maxListed = 40;

/** A parameter in Markdown: its purpose, type, values, bounds, requirements, and an example. */
export function describeParameter(knowledge: WikiKnowledge, binding: Binding): string {
  const { active, parameter, template } = binding;
  const { module } = active;
  const text = knowledge.texts.parameter(module.name, parameter.name);
  const name = wireName(active, template === undefined ? parameter.name : filledName(parameter, template));
  const owner =
    module.group === undefined
      ? say(active.role)
      : say('parameter.owner', { module: code(module.name), role: say(active.role) });
  return paragraphs(
    say('parameter.head', { name: escaped(name), type: typeInWords(parameter), owner }),
    text?.summary,
    bulletList(
      parameter.extension === undefined
        ? undefined
        : say('parameter.extension', { extension: escaped(parameter.extension) }),
      versionLine(knowledge, module.name, parameter.name),
      parameter.deprecated ? say('parameter.deprecated') : undefined,
      ...requirementLines(knowledge, binding),
      defaultLine(parameter),
      valuesLine(parameter),
      isOpen(module, parameter) ? say('parameter.open') : undefined,
      boundsLine(parameter),
      limitsRows(active, parameter.name) ? say('parameter.rows') : undefined,
      multiLine(parameter),
      ...remarkLines(binding),
      ...runtimeLines(knowledge.rules, module, parameter.name),
      lockLine(knowledge),
    ),
    text?.example === undefined
      ? undefined
      : say('parameter.example', { example: code(`${name}=${text.example}`) }),
    helpLink(module.helpUrls),
  );
}

const filledName = (parameter: Parameter, template: string): string =>
  [...parameter.templateVars.keys()].reduce(
    (name, placeholder) => name.replace(`{${placeholder}}`, template),
    parameter.name,
  );

function typeInWords(parameter: Parameter): string {
  const count = allowedValues(parameter)?.length;
  if (count !== undefined) return say(parameter.multi ? 'type.enumSeveral' : 'type.enum', { count });
  const typeName = String(parameter.type);
  const type = sayIfKnown(`type.${typeName}`) ?? escaped(typeName);
  return parameter.multi ? say('type.several', { type }) : type;
}

function requirementLines({ rules }: WikiKnowledge, { active, parameter }: Binding): (string | undefined)[] {
  const onWire = (names: readonly string[]): string => codes(names.map(name => wireName(active, name)));
  const alternatives = alternativesOf(rules, active.module, parameter.name);
  const rivals = rivalsOf(rules, active.module, parameter.name);
  const companions = companionsOf(rules, active.module, parameter.name);
  return [
    parameter.required ? say('parameter.required') : undefined,
    alternatives.length > 0 ? say('parameter.oneOf', { names: onWire(alternatives) }) : undefined,
    rivals.length > 0 ? say('parameter.rivals', { names: onWire(rivals) }) : undefined,
    companions.length > 0 ? say('parameter.onlyWith', { names: onWire(companions) }) : undefined,
  ];
}

function defaultLine({ default: value }: Parameter): string | undefined {
  if (value === undefined) return undefined;
  return value === '' ? say('parameter.noDefault') : say('parameter.default', { value: code(String(value)) });
}

function valuesLine(parameter: Parameter): string | undefined {
  const allowed = allowedValues(parameter);
  if (allowed === undefined) return undefined;
  const shown = allowed.slice(0, maxListed).map(value => {
    const marked = code(value);
    return parameter.deprecatedValues.includes(value) ? `~~${marked}~~` : marked;
  });
  const values = shown.join(', ');
  const count = allowed.length - shown.length;
  return say('parameter.values', { values: count > 0 ? say('parameter.more', { values, count }) : values });
}

function boundsLine({ type, min, max, highMax, enforceRange }: Parameter): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const outside = say(enforceRange ? 'parameter.enforced' : 'parameter.clamped');
  return [
    boundsText(min, max, highMax),
    outside,
    ...(type === 'limit' ? [say('parameter.maxWord')] : []),
  ].join(' ');
}

function boundsText(min: number | undefined, max: number | undefined, highMax: number | undefined): string {
  if (min === undefined) return say('parameter.max', { max: max ?? '' });
  if (max === undefined) return say('parameter.min', { min });
  return highMax === undefined
    ? say('parameter.range', { min, max })
    : say('parameter.rangeHigh', { min, max, highMax });
}

function multiLine({
  multi,
  lowLimit,
  highLimit,
  allowsDuplicates,
  allSpecifier,
}: Parameter): string | undefined {
  if (!multi) return undefined;
  const low = lowLimit ?? '';
  let limits = say('parameter.multi', { low, high: highLimit ?? '' });
  if (lowLimit === undefined) limits = say('parameter.multiOpen');
  else if (highLimit === undefined || highLimit === lowLimit) limits = say('parameter.multiSame', { low });
  return [
    limits,
    ...(allSpecifier === undefined ? [] : [say('parameter.all', { value: code(allSpecifier) })]),
    ...(allowsDuplicates ? [say('parameter.duplicates')] : []),
  ].join(' ');
}

function remarkLines({ active, parameter, template }: Binding): (string | undefined)[] {
  const { extraNamespaces, subtypes, sensitive, tokenType, templateVars, info } = parameter;
  const sources = [...templateVars.values()].map(source => wireName(active, source));
  return [
    extraNamespaces.length > 0
      ? say('parameter.namespaces', { ids: codes(extraNamespaces.map(String)) })
      : undefined,
    subtypes.length > 0
      ? say('parameter.subtypes', {
          kinds: subtypes.map(kind => sayIfKnown(`user.${kind}`) ?? code(kind)).join(', '),
        })
      : undefined,
    sensitive ? say('parameter.sensitive') : undefined,
    tokenType === undefined ? undefined : say('parameter.token', { type: code(tokenType) }),
    template === undefined
      ? undefined
      : say('parameter.templated', { source: codes(sources), value: code(template) }),
    ...info.map(({ name, values }) => sayIfKnown(`info.${name}`, { modes: values.join(', ') })),
  ];
}
