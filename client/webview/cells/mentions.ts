/** Issues and pages that a text mentions. What is found is only a wish: the extension opens no other site than a configured one. */
import { issueKeysInText, projectOf } from '../../../server/src/common/issue-key.ts';
import type { MentionSources } from '../../../server/src/protocol/panel-messages.ts';
import { webAddress } from '../web-address.ts';

/** An issue by its key, an address at a wiki, or a page by its title. */
export interface Mention {
  readonly kind: 'issue' | 'wikiAddress' | 'wikiPage';
  readonly value: string;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

export type FindMentions = (text: string) => readonly Mention[];

/** Characters of a text that are looked at, mentions that are shown of it, and characters of an address and a title. */
const most = { text: 20_000, mentions: 100, address: 2000, title: 255 };

const addressPattern = /https?:\/\/[^\s<>"|[\]{}\\^`\u0000-\u001f]+/gi;
const pagePattern = /\[\[([^\][{}|<>#\n]+)(?:[#|][^\][\n]*)?\]\]/g;

const none: FindMentions = () => [];

/** Finds the keys of known projects, addresses of known wikis, and `[[titles]]` where there is a wiki. */
export function mentionFinder({ projects, wikis }: MentionSources): FindMentions {
  if (projects.length + wikis.length === 0) return none;
  const keys = new Set(projects);
  const origins = new Set(wikis);
  return text => {
    const read = text.slice(0, most.text);
    // A key may be a part of an address or a title, which comes first.
    const found = origins.size > 0 ? [...addressesIn(read, origins), ...pagesIn(read)] : [];
    const others = keys.size > 0 ? issuesIn(read, keys) : [];
    const isFree = ({ start, end }: Mention): boolean =>
      !found.some(each => start < each.end && each.start < end);
    return [...found, ...others.filter(isFree)]
      .toSorted((one, other) => one.start - other.start)
      .slice(0, most.mentions);
  };
}

const issuesIn = (text: string, projects: ReadonlySet<string>): Mention[] =>
  issueKeysInText(text)
    .filter(({ key }) => projects.has(projectOf(key)))
    .map(({ key, start }) => ({ kind: 'issue', value: key, start, end: start + key.length }));

function addressesIn(text: string, origins: ReadonlySet<string>): Mention[] {
  return Array.from(text.matchAll(addressPattern)).flatMap(({ 0: found, index: start }): Mention[] => {
    const value = withoutPunctuation(found);
    const address = value.length > most.address ? undefined : webAddress(value);
    if (address === undefined || !origins.has(new URL(address).origin)) return [];
    return [{ kind: 'wikiAddress', value: address, start, end: start + value.length }];
  });
}

const pagesIn = (text: string): Mention[] =>
  Array.from(text.matchAll(pagePattern)).flatMap(({ 0: whole, 1: title = '', index: start }): Mention[] => {
    const value = title.trim().replace(/^:/, '').trim();
    if (value === '' || value.length > most.title) return [];
    return [{ kind: 'wikiPage', value, start, end: start + whole.length }];
  });

/** What ends a sentence or a parenthesis around an address is not a part of it. */
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
