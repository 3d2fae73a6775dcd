/** Describes a wiki query as plain sentences. */
import wordTexts from '../../catalogue/messages/wiki-words.json' with { type: 'json' };
import { visibleLine } from '#shared/base/visible-text.ts';
import { localShortDate } from '#shared/base/text/date-format.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { allowedValues } from './catalogue/wiki-catalogue.ts';
import type { WikiTexts } from './catalogue/catalogue-texts.ts';
import { type ActiveModule, type Binding, submoduleRoles, type WikiModel } from './model.ts';
import type { ParameterNode } from './wiki-nodes.ts';
import { multipleValues, singleValue } from './values/value-list.ts';
import { readTimestamp } from './values/timestamp.ts';
import { shorten } from '#shared/base/shorten.ts';

const say = wordingOf(wordTexts);

/** A longer value is cut, and a longer list. */
const maxValueLength = 80;
const maxValues = 20;

/** Describes a query: a line for each module, and one that begins with `- ` for each of its parameters. */
export function wikiInWords(model: WikiModel, texts: WikiTexts, now: number): readonly string[] {
  const parameters = model.query.parameters.flatMap(node => {
    const binding = model.binding(node);
    return binding === undefined || model.node(node.name.text) !== node ? [] : [{ node, binding }];
  });
  const ofModule = (active: ActiveModule): string[] =>
    parameters
      .filter(({ binding }) => binding.active === active && !namesModules(binding))
      .map(({ node, binding }) => `- ${parameterInWords(node, binding, texts, now)}`);
  const modules = model.active.filter(({ at }) => at !== undefined);
  const others = model.active.filter(({ at, role }) => at === undefined && role === 'action');
  const unknown = unknownModules(model).map(name => say('other', { name }));
  if (modules.length + unknown.length === 0) {
    const hasPages = ['titles', 'pageids', 'revids'].some(name => model.node(name)?.value);
    return hasPages ? [...others.flatMap(ofModule), say('pages')] : [say('nothing')];
  }
  return [
    ...others.flatMap(ofModule),
    ...modules.flatMap(active => [moduleInWords(active, texts), ...ofModule(active)]),
    ...unknown,
  ];
}

/** The names after `list` and the like that the catalogue does not have. */
const unknownModules = (model: WikiModel): readonly string[] =>
  submoduleRoles.flatMap(role => {
    const value = model.node(role)?.value;
    const names = value === undefined ? [] : multipleValues(value).map(({ text }) => text.trim());
    return names
      .filter(name => name !== '' && model.catalogue.module(`query+${name}`) === undefined)
      .map(name => shorten(visibleLine(name), maxValueLength));
  });

function moduleInWords({ module, role }: ActiveModule, texts: WikiTexts): string {
  const summary = plain(texts.module(module.name)?.summary) ?? say('unknown', { name: module.name });
  return say(role === 'list' || role === 'meta' || role === 'generator' ? role : 'prop', { summary });
}

/** A summary with its names in quotation marks, as sentences have no marks for code. */
const plain = (summary: string | undefined): string | undefined => summary?.replaceAll(/`([^`]+)`/g, '“$1”');

/** `list`, `prop`, `meta` and `generator` name the modules that have lines of their own. */
const namesModules = ({ active, parameter }: Binding): boolean =>
  active.role === 'action' && submoduleRoles.some(role => role === parameter.name);

function parameterInWords(node: ParameterNode, binding: Binding, texts: WikiTexts, now: number): string {
  const name = node.name.text;
  if (node.value === undefined || binding.parameter.type === 'boolean') {
    const summary = plain(texts.parameter(binding.active.module.name, binding.parameter.name)?.summary);
    return summary === undefined ? say('bare', { name }) : say('parameter', { name, values: summary });
  }
  const nodes = binding.parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
  const values = nodes.slice(0, maxValues).map(({ text }) => valueInWords(text, binding, texts, now));
  const more = nodes.length > maxValues ? ['…'] : [];
  return say('parameter', { name, values: [...values, ...more].join(', ') || say('value.empty') });
}

function valueInWords(text: string, binding: Binding, texts: WikiTexts, now: number): string {
  const line = visibleLine(text).trim();
  if (line === '') return say('value.empty');
  const value = shorten(line, maxValueLength);
  const meaning = meaningOf(text.trim(), binding, texts, now);
  if (meaning === undefined) return value;
  return meaning.startsWith('(') ? `${value} ${meaning}` : say('value', { value, meaning });
}

function meaningOf(
  value: string,
  { active, parameter }: Binding,
  texts: WikiTexts,
  now: number,
): string | undefined {
  if (value === parameter.allSpecifier) return say('value.all');
  switch (parameter.type) {
    case 'namespace':
      return /^-?\d+$/.test(value) ? texts.namespace(Number(value)) : undefined;
    case 'timestamp': {
      const timestamp = readTimestamp(value, now);
      return timestamp === undefined ? undefined : localShortDate(timestamp.time, {});
    }
    case 'limit':
      return value === 'max' ? say('value.max') : undefined;
    default:
      return allowedValues(parameter)?.includes(value) === true
        ? texts.value(active.module.name, parameter.name, value)
        : undefined;
  }
}
