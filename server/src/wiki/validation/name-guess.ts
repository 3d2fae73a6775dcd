/** Guesses the intended name of an unknown parameter. */
import elsewhere from '../../../catalogue/wiki/elsewhere.json' with { type: 'json' };
import { nearest } from '#shared/base/text/nearest.ts';
import type { Declaration, ModuleGroup } from '../catalogue/wiki-catalogue.ts';
import { replacementOf, replacementText } from '../catalogue/replacements.ts';
import { type WikiModel, wireName } from '../model.ts';
import type { WikiMessage } from '../message-keys.ts';
import { type Check, maxDifferingLetters } from './wiki-check.ts';

export const nearestMessage = { message: 'unrecognizedparams.nearest' } as const;

const otherNames: ReadonlyMap<string, string> = new Map(Object.entries(elsewhere.parameters));

type Guess = Readonly<Record<string, string>> & { readonly message: WikiMessage };

/**
 * Guesses the intended name: one with the prefix, with or without `g`, one with a mistake in its prefix, one of
 * another module, or a similar one.
 */
export function guessName(check: Check, name: string): Guess {
  const guess = similarName(check, name);
  return isSecret(check, guess['nearest'] ?? '') ? { message: 'unrecognizedparams' } : guess;
}

/** Whether a parameter is for a secret, which must not come into a query by a mistake in another name. */
export const isSecret = ({ model }: Check, name: string): boolean =>
  model.names.get(name)?.parameter.sensitive === true;

function similarName(check: Check, name: string): Guess {
  const [near, ...others] = withOtherPrefix(check, name);
  if (near !== undefined)
    return { ...nearestMessage, nearest: near, ...(others.length > 0 && { others: others.join(', ') }) };
  const meant = byOtherName(check, name);
  if (meant !== undefined) return { ...nearestMessage, nearest: meant };
  const owner = ownerOf(check, name);
  const mistake = withSlipInPrefix(check, name);
  if (mistake !== undefined) {
    const also = owner === undefined || owner.module.deprecated ? {} : moduleArguments(owner);
    return { ...nearestMessage, nearest: mistake, ...also };
  }
  if (owner?.module.deprecated)
    return { message: 'unrecognizedparams.deprecated', module: owner.module.name };
  if (owner !== undefined) return { ...usedInstead(owner), ...moduleArguments(owner) };
  const similar = suggestion(check, name);
  // A parameter that the query already has is rarely the intended one.
  const isThere = similar === undefined || check.model.node(similar) !== undefined;
  const candidate = (isThere ? similarWithoutPrefix(check, name) : undefined) ?? similar;
  return candidate === undefined
    ? { message: 'unrecognizedparams' }
    : { ...nearestMessage, nearest: candidate };
}

/** A similar name. One with the prefix of a module is a parameter of that module, or has a slip of a few letters. */
function suggestion(check: Check, name: string): string | undefined {
  const { model } = check;
  const lead = model.active.find(
    active => active.at !== undefined && active.module.prefix !== '' && isWithin(name, wireName(active, '')),
  );
  if (lead !== undefined) {
    const parameterName = name.slice(wireName(lead, '').length);
    const names = lead.module.parameters.map(parameter => parameter.name);
    const longer =
      parameterName.length > 2 ? names.filter(candidate => candidate.startsWith(parameterName)) : [];
    const meant = nearest(parameterName, names) ?? (longer.length === 1 ? longer[0] : undefined);
    if (meant !== undefined) return wireName(lead, meant);
  }
  const isBound = lead !== undefined || isTemplated(check, name);
  return check.suggest(name, model.names.keys(), isBound ? maxDifferingLetters : undefined);
}

const isWithin = (name: string, lead: string): boolean =>
  lead.length > 1 && name.length > lead.length && name.startsWith(lead);

