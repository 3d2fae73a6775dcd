/** Compares two paraminfo responses, one line for each difference. */

/** A module or a parameter of paraminfo. */
export type Entry = Readonly<Record<string, unknown>>;

/** Members that are about one wiki or its code, not about the API. */
const ignored = new Set(['classname', 'licenselink', 'parameters', 'templatedparameters']);

/**
 * Compares the modules that both responses have. Each line has a place, and a member that only ours (`+`) or only
 * theirs (`-`) has. Indexes (`index`) are compared as the order of the common parameters.
 */
export function catalogueDifferences(ours: readonly Entry[], theirs: readonly Entry[]): readonly string[] {
  const byPath = new Map(theirs.map(module => [module['path'], module]));
  return ours
    .flatMap(module => {
      const other = byPath.get(module['path']);
      const path = String(module['path']);
      if (other === undefined) return [`${path}: +module`];
      byPath.delete(module['path']);
      return [
        ...members(path, module, other),
        ...parameters(path, list(module['parameters']), list(other['parameters'])),
        ...parameters(path, list(module['templatedparameters']), list(other['templatedparameters'])),
      ];
    })
    .concat([...byPath.values()].map(({ path }) => `${String(path)}: -module`));
}

function parameters(path: string, ours: readonly Entry[], theirs: readonly Entry[]): readonly string[] {
  const mine = new Map(ours.map(each => [String(each['name']), each]));
  const other = new Map(theirs.map(each => [String(each['name']), each]));
  const shared = [...mine.keys()].filter(name => other.has(name));
  const theirOrder = [...other.keys()].filter(name => mine.has(name));
  return [
    ...[...mine.keys()].filter(name => !other.has(name)).map(name => `${path}.${name}: +parameter`),
    ...[...other.keys()].filter(name => !mine.has(name)).map(name => `${path}.${name}: -parameter`),
    ...(shared.join() === theirOrder.join()
      ? []
      : [`${path}: order of parameters, there ${theirOrder.join(' ')}`]),
    ...shared.flatMap(name => members(`${path}.${name}`, mine.get(name) ?? {}, other.get(name) ?? {})),
  ];
}

function members(at: string, ours: Entry, theirs: Entry): readonly string[] {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(
    name => !ignored.has(name),
  );
  return names
    .filter(name => name !== 'index')
    .flatMap(name => {
      const [mine, other] = [ours[name], theirs[name]];
      if (JSON.stringify(mine) === JSON.stringify(other)) return [];
      const [here, there] = [values(mine), values(other)];
      const added = here.filter(value => !there.includes(value)).map(value => `${at} ${name}: +${value}`);
      const missing = there.filter(value => !here.includes(value)).map(value => `${at} ${name}: -${value}`);
      const changes = [...added, ...missing];
      return changes.length > 0 ? changes : [`${at} ${name}: order, there ${there.join(' ')}`];
    });
}

/** The parts of a member as texts: an array's elements, a map's pairs, a default's values. */
function values(member: unknown): readonly string[] {
  if (member === undefined) return [];
  if (Array.isArray(member))
    return member.map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
  if (typeof member === 'object' && member !== null)
    return Object.entries(member).map(([name, value]) => `${name} ${String(value)}`);
  return typeof member === 'string' && member.includes('|') ? member.split('|') : [JSON.stringify(member)];
}

function list(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value : [];
}
