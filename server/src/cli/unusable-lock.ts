import texts from '../../catalogue/messages/locks.json' with { type: 'json' };
import type { UnusableLock } from '../common/site-lock.ts';
import { wordingOf } from '../language/wording.ts';

const word = wordingOf(texts);

/** Why a lock cannot be used, as a sentence. @param file how it is called there */
export const unusableLockText = ({ fault, values }: UnusableLock, file: string): string =>
  word(`lock-unusable.${fault}`, { ...values, file });
