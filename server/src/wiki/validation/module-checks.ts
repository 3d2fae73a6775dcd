/** Checks the modules that a query names. */
import { type Module, type ModuleGroup, type Parameter, moduleGroups } from '../catalogue/wiki-catalogue.ts';
import { successorsOf } from '../catalogue/replacements.ts';
import { type ActiveModule, wireName } from '../model.ts';
import type { ParameterNode, ValueNode } from '../wiki-nodes.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';
import { namesIn, plainForms } from '../values/plain-text.ts';
import { type Check, maxDifferingLetters, valueSpan } from './wiki-check.ts';
import { checkCount } from './value-checks.ts';
import { elsewhere, moduleByOtherName } from './names-elsewhere.ts';
import { allowedSet } from './types/enumeration-check.ts';

/** Checks the values of `list`, `prop`, `meta` and `generator`. */
export function checkModules(check: Check): void {
  const { model } = check;
  const action = model.active.find(({ role }) => role === 'action')!;
  for (const group of moduleGroups) {
    const node = model.node(group);
    const parameter = model.catalogue.query.parameter(group);
    if (!node || !parameter) continue;
    const text = node.value?.text ?? '';
    const values = node.value ? multipleValues(node.value) : [];
    checkCount({ check, active: action, parameter, name: group, node, text }, values);
    for (const value of values) checkModule(check, group, parameter, node, value);
  }
  const generator = model.node('generator');
  if (generator) checkGenerator(check, generator);
  for (const active of model.active) checkUse(check, active);
}

/** Reports a module that is deprecated or needs a POST request. */
function checkUse(check: Check, { module, at }: ActiveModule): void {
  if (at === undefined) return;
  const args = { module: module.name, name: module.name };
  if (module.mustBePosted) check.report('information', 'mustbeposted', at.span, args);
  if (!module.deprecated) return;
  const names = successorsOf(module).flatMap(({ module: name }) => groupedName(check, name) ?? []);
  const message = names.length === 0 ? 'deprecation.module' : 'deprecation.module.use';
  const use = names.map(name => `“${name}”`).join(' or ');
  check.warning('deprecation', at.span, { ...args, use }, { message, tags: ['deprecated'] });
}

/** How a module is written in a query: `prop=info`. */
function groupedName({ model }: Check, name: string): string | undefined {
  const group = model.catalogue.module(`query+${name}`)?.group;
  return group && `${group}=${name}`;
}

function checkModule(
  check: Check,
  group: ModuleGroup,
  parameter: Parameter,
  node: ParameterNode,
  value: ValueNode,
): void {
  const allowed = allowedSet(parameter);
  if (allowed.has(value.text)) return;
  if (value.text === '') {
    const args = { name: group, value: '' };
    check.warning('unrecognizedvalues', valueSpan(node), args, { message: 'unrecognizedvalues.empty' });
    return;
  }
  const module = check.model.catalogue.module(`query+${value.text}`);
  const other = module?.group === group ? undefined : module?.group;
  if (module !== undefined && other !== undefined && isOffered(check, module)) {
    const args = { name: group, value: value.text, group: other };
    check.warning('unrecognizedvalues', value.span, args, { message: 'unrecognizedvalues.group' });
    return;
  }
  const propertyName =
    group === 'prop' && module === undefined ? moduleWithValue(check, value.text) : undefined;
  if (propertyName !== undefined) {
    const args = { name: group, value: value.text, nearest: propertyName };
    check.warning('unrecognizedvalues', value.span, args, { message: 'unrecognizedvalues.own' });
  } else if (module !== undefined || !reportElsewhere(check, group, value))
    reportUnknown(check, 'unrecognizedvalues', group, value, allowed, module);
}

/** Reports a name that belongs elsewhere in the API; returns whether it does. */
function reportElsewhere(check: Check, group: ModuleGroup, value: ValueNode): boolean {
  const place = elsewhere(check.model, group, value.text);
  if (place === undefined) return false;
  const args = { name: group, value: value.text };
  if (place.kind === 'property') {
    const { name: module, prefix } = place.module;
    const property = { ...args, module, nearest: `${prefix}prop` };
    check.warning('unrecognizedvalues', value.span, property, { message: 'unrecognizedvalues.property' });
  } else
    check.warning('unrecognizedvalues', value.span, args, { message: `unrecognizedvalues.${place.kind}` });
  return true;
}

