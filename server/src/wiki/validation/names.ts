import { MappedText } from '../../language/mapped-text.ts';
import type { ParameterNode } from '../nodes.ts';
import { submoduleRoles, wireName } from '../model.ts';
import { multipleValues } from '../values/list.ts';
import type { Check } from './check.ts';

/** Names that no module of the query knows, and names written more than once. */
export function checkNames(check: Check): void {
  const { model } = check;
  const isExplained = check.facts.own !== true && hasUnknownModule(check);
  for (const node of model.query.parameters) {
    const name = node.name.text;
    if (name === '') check.warning('empty-name', node.span, {});
    else if (model.node(name) !== node) reportDuplicate(check, node);
    else if (!model.names.has(name)) reportUnknown(check, node, isExplained);
  }
}

function reportDuplicate(check: Check, node: ParameterNode): void {
  const name = node.name.text;
  const last = check.model.node(name)!;
  check.warning(
    'duplicate-parameter',
    node.span,
    { name },
    {
      tags: ['unnecessary'],
      related: { span: last.span, message: 'duplicate-parameter.related' },
    },
  );
}

/** True where a module is named that may come from an extension of the wiki: nobody knows yet what that takes. */
const hasUnknownModule = ({ model }: Check): boolean =>
  submoduleRoles.some(role =>
    multipleValues(model.node(role)?.value ?? nothing).some(
      ({ text }) => text !== '' && model.catalogue.module(`query+${text}`) === undefined,
    ),
  );

const nothing = MappedText.literal('', 0);

/** @param isExplained a module that is not known is told of: only what is nearly a name of another is worth a hint */
function reportUnknown(check: Check, node: ParameterNode, isExplained: boolean): void {
  const name = node.name.text;
  const base = /^([^[\]]+)\[.*\]$/s.exec(name)?.[1];
  if (base !== undefined && check.model.names.has(base)) {
    check.warning('unsupportedarray', node.name.span, { name, nearest: base });
    return;
  }
  if (check.model.active.some(({ module }) => module.dynamicParameters)) return;
  const guess = guessName(check, name);
  if (isExplained && guess?.name === undefined) return;
  const args = {
    name,
    ...(guess?.name !== undefined && { nearest: guess.name }),
    ...(guess?.module !== undefined && { module: guess.module, group: guess.group ?? '' }),
  };
  const message = `unrecognizedparams${guess === undefined ? '' : guess.module === undefined ? '.nearest' : '.module'}`;
  check.report(isExplained ? 'hint' : 'warning', 'unrecognizedparams', node.name.span, args, { message });
}

interface Guess {
  readonly name?: string;
  /** A module that is not in the query but knows the name. */
  readonly module?: string;
  readonly group?: string;
}

/** What a name was meant to be: with the prefix, with or without `g`, one of another module, or one written nearly so. */
function guessName(check: Check, name: string): Guess | undefined {
  const { model } = check;
  const without = name.startsWith('g') ? name.slice(1) : undefined;
  if (model.names.has(`g${name}`)) return { name: `g${name}` };
  if (without !== undefined && model.names.has(without)) return { name: without };
  for (const active of model.active) {
    if (active.module.prefix === '' && active.role !== 'generator') continue;
    const prefixed = wireName(active, name);
    if (active.at !== undefined && model.names.has(prefixed)) return { name: prefixed };
  }
  const lower = name.toLowerCase();
  if (model.names.has(lower)) return { name: lower };
  const declared =
    ownerOf(check, name) ?? (without === undefined ? undefined : ownerOf(check, without, true));
  if (declared) return declared;
  const similar = check.suggest(name, model.names.keys());
  return similar === undefined ? undefined : { name: similar };
}

function ownerOf(check: Check, name: string, generator = false): Guess | undefined {
  const owner = check.model.catalogue
    .declarations(name)
    .find(({ module }) => module.group !== undefined && (!generator || module.generator))?.module;
  return owner && { module: owner.name, group: generator ? 'generator' : owner.group! };
}
