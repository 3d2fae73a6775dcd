/** Checks the names of parameters. */
import { nearest } from '#shared/base/text/nearest.ts';
import {
  type Catalogue,
  type Module,
  type ModuleGroup,
  moduleGroups,
  type Parameter,
} from '../catalogue/wiki-catalogue.ts';
import { removedParameter, replacementText } from '../catalogue/replacements.ts';
import { type ActiveModule, type Binding, submoduleRoles, type WikiModel, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { multipleValues } from '../values/value-list.ts';
import { isOnlySigns, plainForms } from '../values/plain-text.ts';
import { type Check, maxDifferingLetters } from './wiki-check.ts';
import { guessName, isSecret, nearestMessage, withSlipInPrefix } from './name-guess.ts';
import { elsewhere, moduleByOtherName } from './names-elsewhere.ts';
import { allowedSet } from './types/enumeration-check.ts';

/** Reports names that no module of the query knows, and duplicate names. */
export function checkNames(check: Check): void {
  const { model } = check;
  const modulesByName = namedModules(check);
  for (const node of model.query.parameters) {
    const name = node.name.text;
    if (name === '') check.warning('empty-name', node.span, {});
    else if (isOnlySigns(name) && node.equals === undefined) reportUnknown(check, node, modulesByName);
    else if (model.node(name) !== node && arrayOf(model, name) === undefined) reportDuplicate(check, node);
    else {
      const binding = model.binding(node);
      if (binding === undefined) reportUnknown(check, node, modulesByName);
      else checkTemplate(check, node, binding);
    }
  }
}

/** Reports a value in a templated name that no wiki is known to have, unless the list that selects it says so. */
function checkTemplate(check: Check, node: ParameterNode, { active, parameter, template }: Binding): void {
  if (template === undefined) return;
  const [source = ''] = parameter.templateVars.values();
  const list = active.module.parameter(source);
  const moduleList = check.model.nodeOf(active, source)?.value;
  const isNamed =
    moduleList !== undefined && multipleValues(moduleList).some(({ text }) => text === template);
  if (list === undefined || isNamed || allowedSet(list).has(template)) return;
  const { span, text: name } = node.name;
  if (check.facts.describesItself === true) check.warning('unrecognizedparams', span, { name });
  else {
    const args = { name: wireName(active, source), value: template };
    check.report('information', 'unrecognizedparams', span, args, { message: 'unrecognizedvalues.open' });
  }
}

function reportDuplicate(check: Check, node: ParameterNode): void {
  const name = node.name.text;
  const last = check.model.node(name)!;
  check.warning(
    'duplicate-parameter',
    node.span,
    { name },
    {
      tags: ['unnecessary'],
      related: { span: last.span, message: 'duplicate-parameter.related' },
    },
  );
}

/** Modules that the query names but does not use; each is reported where it is named. */
interface NamedModules {
  /** True where one may come from an extension that is not known here: so may any parameter. */
  readonly hasUnknown: boolean;
  /** Known modules in a place where they do not work, by a misspelled name, or in a duplicate that does not count. */
  readonly misplaced: ReadonlySet<Module>;
}

function namedModules({ model, facts }: Check): NamedModules {
  const misplaced = new Set<Module>();
  let hasUnknown = false;
  for (const node of model.query.parameters) {
    const { name, value } = node;
    const isRole = isSubmoduleRole(name.text);
    if (value === undefined || !(isRole || isMisspelledRole(model, node))) continue;
    for (const { text } of multipleValues(value)) {
      const exact = model.catalogue.module(`query+${text}`);
      const place =
        exact === undefined && isModuleGroup(name.text) ? elsewhere(model, name.text, text) : undefined;
      const module =
        exact ??
        (place?.kind === 'property' ? place.module : undefined) ??
        model.catalogue.module(`query+${moduleByOtherName(text)}`) ??
        misspelledModule(model, text);
      const isModule = exact !== undefined || moduleByOtherName(text) !== undefined;
      if (!isModule && (place === undefined || place.kind === 'action'))
        hasUnknown ||= isRole && text !== '' && facts.describesItself !== true;
      const isUsed = model.active.some(active => active.module === module && active.role === name.text);
      if (module !== undefined && !isUsed) misplaced.add(module);
    }
  }
  return { hasUnknown, misplaced };
}

const moduleNames = new WeakMap<Catalogue, readonly string[]>();

/** The names of all modules that can be used. */
function moduleNamesOf(catalogue: Catalogue): readonly string[] {
  const cached = moduleNames.get(catalogue);
  if (cached !== undefined) return cached;
  const names = moduleGroups.flatMap(group => catalogue.modules(group).map(({ name }) => name));
  moduleNames.set(catalogue, names);
  return names;
}

function misspelledModule({ catalogue }: WikiModel, text: string): Module | undefined {
  const names = moduleNamesOf(catalogue);
  const meant =
    plainForms(text).find(form => names.includes(form)) ?? nearest(text, names, maxDifferingLetters);
  return meant === undefined ? undefined : catalogue.module(`query+${meant}`);
}

const isModuleGroup = (name: string): name is ModuleGroup => moduleGroups.some(group => group === name);

const isSubmoduleRole = (name: string): boolean => submoduleRoles.some(role => role === name);

/** Whether a name is a mistake for `list` and the like, such as `LIST`, also after something else, as in `1. list`. */
function isMisspelledRole(model: WikiModel, { name: { text } }: ParameterNode): boolean {
  const word = text.replace(/^.*\W/s, '');
  return !model.names.has(text) && (isSubmoduleRole(word) || nearest(word, submoduleRoles, 1) !== undefined);
}

function reportUnknown(check: Check, node: ParameterNode, named: NamedModules): void {
  const { model } = check;
  const { span, text: name } = node.name;
  const base = arrayOf(model, name);
  if (base !== undefined) {
    if (model.node(name) === node) check.warning('unsupportedarray', span, { name, nearest: base });
    return;
  }
  if (isOtherAction(model)) return;
  const before = beforeAddress(model, node);
  if (before !== undefined) {
    check.warning(
      'unrecognizedparams',
      span,
      { sign: before.trim() },
      { message: 'unrecognizedparams.address' },
    );
    return;
  }
  const writtenName = withoutEquals(model, node);
  if (writtenName !== undefined) {
    reportColon(check, node, writtenName);
    return;
  }
  if (model.active.some(({ module }) => module.dynamicParameters)) return;
  const lower = name.toLowerCase();
  if ([...named.misplaced].some(module => declares(module, lower))) {
    if (lower !== name) check.warning('unrecognizedparams', span, { name, nearest: lower }, nearestMessage);
    return;
  }
  if (named.hasUnknown && !isCode(name)) {
    const ofUnknown = withoutEquals(model, node, true);
    if (ofUnknown !== undefined) {
      reportColon(check, node, ofUnknown);
      return;
    }
    const similar = misspelled(check, name) ?? withSlipInPrefix(check, name);
    if (similar !== undefined && !isSecret(check, similar))
      check.hint('unrecognizedparams', span, { name, nearest: similar }, nearestMessage);
    return;
  }
  const removed = removedParameter(model, name);
  if (removed !== undefined) {
    const { active, removal } = removed;
    const use = replacementText(active, '', removal) ?? '';
    const args = { name: removed.name, version: removal.version, use: `“${use}”` };
    check.warning('unrecognizedparams', span, args, { message: 'unrecognizedparams.removed' });
    return;
  }
  const { message, ...args } = guessName(check, name);
  check.warning('unrecognizedparams', span, { name, ...args }, { message });
}

/** Whether a line has the brackets of a call or an object: no module has such a name. */
const isCode = (name: string): boolean => isOnlySigns(name) || /[()]/.test(name);

/** The parameter that a name such as `titles[]` is an array of; undefined for other names. */
export function arrayOf({ names }: WikiModel, name: string): string | undefined {
  const base = /^([^[\]]+)\[.*\]$/s.exec(name)?.[1];
  return base !== undefined && names.has(base) ? base : undefined;
}

/** Whether the query has another action, whose parameters are not known here. */
const isOtherAction = (model: WikiModel): boolean =>
  (model.node('action')?.value?.text ?? 'query') !== 'query';

type WrittenPair = Readonly<Record<'nearest' | 'sign' | 'value', string>>;

const reportColon = (check: Check, { name: { span, text } }: ParameterNode, pair: WrittenPair): void =>
  check.warning(
    'unrecognizedparams',
    span,
    { name: text, ...pair },
    { message: isMark(pair.sign) ? 'unrecognizedparams.mark' : 'unrecognizedparams.colon' },
  );

/** Signs before a name: of a list, of options of a command, of a quotation, and around a text in a document. */
const marks: ReadonlySet<string> = new Set('- -- * ** > + • · ▪ ● – — `'.split(' '));
const number = /^\d{1,3}[.)]$/;
export const isMark = (sign: string): boolean => marks.has(sign) || number.test(sign);

