import { type ActiveModule, wireName } from '../model.ts';
import type { WikiMessage } from '../message-keys.ts';
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import { missingUntil } from '../catalogue/profiles.ts';
import type { ParameterNode, ValueNode } from '../wiki-nodes.ts';
import { multipleValues, singleValue } from '../values/value-list.ts';
import type { Check } from './wiki-check.ts';

/** Reports modules, parameters and values that the version of the profile does not have yet. */
export function checkVersion(check: Check): void {
  const { profile } = check.facts;
  if (profile === undefined) return;
  for (const active of check.model.active) {
    const version = missingUntil(profile, active.module.name);
    if (version !== undefined && active.at !== undefined) reportModule(check, active, active.at, version);
  }
  for (const [name, { active, parameter }] of check.model.names) {
    const node = check.model.node(name);
    if (node === undefined || missingUntil(profile, active.module.name) !== undefined) continue;
    const version = missingUntil(profile, active.module.name, parameter.name);
    if (version === undefined) checkValues(check, active, parameter, node);
    else report(check, 'unrecognizedparams', node.name.span, { name, version });
  }
}

function reportModule(check: Check, { role, module }: ActiveModule, at: ValueNode, version: string): void {
  const code = role === 'generator' ? 'badgenerator' : 'unrecognizedvalues';
  report(check, code, at.span, { name: role, value: module.name, version });
}

function checkValues(check: Check, active: ActiveModule, parameter: Parameter, node: ParameterNode): void {
  if (node.value === undefined || typeof parameter.type === 'string') return;
  const values = parameter.multi ? multipleValues(node.value) : [singleValue(node.value)];
  for (const { text, span } of values) {
    const version = missingUntil(check.facts.profile, active.module.name, parameter.name, text);
    if (version === undefined) continue;
    const code = parameter.multi ? 'unrecognizedvalues' : 'badvalue';
    report(check, code, span, { name: wireName(active, parameter.name), value: text, version });
  }
}

type Code = 'unrecognizedparams' | 'unrecognizedvalues' | 'badvalue' | 'badgenerator';

function report(
  check: Check,
  code: Code,
  span: ParameterNode['span'],
  args: Readonly<Record<string, string>>,
): void {
  const message: WikiMessage = `${code}.since`;
  check.warning(code, span, { ...args, profile: check.facts.profile?.name ?? '' }, { message });
}
