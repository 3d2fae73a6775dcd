import { escaped } from '../../language/markdown.ts';
import type { WikiKnowledge } from '../catalogue/knowledge.ts';
import { word } from './wording.ts';

/** That what is said is stored; undefined where the site itself said it, or nobody. */
export const lockLine = ({ lock }: WikiKnowledge): string | undefined =>
  lock && word('lock', { site: escaped(lock.site), date: lock.time.slice(0, 10) });
