import { verbatim } from '../../language/snippet.ts';
import { allowedValues } from '../catalogue/catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { type ActiveModule, wireName } from '../model.ts';
import { alternativesOf } from '../catalogue/requirements.ts';
import { urlEncoded } from './url-encoding.ts';

/** What a module cannot do without, each as `name=${1:example}`; a token is fetched when the query runs. */
export function placeholders(
  { texts, rules }: WikiKnowledge,
  active: ActiveModule,
  isUrl: boolean,
): string[] {
  const { module } = active;
  return module.parameters
    .filter(
      ({ name, required, deprecated, tokenType }) =>
        !deprecated &&
        tokenType === undefined &&
        (required || alternativesOf(rules, module, name)[0] === name),
    )
    .map((parameter, index) => {
      const example =
        texts.parameter(module.name, parameter.name)?.example ?? allowedValues(parameter)?.[0] ?? '';
      const value = isUrl ? urlEncoded(example) : example;
      return `${verbatim(wireName(active, parameter.name))}=\${${index + 1}:${verbatim(value)}}`;
    });
}
