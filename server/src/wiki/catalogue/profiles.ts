import data from '../../../catalogue/wiki/versions.json' with { type: 'json' };

/** A version of MediaWiki that queries are checked for. */
export interface VersionProfile {
  /** As `@profile` names it. */
  readonly name: string;
  /** As MediaWiki writes it: `1.39`. */
  readonly version: string;
}

const profiles: ReadonlyMap<string, VersionProfile> = new Map(
  Object.entries(data.profiles).map(([name, version]) => [name, { name, version }]),
);
const since: ReadonlyMap<string, string> = new Map(Object.entries(data.since));
const deprecated: ReadonlyMap<string, string> = new Map(Object.entries(data.deprecated));

/** The version that a profile is for; undefined for `wikimedia` and for a name that is not a profile. */
export const versionProfile = (name: string): VersionProfile | undefined => profiles.get(name);

/** The version with the first module, parameter or value of that name; undefined = every version of the last years has it. */
export const versionSince = (module: string, ...names: readonly string[]): string | undefined =>
  since.get([module, ...names].join('.'));

/** The version in which a parameter or a value became deprecated; undefined = earlier, or never. */
export const deprecatedSince = (module: string, ...names: readonly string[]): string | undefined =>
  deprecated.get([module, ...names].join('.'));

/** The version that has something first, if that is later than a profile's. */
export function missingUntil(
  profile: VersionProfile | undefined,
  module: string,
  ...names: readonly string[]
): string | undefined {
  const version = profile && versionSince(module, ...names);
  return version !== undefined && isLater(version, profile!.version) ? version : undefined;
}

/** Compares versions such as `1.9` and `1.39` number by number. */
export function isLater(version: string, other: string): boolean {
  const numbers = version.split('.').map(Number);
  const others = other.split('.').map(Number);
  const at = numbers.findIndex((number, index) => number !== (others[index] ?? 0));
  return at >= 0 && numbers[at]! > (others[at] ?? 0);
}
