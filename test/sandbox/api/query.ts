import type { Call } from './call.ts';
import { type Module, knownModule, moduleAt } from './catalogue.ts';
import { progressMembers, readContinue } from './continuation.ts';
import type { Json, JsonObject } from '../json.ts';
import { registry } from '../modules.ts';
import type { Slice } from './list.ts';
import type { PropSlice } from './prop.ts';
import { type PageSet, generatedPageSet, noPages, readPageSet } from './pageset.ts';
import { type Parameters, type Reading, readParameters } from './parameters.ts';
import { type Problem, Failure, problem } from './problems.ts';
import { checkRules } from './rules.ts';
import type { Visitor } from './visitor.ts';

/** The input of one query: the visitor and the parameters as sent. */
export interface Query {
  readonly visitor: Visitor;
  readonly reading: Reading;
}

/** Generators whose pages carry the place that they had in the list. */
const indexed = new Set(['prefixsearch', 'search']);

/**
 * Answers `action=query`.
 * @returns the members of the answer: query, continue, batchcomplete
 * @throws Failure
 */
export function runQuery(query: Query): JsonObject {
  const { visitor, reading } = query;
  const parameters = readOwnParameters(reading);
  const resumed = readContinue(parameters.text('continue'));
  const chosen = (['prop', 'list', 'meta'] as const).flatMap(group =>
    (parameters.list(group) ?? []).map(name => knownModule(`query+${name}`)),
  );
  if (!visitor.rights.has('read') && chosen.some(({ name }) => name !== 'tokens'))
    throw new Failure(problem('main', 'readapidenied'));

  const generator = parameters.text('generator');
  const start =
    generator === undefined
      ? { pages: readPageSet(parameters, visitor, reading.warnings) }
      : generate(query, parameters, generator);
  const { run = [], skipped = [] } = Object.groupBy(chosen, ({ name, group }) =>
    resumed.finished.has(name) || (group === 'prop' && resumed.pagesDone) ? 'skipped' : 'run',
  );
  // As MediaWiki reads them (ApiContinuationManager), so that they are not unknown.
  for (const module of skipped) readParameters(module, reading);
  const outcome = runModules(query, run, start.pages);
  const members = {
    ...(resumed.pagesDone ? {} : start.pages.members),
    ...pageMembers(resumed.pagesDone ? noPages : start.pages, outcome, parameters.flag('indexpageids')),
    ...outcome.members,
  };
  return {
    ...progressMembers({
      ...outcome,
      modules: chosen.map(({ name }) => name),
      propModules: chosen.filter(({ group }) => group === 'prop').map(({ name }) => name),
      generatorSent: start.sent ?? {},
      generatorNext: resumed.pagesDone ? undefined : start.next,
    }),
    ...(Object.keys(members).length > 0 ? { query: members } : {}),
    ...outcome.outside,
  };
}

/** An unknown generator is an error of its own, told before the rest. */
function readOwnParameters(reading: Reading): Parameters {
  const generator = reading.sent.get('generator');
  const usable = generator === undefined || 'generator' in (moduleAt(`query+${generator}`) ?? {});
  if (!usable) throw new Failure(problem('query', 'badgenerator', { value: generator }));
  return readParameters(knownModule('query'), reading);
}

interface Generated {
  readonly pages: PageSet;
  readonly sent?: JsonObject;
  readonly next?: JsonObject | undefined;
}

function generate(query: Query, parameters: Parameters, name: string): Generated {
  const { visitor, reading } = query;
  const isProp = registry.props.has(name);
  const source = isProp ? readPageSet(parameters, visitor, reading.warnings) : noPages;
  if (!isProp && (parameters.has('pageids') || parameters.has('revids')))
    throw new Failure(problem('query', 'multisource', { parameter: 'generator' }));
  const following = parameters.flag('redirects');
  const call = { ...callOf(query, knownModule(`query+${name}`), source, true), following };
  const slice = sliceOf(call);
  const prefixed = prefix(call.parameters.prefix, slice.next);
  const continues = [`${call.parameters.prefix}continue`, `${call.parameters.prefix}offset`];
  return {
    pages: generatedPageSet(slice.pages(), visitor, {
      redirects: following,
      indexed: indexed.has(name),
    }),
    sent: Object.fromEntries(
      continues.flatMap(key => (reading.sent.has(key) ? [[key, reading.sent.get(key) ?? '']] : [])),
    ),
    next: prefixed,
  };
}

function sliceOf(call: Call): Slice | PropSlice {
  const module = registry.props.get(call.module.name) ?? registry.lists.get(call.module.name);
  if (!module) throw new Error(`The sandbox has no module ${call.module.name}.`);
  return module.slice(call);
}

function callOf({ visitor, reading }: Query, module: Module, pages: PageSet, generator = false): Call {
  const parameters = readParameters(module, reading, generator);
  checkRules(module, parameters);
  return {
    ...visitor,
    module,
    parameters,
    pages: pages.entries,
    following: false,
    warnings: reading.warnings,
  };
}

const prefix = (
  start: string,
  next: Readonly<Record<string, string | number>> | undefined,
): JsonObject | undefined =>
  next && Object.fromEntries(Object.entries(next).map(([name, value]) => [start + name, value]));

interface Outcome {
  readonly lists: Map<string, JsonObject>;
  readonly props: Map<string, JsonObject>;
  readonly members: JsonObject;
  /** Members of the answer that are beside `query`. */
  readonly outside: Record<string, Json>;
  readonly pageMembers: readonly ReadonlyMap<number, JsonObject>[];
}

function runModules(query: Query, modules: readonly Module[], pages: PageSet): Outcome {
  const members: Record<string, Json> = {};
  const outcome: Outcome & { pageMembers: ReadonlyMap<number, JsonObject>[] } = {
    lists: new Map(),
    props: new Map(),
    members,
    outside: {},
    pageMembers: [],
  };
  for (const module of modules) {
    const { name } = module;
    const call = callOf(query, module, pages);
    const prop = registry.props.get(name)?.slice(call);
    const list = registry.lists.get(name)?.slice(call);
    const meta = registry.metas.get(name)?.answer(call);
    if (prop) outcome.pageMembers.push(prop.members());
    if (list)
      Object.assign(list.outside ? outcome.outside : members, list.beside(), { [list.key]: list.rows() });
    if (meta) Object.assign(members, meta.members);
    if ('deprecated' in module) query.reading.warnings.push(deprecation(module));
    const next = prefix(module.prefix, (prop ?? list ?? meta)?.next);
    if (next) (prop ? outcome.props : outcome.lists).set(name, next);
  }
  return outcome;
}

/** A deprecated module is reported once it has run. */
const deprecation = ({ path, group = '', name }: Module): Problem =>
  problem(path, 'deprecation', { parameter: name }, { feature: `action=query&${group}=${name}` });

function pageMembers(
  { asked, entries }: PageSet,
  { pageMembers: facts }: Outcome,
  indexPageIds: boolean,
): JsonObject {
  if (!asked || entries.length === 0) return {};
  const pages = entries.map(({ id, members }): JsonObject =>
    Object.assign({}, members, ...facts.map(fact => fact.get(id))),
  );
  return { ...(indexPageIds ? { pageids: entries.map(({ id }) => String(id)) } : {}), pages };
}
