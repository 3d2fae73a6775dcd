import { isDeviceName } from '../common/device-name.ts';

/** The folder of locks, beside the query files or above them. */
export const lockFolder = '.wikijql';

const ending = '.lock.json';

export const isLockName = (name: string): boolean => name.endsWith(ending);

/** The name of a site's lock. What file systems do not take is written as `%` and its code, as in a URL. */
export const lockNameOf = (site: string): string =>
  `${site.replaceAll(isDeviceName(site) ? unfitOrFirst : unfit, encode)}${ending}`;

const unfit = /[^\p{L}\p{N} _.-]|^\.|[ .]$/gu;
/** The first letter, too. */
const unfitOrFirst = /^.|[^\p{L}\p{N} _.-]|[ .]$/gu;

const encode = (character: string): string =>
  Array.from(new TextEncoder().encode(character), byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
