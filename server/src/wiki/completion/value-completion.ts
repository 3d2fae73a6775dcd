/** Completes the value of a parameter by its type. */
import userForms from '../../../catalogue/wiki/user-forms.json' with { type: 'json' };
import { searchText, neverMatched, escapeSnippet } from '#shared/base/text/completion-text.ts';
import { allowedValues, type Declaration, type Parameter } from '../catalogue/wiki-catalogue.ts';
import { alwaysSentParameters } from '#shared/base/always-sent.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { markLater, type DetailKey, sayIfKnown, type Proposal, say } from './proposal.ts';
import { moduleProposals } from './module-completion.ts';
import { namespaceProposals, timestampProposals } from './timestamp-and-namespace-completion.ts';

/** A parameter to complete a value for, and its surroundings. */
export interface ValueSubject extends Declaration {
  /** Its other values. */
  readonly others: readonly string[];
  /** The names of the query that belong to none of its modules. */
  readonly unbound: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The values of a parameter: all allowed ones, or the usual ones of its type. Empty for a flag, for a secret, and for
 * free text without an example. Where wikijql decides the value, only that one.
 */
export function valueProposals(knowledge: WikiKnowledge, query: ValueSubject): Proposal[] {
  const { module, parameter, others } = query;
  const allSpecifier = parameter.multi ? parameter.allSpecifier : undefined;
  const otherValues = new Set(others);
  const contradicting = oppositesOf(knowledge, query, otherValues);
  if (parameter.sensitive || (allSpecifier !== undefined && otherValues.has(allSpecifier))) return [];
  const forced = module.group === undefined ? alwaysSentParameters.get(parameter.name) : undefined;
  const offers = proposalsOfType(knowledge, query).filter(
    ({ text }) =>
      text !== '' &&
      !otherValues.has(text) &&
      !contradicting.has(text) &&
      (forced === undefined || forced === text),
  );
  if (allSpecifier === undefined || others.length > 0) return offers;
  return [
    { label: allSpecifier, text: allSpecifier, kind: 'value', detail: say('all'), rank: 50 },
    ...offers,
  ];
}

/** The values that contradict the other ones, such as `!bot` and `bot`. */
function oppositesOf(
  { rules }: WikiKnowledge,
  { module, parameter }: ValueSubject,
  otherValues: ReadonlySet<string>,
): ReadonlySet<string> {
  const opposites = new Set<string>();
  for (const rule of rules.get(module.name) ?? []) {
    if (rule.kind !== 'contradictoryValues' || rule.parameter !== parameter.name) continue;
    for (const [one, other] of rule.pairs) {
      if (otherValues.has(one)) opposites.add(other);
      if (otherValues.has(other)) opposites.add(one);
    }
  }
  return opposites;
}

/** True where `valueProposals` has a proposal for an empty value. */
export function hasValues({ texts }: WikiKnowledge, { module, parameter }: Declaration): boolean {
  const { type, default: usual, min, max } = parameter;
  if (parameter.sensitive || type === 'boolean') return false;
  if (type === 'integer') return (usual ?? min ?? max) !== undefined;
  if (type !== 'string' && type !== 'title') return true;
  return (usual ?? '') !== '' || texts.parameter(module.name, parameter.name)?.example !== undefined;
}

function proposalsOfType(knowledge: WikiKnowledge, query: ValueSubject): Proposal[] {
  const { module, parameter, now } = query;
  if (module.path === 'query' && parameter.submodules.size > 0)
    return moduleProposals(knowledge, parameter, query.unbound);
  switch (parameter.type) {
    case 'boolean':
      return [];
    case 'timestamp':
      return timestampProposals(now);
    case 'namespace':
      return namespaceProposals(knowledge, parameter);
    case 'limit':
      return [...maximumOffer(parameter), ...numberOffers(parameter)];
    case 'integer':
      return numberOffers(parameter);
    case 'user':
      return userOffers(parameter);
    default:
      return typeof parameter.type === 'string' ? textOffers(knowledge, query) : enumOffers(knowledge, query);
  }
}

function enumOffers(knowledge: WikiKnowledge, { module, parameter }: ValueSubject): Proposal[] {
  const { texts, usage } = knowledge;
  const defaults = defaultsOf(parameter);
  const uses = (value: string): number => usage.value(module, parameter, value);
  const allowed = (allowedValues(parameter) ?? []).toSorted((a, b) => uses(b) - uses(a));
  return allowed.map((value, index) => {
    const phrase = texts.value(module.name, parameter.name, value) ?? '';
    const deprecated = parameter.deprecatedValues.includes(value);
    const offer: Proposal = {
      label: value,
      text: value,
      kind: 'value',
      detail: defaults.includes(value) ? say('defaultValue', { phrase }) : phrase,
      filter: searchText(value, value.replaceAll(/[^\p{L}\p{N}]+/gu, ' '), phrase),
      rank: 100 + index + (deprecated ? 3000 : 0),
      ...(deprecated && { deprecated }),
      subject: { kind: 'value', module: module.path, parameter: parameter.name, value },
    };
    return markLater(knowledge, offer, module.name, parameter.name, value);
  });
}

function defaultsOf({ default: value, multi }: Parameter): readonly string[] {
  if (value === undefined) return [];
  return multi ? String(value).split('|') : [String(value)];
}

function maximumOffer({ max, highMax }: Parameter): Proposal[] {
  if (max === undefined) return [];
  const detail = highMax === undefined ? say('maxSame', { max }) : say('max', { max, highMax });
  return [{ label: 'max', text: 'max', kind: 'value', detail, rank: 0 }];
}

function numberOffers(parameter: Parameter): Proposal[] {
  const numbers = new Map<string, string>();
  const add = (value: string | number | undefined, key: DetailKey) => {
    if (value !== undefined && !numbers.has(String(value))) numbers.set(String(value), say(key));
  };
  add(parameter.default, 'default');
  add(parameter.min, 'lowest');
  add(parameter.max, 'highest');
  return [...numbers].map(([text, detail], index) => ({
    label: text,
    text,
    kind: 'value',
    detail,
    filter: neverMatched,
    rank: 100 + index,
  }));
}

function userOffers({ subtypes }: Parameter): Proposal[] {
  return userForms
    .filter(({ subtype }) => subtypes.length === 0 || subtypes.includes(subtype))
    .map(({ subtype, before, example }, index) => ({
      label: before + example,
      text: `${escapeSnippet(before)}\${1:${escapeSnippet(example)}}`,
      snippet: true,
      kind: 'value',
      detail: sayIfKnown(`user.${subtype}`) ?? subtype,
      filter: before === '' ? neverMatched : before,
      rank: 100 + index,
    }));
}

/** The default of a free text and an example. */
function textOffers({ texts }: WikiKnowledge, { module, parameter }: ValueSubject): Proposal[] {
  const values = new Map(defaultsOf(parameter).map(value => [value, say('default')]));
  const example = texts.parameter(module.name, parameter.name)?.example ?? '';
  for (const value of parameter.multi ? example.split('|') : [example]) {
    if (!values.has(value)) values.set(value, say('exampleValue'));
  }
  return [...values].map(([text, detail], index) => ({
    label: text,
    text,
    kind: 'value',
    detail,
    filter: neverMatched,
    rank: 100 + index,
  }));
}
