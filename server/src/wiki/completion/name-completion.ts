/** Completes the names of parameters, ordered by how likely they are. */
import { searchText } from '#shared/base/text/completion-text.ts';
import { moduleGroups, type Parameter } from '../catalogue/wiki-catalogue.ts';
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import {
  type ActiveModule,
  type Binding,
  isAlwaysSent,
  type Role,
  type WikiModel,
  wireName,
} from '../model.ts';
import { alternativesOf, rivalsOf } from '../catalogue/requirements.ts';
import { markLater, nameRanks, sayIfKnown, type Proposal, ranksLater, say } from './proposal.ts';
import { wordsOf } from './name-words.ts';
import { hasValues } from './value-completion.ts';

/** The names to offer first in a query without a module. */
const openings: readonly string[] = [...moduleGroups, 'generator', 'titles'];

const rankOfRole: Readonly<Record<Role, number>> = {
  generator: nameRanks.parameters,
  prop: nameRanks.parameters,
  list: nameRanks.parameters,
  meta: nameRanks.parameters,
  action: nameRanks.actionParameters,
  main: nameRanks.mainParameters,
  format: nameRanks.formatParameters,
};

/**
 * The parameters of the query's modules, without the `used` ones: required ones first, then the most used ones,
 * deprecated ones last. Those that wikijql never sends are left out.
 *
 * @param typed the beginning of the name before the cursor
 */
export function nameProposals(
  knowledge: WikiKnowledge,
  model: WikiModel,
  used: ReadonlySet<string>,
  typed: string,
): Proposal[] {
  const situation = { ...knowledge, used, typed, bare: model.isBare };
  const names = [...model.names].filter(
    ([name, { active }]) =>
      !used.has(name) && !(isAlwaysSent(active, name) && alwaysSentParameters.get(name) === null),
  );
  const places = model.isBare ? new Map<string, number>() : placesByUse(knowledge, names);
  return names.map(([name, binding], index) =>
    nameOffer(situation, name, binding, rankOf(situation, name, binding, { index, used: places.get(name) })),
  );
}

/** The names that people use in such a query, each with its place among them. */
function placesByUse(
  { usage }: WikiKnowledge,
  names: readonly (readonly [string, Binding])[],
): Map<string, number> {
  const shares = names.map(([name, { active, parameter }]) => ({
    name,
    share: usage.parameterShare(active.role, active.module, parameter),
  }));
  const usedNames = shares.filter(({ share }) => share > 0).toSorted((a, b) => b.share - a.share);
  return new Map(usedNames.map(({ name }, index) => [name, index]));
}

/** The place of a name in the order of the catalogue, and among the names that people use. */
interface NameOrder {
  readonly index: number;
  readonly used: number | undefined;
}

interface Situation extends WikiKnowledge {
  readonly used: ReadonlySet<string>;
  readonly typed: string;
  /** The query has no module yet. */
  readonly bare: boolean;
}

function rankOf(
  situation: Situation,
  name: string,
  { active, parameter }: Binding,
  { index, used: place }: NameOrder,
): number {
  const { used, bare, rules } = situation;
  if (parameter.deprecated) return nameRanks.deprecated + index;
  if (isAlwaysSent(active, name)) return nameRanks.alwaysSent + index;
  const opening = active.role === 'action' ? openings.indexOf(name) : -1;
  if (opening >= 0 && (bare || place === undefined)) return opening + (bare ? 0 : rankOfRole.action);
  if (isWanted(situation, active, parameter)) return nameRanks.required + parameter.index;
  const opaque = parameter.name === 'continue' ? ranksLater.continuation : 0;
  const excluded = rivalsOf(rules, active.module, parameter.name).some(rival =>
    used.has(wireName(active, rival)),
  )
    ? ranksLater.excluded
    : 0;
  const rank =
    place === undefined ? rankOfRole[active.role] + nameRanks.used + index : nameRanks.used + place;
  return rank + opaque + excluded;
}

function nameOffer(situation: Situation, name: string, binding: Binding, rank: number): Proposal {
  const { active, parameter } = binding;
  const { module } = active;
  const isFlag = parameter.type === 'boolean';
  const type = typeInWords(parameter);
  const key = parameter.required ? 'required' : 'oneOf';
  const isNeeded = isWanted(situation, active, parameter);
  const names = [name, module.prefix + parameter.name, parameter.name];
  // Clients prefer beginnings: `ti` finds the required `cmtitle` before `titles`.
  const likeliest = isNeeded ? names.find(other => other.startsWith(situation.typed)) : undefined;
  const offer: Proposal = {
    label: name,
    text: isFlag ? name : `${name}=`,
    kind: 'parameter',
    detail: isNeeded ? say(key, { type }) : type,
    filter: searchText(likeliest ?? name, ...names, ...wordsOf(parameter.name)),
    rank,
    ...(parameter.deprecated && { deprecated: true }),
    ...(hasValues(situation, { module, parameter }) && { continues: true }),
    subject: {
      kind: 'parameter',
      module: module.path,
      parameter: parameter.name,
      role: active.role,
    },
  };
  return markLater(situation, offer, module.name, parameter.name);
}

/** Whether the module requires this parameter, alone or as one of several. */
function isWanted({ rules, used }: Situation, active: ActiveModule, parameter: Parameter): boolean {
  if (parameter.required) return true;
  const alternatives = alternativesOf(rules, active.module, parameter.name);
  return alternatives.length > 0 && alternatives.every(name => !used.has(wireName(active, name)));
}

function typeInWords({ type, multi, max }: Parameter): string {
  if (typeof type !== 'string') {
    const named = type.filter(value => value !== '');
    return named.length <= 3
      ? named.join(multi ? '|' : ', ')
      : say(multi ? 'list' : 'choice', { count: named.length });
  }
  const single = type === 'boolean' ? say('flag') : (sayIfKnown(type, { max: max ?? '' }) ?? type);
  return multi ? say('several', { type: single }) : single;
}
