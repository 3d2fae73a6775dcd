/** Finds issues and pages that a text mentions. The extension checks each of them, and opens configured sites only. */
import { issueKeysInText, projectOf } from '#shared/base/issue-key.ts';
import type { MentionSources } from '#shared/protocol/panel-messages.ts';
import { webAddress } from '../web-address.ts';

/** A mention of an issue by its key, of an address at a wiki, or of a page by its title. */
export interface Mention {
  readonly kind: 'issue' | 'wikiAddress' | 'wikiPage';
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export type FindMentions = (text: string) => readonly Mention[];

/**
 * Limits: the characters of a text that are searched, its mentions, and the characters of an address and of a title.
 */
const limits = { text: 20_000, mentions: 100, address: 2000, title: 255 };

const addressPattern = /https?:\/\/[^\s<>"|[\]{}\\^`\u0000-\u001f]+/gi;
const pagePattern = /\[\[([^\][{}|<>#\n]+)(?:[#|][^\][\n]*)?\]\]/g;

const none: FindMentions = () => [];

/** Makes a finder of the keys of known projects, the addresses of known wikis, and `[[titles]]` if there is a wiki. */
export function mentionFinder({ projects, wikis }: MentionSources): FindMentions {
  if (projects.length + wikis.length === 0) return none;
  const keys = new Set(projects);
  const origins = new Set(wikis);
  return text => {
    const searchedText = text.slice(0, limits.text);
    // A key may be part of an address or a title, which has precedence.
    const mentions =
      origins.size > 0 ? [...addressesIn(searchedText, origins), ...pagesIn(searchedText)] : [];
    const others = keys.size > 0 ? issuesIn(searchedText, keys) : [];
    const isFree = ({ start, end }: Mention): boolean =>
      !mentions.some(mention => start < mention.end && mention.start < end);
    return [...mentions, ...others.filter(isFree)]
      .toSorted((one, other) => one.start - other.start)
      .slice(0, limits.mentions);
  };
}

const issuesIn = (text: string, projects: ReadonlySet<string>): Mention[] =>
  issueKeysInText(text)
    .filter(({ key }) => projects.has(projectOf(key)))
    .map(({ key, start }) => ({ kind: 'issue', value: key, start, end: start + key.length }));

function addressesIn(text: string, origins: ReadonlySet<string>): Mention[] {
  return Array.from(text.matchAll(addressPattern)).flatMap(({ 0: match, index: start }): Mention[] => {
    const value = withoutPunctuation(match);
    const address = value.length > limits.address ? undefined : webAddress(value);
    if (address === undefined || !origins.has(new URL(address).origin)) return [];
    return [{ kind: 'wikiAddress', value: address, start, end: start + value.length }];
  });
}

const pagesIn = (text: string): Mention[] =>
  Array.from(text.matchAll(pagePattern)).flatMap(({ 0: whole, 1: title = '', index: start }): Mention[] => {
    const value = title.trim().replace(/^:/, '').trim();
    if (value === '' || value.length > limits.title) return [];
    return [{ kind: 'wikiPage', value, start, end: start + whole.length }];
  });

/** Removes punctuation and an unmatched parenthesis from the end of an address. */
function withoutPunctuation(address: string): string {
  let unmatched = countOf(address, ')') - countOf(address, '(');
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ')' ? unmatched-- <= 0 : !".,;:!?'’”".includes(last)) break;
  }
  return address.slice(0, end);
}

const countOf = (text: string, character: string): number => text.split(character).length - 1;
