/**
 * Adds to package-lock.json the optional packages for other platforms that npm left out because its registry did not
 * have them: `node test/tools/complete-package-lock.ts`, after dependencies changed. Without them `npm ci` refuses the file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../support/paths.ts';

/** The members of an entry of the lock file that are needed here. */
export interface LockedPackage {
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  /** Where its entry belongs. */
  readonly folder: string;
}

/** Optional dependencies without an entry in the lock file. */
export const missingPackages = ({ packages }: LockFile): MissingPackage[] => {
  const known = new Set(Object.keys(packages));
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .map(([name, version]) => ({ name, version, folder: `node_modules/${name}` }))
      .filter(({ folder }) => !known.has(folder) && !known.has(`${parent}/${folder}`)),
  );
};

/** The package of a platform carries its system, its processor and, on Linux, its C library in its name. */
const platformName = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(gnu|musl)?\w*)?$/;
const libraries = new Map([
  ['gnu', 'glibc'],
  ['musl', 'musl'],
]);

const entryOf = ({ name, version }: MissingPackage): LockedPackage & Record<string, unknown> => {
  const [, system, processor, library = ''] = platformName.exec(name) ?? [];
  if (system === undefined) throw new Error(`${name} does not name a platform: add it by hand`);
  const libc = libraries.get(library);
  const platform = { os: [system], cpu: [processor], ...(libc !== undefined && { libc: [libc] }) };
  return { version, dev: true, optional: true, ...platform };
};

if (import.meta.main) {
  const file = inRoot('package-lock.json');
  const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPackages(lock);
  const packages = { ...lock.packages };
  for (const one of missing) packages[one.folder] = entryOf(one);
  const sorted = Object.entries(packages).toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`);
  console.log(`${missing.length} packages added to package-lock.json`);
}
