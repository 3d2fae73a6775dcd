import { searchText } from '../../language/completion-filter.ts';
import type { Parameter } from '../catalogue/catalogue.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { type Proposal, word } from './proposal.ts';

/** Namespaces by id with their names, those of media and special pages only if the parameter accepts them. */
export function namespaceProposals({ texts }: WikiKnowledge, parameter: Parameter): Proposal[] {
  const special = new Set(parameter.extraNamespaces);
  return texts.namespaces
    .filter(({ id }) => id >= 0 || special.has(id))
    .map(({ id, name }, index) => ({
      label: `${id} ${name}`,
      text: String(id),
      kind: 'namespace',
      ...(String(id) === String(parameter.default) && { detail: word('default') }),
      filter: searchText(String(id), name),
      rank: 100 + index + (id < 0 ? 500 : 0),
      subject: { kind: 'namespace', id: String(id) },
    }));
}
