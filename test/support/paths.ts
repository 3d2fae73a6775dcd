import { fileURLToPath } from 'node:url';
import path from 'node:path';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[/\\]$/, '');

/** The folder of cached test files; git ignores it. */
const cache = path.join(root, '.cache');

/** A path in the repository. */
export const inRoot = (...names: readonly string[]): string => path.join(root, ...names);

/** A path in the cache. */
export const inCache = (...names: readonly string[]): string => path.join(cache, ...names);
