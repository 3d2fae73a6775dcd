/** Checks each parameter of a query by its declaration. */
import type { Parameter } from '../catalogue/wiki-catalogue.ts';
import { replacementOf, replacementText } from '../catalogue/replacements.ts';
import { type ActiveModule, isAlwaysSent, wireName } from '../model.ts';
import type { ParameterNode } from '../wiki-nodes.ts';
import { type Check, type WrittenParameter, valueSpan } from './wiki-check.ts';
import { checkValues, reportAttached } from './value-checks.ts';
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import type { WikiMessage } from '../message-keys.ts';

/** Checks the parameters of each module of the query, in the order in which the wiki does. */
export function checkParameters(check: Check): void {
  const { model } = check;
  for (const active of model.active) {
    for (const parameter of active.module.parameters) {
      const node = model.nodeOf(active, parameter.name);
      if (node) checkWritten(check, active, parameter, node);
      else if (parameter.required && parameter.tokenType === undefined)
        reportMissing(check, active, wireName(active, parameter.name));
    }
  }
  for (const [name, { active, parameter }] of model.templated) {
    const node = model.node(name);
    if (node) checkWritten(check, active, parameter, node);
  }
}

function checkWritten(check: Check, active: ActiveModule, parameter: Parameter, node: ParameterNode): void {
  const name = node.name.text;
  const writtenParameter: WrittenParameter = {
    check,
    active,
    parameter,
    name,
    node,
    text: node.value?.text ?? '',
  };
  if (reportAttached(writtenParameter)) return;
  if (isAlwaysSent(active, name)) {
    checkAlwaysSent(writtenParameter);
    return;
  }
  checkEncoding(writtenParameter);
  if (parameter.deprecated) reportDeprecated(writtenParameter);
  if (parameter.sensitive && writtenParameter.text !== '')
    check.warning('sensitive-value', valueSpan(node), { name });
  if (parameter.submodules.size === 0) checkValues(writtenParameter);
}

function reportDeprecated({ check, active, parameter, name, node }: WrittenParameter): void {
  const use = replacementText(active, parameter.name, replacementOf(active.module, parameter));
  const args = { name, ...(use !== undefined && { use: `“${use}”` }) };
  const message = use === undefined ? 'deprecation.parameter' : 'deprecation.parameter.use';
  check.warning('deprecation', node.name.span, args, { message, tags: ['deprecated'] });
}

function reportMissing(check: Check, active: ActiveModule, name: string): void {
  const span = active.at?.span ?? { start: 0, end: 0 };
  check.error('missingparam', span, { name, module: active.module.name });
}

const outsideAscii = /[\u0080-\uFFFF]/;
/** Control characters except tab and line ends, lone surrogates, and noncharacters. */
const illegal = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Reports characters that the wiki replaces or normalizes before it reads the value. */
function checkEncoding({ check, node, name, text, parameter }: WrittenParameter): void {
  const parts = text.startsWith('\u001F') ? text.slice(1).split('\u001F') : [text];
  if (parts.length === 1 && !outsideAscii.test(text) && !illegal.test(text)) return;
  if (parts.some(part => illegal.test(part))) {
    const message = parameter.multi && text.includes('\u001F') ? 'badutf8.separator' : 'badutf8.control';
    check.warning('badutf8', valueSpan(node), { name }, { message });
  } else if (parts.some(part => part !== part.normalize('NFC'))) {
    check.warning('badutf8', valueSpan(node), { name }, { message: 'badutf8' });
  }
}

/** Reports another action than `query`, and what has no effect because wikijql decides it itself. */
function checkAlwaysSent({ check, name, node, text }: WrittenParameter): void {
  const value = alwaysSentParameters.get(name);
  if (value === text) return;
  if (name === 'action') check.error('foreign-action', valueSpan(node), { value: text });
  else if (value === null) check.hint('never-sent', node.span, { name }, unused(`never-sent.${name}`));
  else
    check.hint(
      'forced-value',
      node.span,
      { name, value: text, forced: value ?? '' },
      unused(`forced-value.${name}`),
    );
}

const unused = (message: WikiMessage) => ({ message, tags: ['unnecessary'] as const });
