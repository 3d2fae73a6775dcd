import texts from '../../../server/catalogue/messages/lists.json' with { type: 'json' };
import { visibleLine } from '../visible-text.ts';
import { wordingOf } from './wording.ts';
import { shorten } from '../shorten.ts';

const say = wordingOf(texts);

/** A longer name is cut. */
const maxNameLength = 80;
const maxNames = 40;

/**
 * Names in one line, each cut to a limit and all to a number: “a, b and 12 more”. For names of which a user or a site
 * chose the text and the number.
 */
export function nameList(all: Iterable<string>): string {
  const distinct = [...new Set(all)];
  const names = distinct.slice(0, maxNames).map(shortened).join(', ');
  const count = distinct.length - maxNames;
  return count > 0 ? say('names.more', { names, count }) : names;
}

const shortened = (name: string): string => visibleLine(shorten(name, maxNameLength));
