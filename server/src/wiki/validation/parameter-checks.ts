import type { Parameter } from '../catalogue/catalogue.ts';
import { replacementOf, replacementText } from '../catalogue/replacements.ts';
import { type ActiveModule, isAlwaysSent, wireName } from '../model.ts';
import type { ParameterNode } from '../nodes.ts';
import { type Check, type Written, valueSpan } from './check.ts';
import { checkEncoding } from './encoding.ts';
import { checkAlwaysSent } from './always-sent-checks.ts';
import { checkValues } from './value-checks.ts';

/** Checks the parameters of each module of the query, in the order in which the wiki does. */
export function checkParameters(check: Check): void {
  const { model } = check;
  for (const active of model.active) {
    for (const parameter of active.module.parameters) {
      const name = wireName(active, parameter.name);
      const node = model.node(name);
      if (node) checkWritten(check, active, parameter, node);
      else if (parameter.required && parameter.tokenType === undefined) reportMissing(check, active, name);
    }
  }
  for (const [name, { active, parameter, template }] of model.names) {
    const node = template === undefined ? undefined : model.node(name);
    if (node) checkWritten(check, active, parameter, node);
  }
}

function checkWritten(check: Check, active: ActiveModule, parameter: Parameter, node: ParameterNode): void {
  const name = node.name.text;
  const written: Written = { check, active, parameter, name, node, text: node.value?.text ?? '' };
  if (isAlwaysSent(active, name)) {
    checkAlwaysSent(written);
    return;
  }
  checkEncoding(written);
  if (parameter.deprecated) reportDeprecated(written);
  if (parameter.sensitive && written.text !== '') check.warning('sensitive-value', valueSpan(node), { name });
  if (parameter.submodules.size === 0) checkValues(written);
}

function reportDeprecated({ check, active, parameter, name, node }: Written): void {
  const use = replacementText(active, parameter.name, replacementOf(active.module, parameter));
  const args = { name, ...(use !== undefined && { use: `“${use}”` }) };
  const message = use === undefined ? 'deprecation.parameter' : 'deprecation.parameter.use';
  check.warning('deprecation', node.name.span, args, { message, tags: ['deprecated'] });
}

function reportMissing(check: Check, active: ActiveModule, name: string): void {
  const span = active.at?.span ?? { start: 0, end: 0 };
  check.error('missingparam', span, { name, module: active.module.name });
}
