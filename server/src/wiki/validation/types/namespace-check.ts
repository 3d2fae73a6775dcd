import type { ValueNode } from '../../wiki-nodes.ts';
import { isEverything, isMainNamespace } from '../../values/meant-value.ts';
import { plainForms, separatedParts } from '../../values/plain-text.ts';
import { namespaceOf } from '../../values/title.ts';
import { type WrittenParameter, valueSpan } from '../wiki-check.ts';

/** Checks for the id of a namespace. If those of the wiki are not known, every number from 0 can be one. */
export function checkNamespace(written: WrittenParameter, value: ValueNode): void {
  const { check, parameter, name, node } = written;
  if (/^[+-]?\d+$/.test(value.text)) {
    const id = Number(value.text);
    const namespaces = check.facts.namespaces;
    if (
      parameter.extraNamespaces.includes(id) ||
      (id >= 0 && (namespaces === undefined || namespaces.has(id)))
    )
      return;
  }
  const code = parameter.multi ? 'unrecognizedvalues' : 'badvalue';
  const nearest = meantNamespace(written, value.text);
  const message = `${code}${kindOf(value.text, nearest)}` as const;
  check.report(
    parameter.multi ? 'warning' : 'error',
    code,
    value.text === '' ? valueSpan(node) : value.span,
    { name, value: value.text, ...(nearest !== undefined && { nearest }) },
    { message },
  );
}

/** The id of the namespace that a value names, or the word for all; undefined if it is neither. */
function meantNamespace(
  { check, parameter, text: whole }: WrittenParameter,
  text: string,
): string | undefined {
  if (text === whole && isEverything(parameter, text)) return parameter.allSpecifier;
  for (const form of [text, ...plainForms(text)]) {
    const id = /^\d+$/.test(form) && form !== text ? Number(form) : namespaceOf(form, check.facts);
    if (id !== undefined) return String(id);
  }
  return isMainNamespace(text) ? '0' : undefined;
}

function kindOf(text: string, nearest: string | undefined) {
  if (text === '') return '.empty';
  if (nearest !== undefined) return /^\d/.test(nearest) && !/\d/.test(text) ? '.namespaceName' : '.nearest';
  const parts = separatedParts(text);
  return parts.length > 1 && parts.every(part => /^\d+$/.test(part)) ? '.comma' : '.namespace';
}