/** The parameter of a module of the query that is one letter from a name without its prefix: `props` for `rvprop`. */
function similarWithoutPrefix({ model }: Check, name: string): string | undefined {
  const wires = new Map<string, string>();
  for (const active of model.active)
    for (const parameter of active.at === undefined ? [] : active.module.parameters) {
      const wire = wireName(active, parameter.name);
      if (model.node(wire) === undefined && !wires.has(parameter.name)) wires.set(parameter.name, wire);
    }
  return wires.get(nearest(name, wires.keys(), 1) ?? '');
}

/** Whether a name is that of a templated parameter for a value that the query does not choose. */
const isTemplated = ({ model }: Check, name: string): boolean =>
  model.active.some(active =>
    active.module.templatedParameters.some(parameter =>
      name.startsWith(wireName(active, parameter.name.replace(/\{.*/s, ''))),
    ),
  );

/** The names that one with another prefix, or without one, can mean: of each module of the query that has it. */
function withOtherPrefix({ model }: Check, name: string): readonly string[] {
  const without = name.startsWith('g') ? name.slice(1) : undefined;
  if (model.names.has(`g${name}`)) return [`g${name}`];
  if (without !== undefined && model.names.has(without)) return [without];
  const prefixed = withPrefix(model, name);
  if (prefixed.length > 0) return prefixed;
  const lower = name.toLowerCase();
  return model.names.has(lower) ? [lower] : [];
}

const withPrefix = (model: WikiModel, name: string): readonly string[] =>
  model.active
    .filter(({ at, module, role }) => at !== undefined && (module.prefix !== '' || role === 'generator'))
    .map(active => wireName(active, name))
    .filter(wire => model.names.has(wire));

/** The parameter here for a name of another action, or a longer name, such as `page`, `oldid` and `direction`. */
function byOtherName({ model }: Check, name: string): string | undefined {
  const meant = otherNames.get(name.toLowerCase());
  if (meant === undefined) return undefined;
  const names = model.names.has(meant) ? [meant] : withPrefix(model, meant);
  return names.find(each => model.node(each) === undefined);
}

/** The name of a module's parameter that has one letter more, less or other in its prefix. */
export function withSlipInPrefix({ model }: Check, name: string): string | undefined {
  const candidates = model.active
    .filter(({ at, module }) => at !== undefined && module.prefix !== '')
    .flatMap(active =>
      active.module.parameters
        .filter(parameter => name.endsWith(parameter.name))
        .map(parameter => wireName(active, parameter.name)),
    );
  return nearest(name, candidates, 1);
}

interface Owner extends Declaration {
  readonly group: ModuleGroup | 'generator';
}

const moduleArguments = ({ module, group }: Owner) => ({ module: module.name, group });

/**
 * The guess for a parameter of a module that the query does not use: that module, or the replacement of a deprecated
 * parameter.
 */
function usedInstead({ module, parameter, group }: Owner): Guess {
  const replacement = parameter.deprecated ? replacementOf(module, parameter) : undefined;
  const use = replacementText({ module, role: group }, parameter.name, replacement);
  return use === undefined
    ? { message: 'unrecognizedparams.module' }
    : { message: 'unrecognizedparams.replaced', use: `“${use}”` };
}

/** The module that declares a name, which the query does not use; nothing deprecated if there is something else. */
function ownerOf({ model }: Check, name: string): Owner | undefined {
  const owners = (wire: string): readonly Declaration[] =>
    model.catalogue
      .declarations(wire)
      // A name without a prefix does not say which module it belongs to.
      .filter(
        ({ module: { group, prefix, coverage } }) =>
          group !== undefined && (prefix !== '' || coverage === undefined),
      );
  const asSubmodule = owners(name).map(owner => ({ ...owner, group: owner.module.group! }));
  const asGenerator = name.startsWith('g')
    ? owners(name.slice(1))
        .filter(({ module }) => module.generator)
        .map(owner => ({ ...owner, group: 'generator' as const }))
    : [];
  const guesses = [...asSubmodule, ...asGenerator];
  return (
    guesses.find(({ module, parameter }) => !module.deprecated && !parameter.deprecated) ??
    guesses.find(({ module }) => !module.deprecated) ??
    guesses[0]
  );
}