/** The parameter `prop` of a module of the query that has a value of this name, such as `rcprop` for `title`. */
function moduleWithValue({ model }: Check, text: string): string | undefined {
  const owner = model.active.find(({ at, role, module }) => {
    const property = at !== undefined && role !== 'generator' ? module.parameter('prop') : undefined;
    return property?.multi === true && allowedSet(property).has(text);
  });
  return owner && wireName(owner, 'prop');
}

/** Whether the wiki has a known module; one of an extension may be missing on a wiki that has described itself. */
const isOffered = ({ model }: Check, module: Module): boolean =>
  module.group !== undefined && model.catalogue.modules(module.group).includes(module);

/** Characters that no module has in its name. */
const notInNames = /[\s,;:=/|"'｜，；]/;

/** Whether a value is several modules that are separated by something else than `|`. */
function isSeveral({ model }: Check, text: string): boolean {
  const parts = namesIn(text);
  return parts.length > 1 && parts.every(part => model.catalogue.module(`query+${part}`) !== undefined);
}

/** @param absentModule the module, if it is one of an extension that this wiki does not have */
function reportUnknown(
  check: Check,
  code: 'unrecognizedvalues' | 'badgenerator',
  name: string,
  value: ValueNode,
  allowed: ReadonlySet<string>,
  absentModule?: Module,
): void {
  const isCertain = check.facts.describesItself === true || notInNames.test(value.text);
  const severity = code === 'badgenerator' && isCertain ? 'error' : 'warning';
  const args = { name, value: value.text };
  if (absentModule !== undefined) {
    const absent = { ...args, extension: absentModule.source };
    check.report(severity, code, value.span, absent, { message: `${code}.absent` });
    return;
  }
  if (code === 'unrecognizedvalues' && isSeveral(check, value.text)) {
    check.warning(code, value.span, args, { message: 'unrecognizedvalues.comma' });
    return;
  }
  const text = plainForms(value.text).at(-1) ?? value.text;
  const otherName = moduleByOtherName(text);
  const similar =
    plainForms(value.text).find(form => allowed.has(form)) ??
    (otherName !== undefined && allowed.has(otherName) ? otherName : undefined) ??
    check.suggest(text, allowed, check.facts.describesItself === true ? undefined : maxDifferingLetters);
  // Extensions define so many names that a similar one may be right.
  const isOwnName =
    isCertain || similar === text || check.model.catalogue.module(`query+${similar}`)?.coverage === undefined;
  if (similar !== undefined && !isOwnName)
    check.report(
      'information',
      code,
      value.span,
      { ...args, nearest: similar },
      { message: `${code}.extensionNearest` },
    );
  else if (similar !== undefined)
    check.report(severity, code, value.span, { ...args, nearest: similar }, { message: `${code}.nearest` });
  else if (isCertain)
    check.report(severity, code, value.span, args, {
      message: code === 'badgenerator' ? code : 'unrecognizedvalues.module',
    });
  else check.report('information', code, value.span, args, { message: `${code}.extension` });
}

function checkGenerator(check: Check, node: ParameterNode): void {
  const value = node.value ? singleValue(node.value) : undefined;
  const text = value?.text ?? '';
  const span = valueSpan(node);
  const args = { name: 'generator', value: text };
  if (text.startsWith('\u001F')) {
    check.error('badvalue', span, { ...args, value: '' }, { message: 'badvalue.separator' });
    return;
  }
  const { catalogue } = check.model;
  const parameter = catalogue.query.parameter('generator');
  const allowed = parameter ? allowedSet(parameter) : new Set<string>();
  if (allowed.has(text)) return;
  if (value === undefined || text === '')
    check.error('badgenerator', span, args, { message: 'badgenerator.empty' });
  else if (/[,;|]/.test(text) || isSeveral(check, text))
    check.error('badgenerator', span, args, { message: 'badgenerator.several' });
  else {
    const module = catalogue.module(`query+${text}`);
    if (module !== undefined && isOffered(check, module))
      check.error('badgenerator', span, args, { message: 'badgenerator.not' });
    else reportUnknown(check, 'badgenerator', 'generator', value, allowed, module);
  }
}
