import { code } from '../../language/markdown.ts';
import type { Module } from '../catalogue/catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { optionalWord } from './wording.ts';

/**
 * What only the wiki can check, such as that the user is signed in: for a parameter, or for its module as a whole.
 *
 * @param parameter unprefixed; absent = the module
 */
export const runtimeLines = (rules: WikiKnowledge['rules'], module: Module, parameter?: string): string[] =>
  (rules.get(module.name) ?? []).flatMap(rule => {
    if (rule.kind !== 'runtime') return [];
    const concerns =
      parameter === undefined ? rule.parameters.length === 0 : rule.parameters.includes(parameter);
    if (!concerns) return [];
    const values = { right: code(rule.right ?? ''), value: code(rule.value ?? '') };
    const line = optionalWord(`runtime.${rule.message}`, values);
    return line === undefined ? [] : [line];
  });
