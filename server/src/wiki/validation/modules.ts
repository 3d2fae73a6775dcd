import type { ModuleGroup, Parameter } from '../catalogue/catalogue.ts';
import { moduleGroups } from '../catalogue/catalogue.ts';
import type { ParameterNode, ValueNode } from '../nodes.ts';
import { multipleValues, singleValue } from '../values/list.ts';
import { type Check, valueSpan } from './check.ts';
import { checkCount } from './count.ts';
import { allowedSet } from './types/enumeration.ts';

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
  for (const { module, at } of model.active) {
    if (at === undefined) continue;
    const args = { module: module.name, name: module.name };
    if (module.deprecated)
      check.warning('deprecation', at.span, args, { message: 'deprecation.module', tags: ['deprecated'] });
    if (module.mustBePosted) check.report('information', 'mustbeposted', at.span, args);
  }
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
  const other = check.model.catalogue.module(`query+${value.text}`)?.group;
  const similar = other === undefined ? check.suggest(value.text.trim(), allowed) : undefined;
  const args = {
    name: group,
    value: value.text,
    ...(other && { group: other }),
    ...(similar !== undefined && { nearest: similar }),
  };
  const variant =
    value.text === '' ? 'empty' : other ? 'group' : similar === undefined ? unknownVariant(check) : 'nearest';
  const message = `unrecognizedvalues.${variant}`;
  check.warning('unrecognizedvalues', value.text === '' ? valueSpan(node) : value.span, args, { message });
}

/** What the site itself told is all that there is; the built-in catalogue knows no extensions but the usual ones. */
const unknownVariant = ({ facts }: Check): string => (facts.own === true ? 'module' : 'extension');

function checkGenerator(check: Check, node: ParameterNode): void {
  const value = node.value ? singleValue(node.value) : undefined;
  const text = value?.text ?? '';
  const span = valueSpan(node);
  if (text.startsWith('\u001F')) {
    check.error('badvalue', span, { name: 'generator', value: '' }, { message: 'badvalue.separator' });
    return;
  }
  const { catalogue } = check.model;
  const parameter = catalogue.query.parameter('generator');
  const allowed = parameter ? allowedSet(parameter) : new Set<string>();
  if (allowed.has(text)) return;
  if (catalogue.module(`query+${text}`)) {
    check.error('badgenerator', span, { name: 'generator', value: text }, { message: 'badgenerator.not' });
    return;
  }
  const similar = check.suggest(text.trim(), allowed);
  const args = { name: 'generator', value: text, ...(similar !== undefined && { nearest: similar }) };
  const variant =
    text === '' ? '.empty' : text.includes('|') ? '.several' : similar === undefined ? '' : '.nearest';
  check.error('badgenerator', span, args, { message: `badgenerator${variant}` });
}
