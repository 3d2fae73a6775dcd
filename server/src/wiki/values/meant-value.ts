import data from '../../../catalogue/wiki/meant-values.json' with { type: 'json' };
import type { Module, Parameter } from '../catalogue/wiki-catalogue.ts';
import { plainForms } from './plain-text.ts';

const byParameter: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(data.parameters).map(([name, values]) => [name, new Map(Object.entries(values))]),
);
const mainNamespace: ReadonlySet<string> = new Set(data.mainNamespace);
const everything: ReadonlySet<string> = new Set(data.everything);

/** Whether a text is what users call the namespace of articles, which has no name of its own. */
export const isMainNamespace = (text: string): boolean => mainNamespace.has(text.trim().toLowerCase());

/** The allowed value that a text certainly means: in another case, with quotes, encoded, or another word for the same. */
export function meantValue(
  module: Module,
  parameter: Parameter,
  text: string,
  allowed: ReadonlySet<string>,
): string | undefined {
  for (const form of [text, ...plainForms(text)]) {
    const lower = form.toLowerCase();
    const spelled = [form, lower, lower.replace(/:(?:\/\/)?$/, '')].find(
      candidate => candidate !== text && candidate !== '' && allowed.has(candidate),
    );
    if (spelled !== undefined) return spelled;
    const other = byParameter.get(`${module.name}.${parameter.name}`)?.get(lower);
    if (other !== undefined && allowed.has(other)) return other;
    const same = data.sameMeaning.find(words => words.includes(lower))?.find(word => allowed.has(word));
    if (same !== undefined) return same;
  }
  return isEverything(parameter, text) ? parameter.allSpecifier : undefined;
}

/** Whether a text is a word for all values of a parameter that has another one for it. */
export const isEverything = ({ allSpecifier, multi }: Parameter, text: string): boolean =>
  multi && allSpecifier !== undefined && everything.has(text.trim().toLowerCase());