/** Whether two lines have the same mark; numbers of a list differ. */
export const isSameMark = (one: string, other: string): boolean =>
  one === other || (number.test(one) && number.test(other));

/** Returns what is before the address that a query begins with, such as `curl "` and `<`; undefined = nothing. */
export function beforeAddress({ query }: WikiModel, node: ParameterNode): string | undefined {
  if (query.form !== 'url' || query.parameters[0] !== node) return undefined;
  const at = node.name.text.search(/https?:\/\//i);
  const before = node.name.text.slice(0, Math.max(at, 0));
  return callBefore.test(before) ? before : undefined;
}

/** The start of a command or a request, a quote, a bracket, a tag or the text of a link before an address. */
const callBefore =
  /^(?=.)(?:(?:curl|wget|get|post)\s+)?(?:--?[A-Za-z][\w-]*\s+)*(?:["'`<[(“„«]|<\w+>|\[[^\]]{0,100}\]\()?$/i;

/**
 * A name and a value with another sign between them, such as `list: allpages`, `"list": "allpages",`, `limit;5`; undefined
 * where it does not start with a known name.
 *
 * @param isOpen whether the query has a module that is not known, which can have any name before a colon
 */
export function withoutEquals(
  model: WikiModel,
  { name, equals, value: after }: ParameterNode,
  isOpen = false,
): WrittenPair | undefined {
  const whole = equals === undefined ? name.text : `${name.text}=${after?.text ?? ''}`;
  const marked = markedPair(
    whole,
    equals !== undefined,
    key => isOpen || model.names.has(key) || isDeclared(model, key),
  );
  if (marked !== undefined) return marked;
  const isArrow = equals !== undefined && after?.text.startsWith('>') === true;
  if (equals !== undefined && !isArrow && !/^["']?[\w-]+["']?\s?:/.test(name.text)) return undefined;
  const text = isArrow ? `${name.text.replace(/^:|["'\s]+/g, '')}:${after.text.slice(1)}` : whole;
  const [, key = '', sign = '', value = ''] =
    /^["']?([\w-]+)["']?\s?([:：＝;|&\t])(.*)$/s.exec(text) ?? withoutSign(model, text) ?? [];
  const isColon = colons.has(sign) && !value.startsWith('//');
  const isKnown = model.names.has(key) || (isColon && (isOpen || isDeclared(model, key)));
  if (!isKnown || (value.trim() === '' && !isColon)) return undefined;
  const foundSign = sign === '' ? value : sign;
  return {
    nearest: key,
    sign: isArrow ? '=>' : foundSign,
    value: valueInCode(value),
  };
}

/** A pair with the sign of a list, of options, or of a quotation before it, as in `- list: allpages` and `--list=allpages`. */
function markedPair(
  text: string,
  hasEquals: boolean,
  isKnown: (name: string) => boolean,
): WrittenPair | undefined {
  const [, sign = '', key = '', between = '', value = ''] =
    /^(--?|\*\*|[*>+•·▪●–—`]|\d{1,3}[.)])\s*["'`]?([a-z][\w-]*)["'`*]{0,2}\s?([:=])(.*)$/is.exec(text) ?? [];
  const isPair = key !== '' && (between === '=') === hasEquals && !value.startsWith('//');
  const bare = sign === '`' ? value.replaceAll(/^\s*`|`$/g, '') : value;
  return isPair && isKnown(key) ? { nearest: key, sign, value: valueInCode(bare) } : undefined;
}

/** Whether some module has a parameter, also as a generator. */
const isDeclared = ({ catalogue }: WikiModel, name: string): boolean =>
  catalogue.declarations(name).length > 0 ||
  (name.startsWith('g') && catalogue.declarations(name.slice(1)).length > 0);

/** A value as it is without the quotes, the comma and the escapes of code. */
function valueInCode(value: string): string {
  const quoted = value.trim().replace(/[,;]$/, '');
  if (quoted === '""' || quoted === "''") return '';
  const plain = plainForms(value).at(-1) ?? value;
  return quoted.startsWith('"') && plain.includes('\\') ? (readJsonText(quoted) ?? plain) : plain;
}

/** The text that a literal of JSON is; undefined = it is not valid, or has line breaks. */
function readJsonText(literal: string): string | undefined {
  try {
    const text: unknown = JSON.parse(literal);
    return typeof text === 'string' && !/[\r\n]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Signs that code and other forms have in place of `=`, also before names of modules that the query does not use. */
const colons: ReadonlySet<string> = new Set([':', '：', '＝', '\t']);

/** The longest name that a text begins with, no sign, and the value after it, as in `rvlimit5` and `propinfo`. */
function withoutSign({ names }: WikiModel, text: string): readonly string[] | undefined {
  const [name] = [...names.keys()]
    .filter(each => text.startsWith(each) && takes(names.get(each)?.parameter, text.slice(each.length)))
    .toSorted((one, other) => other.length - one.length);
  return name === undefined ? undefined : [text, name, '', text.slice(name.length)];
}

const takes = (parameter: Parameter | undefined, value: string): boolean =>
  parameter !== undefined &&
  value !== '' &&
  ((/^\d+$/.test(value) && numberTypes.has(String(parameter.type))) ||
    (parameter.type === 'boolean' && /^(?:1|true)$/.test(value)) ||
    parameter.submodules.has(value) ||
    allowedSet(parameter).has(value));

const numberTypes: ReadonlySet<string> = new Set(['integer', 'limit', 'namespace']);

/** Whether a name is that of a module's parameter, with or without the `g` of a generator. */
const declares = ({ prefix, parameters }: Module, name: string): boolean =>
  parameters.some(parameter => name === prefix + parameter.name || name === `g${prefix}${parameter.name}`);

/** The parameter of a known module that a name with the module's prefix is a mistake for. */
function misspelled({ model }: Check, name: string): string | undefined {
  const leads = model.active.filter(({ at, module }) => at !== undefined && module.prefix !== '');
  const lead = leads.find(active => name.startsWith(wireName(active, '')));
  return lead && nearest(name, wireNames(lead), maxDifferingLetters);
}

const wireNames = (active: ActiveModule): string[] =>
  active.module.parameters.map(({ name }) => wireName(active, name));
