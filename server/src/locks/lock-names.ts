import { isDeviceName } from '../common/device-name.ts';

/** The folder of locks, beside the query files or above them. */
export const lockFolder = '.wikijql';

const ending = '.lock.json';

export const isLockName = (name: string): boolean => name.endsWith(ending);

/** The file name of a site's lock. Characters that file systems do not accept are percent-encoded. */
export const lockNameOf = (site: string): string =>
  `${site.replaceAll(isDeviceName(site) ? unfitOrFirst : unfit, encode)}${ending}`;

const unfit = /[^\p{L}\p{N} _.-]|^\.|[ .]$/gu;
/** As `unfit`, and the first letter too. */
const unfitOrFirst = /^.|[^\p{L}\p{N} _.-]|[ .]$/gu;

const encode = (character: string): string =>
  Array.from(new TextEncoder().encode(character), byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
