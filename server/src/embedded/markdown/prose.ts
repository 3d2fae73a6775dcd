/** Queries in the prose of Markdown: the addresses of links, and inline code. */
import type { EmbeddedQuery } from '../embedded-query.ts';
import { findQueries } from '../find-queries.ts';
import { without } from '../hosts/backslash-escapes.ts';
import type { HostNode } from '../hosts/host-value.ts';
import { type Reading, TextReader } from '../hosts/read-text.ts';
import { isSurelyJql } from '../jql-shape.ts';
import { partQueries } from '../nested-query.ts';
import { PlaceholderNames } from '../placeholder-names.ts';

/** Whether a block of Markdown, by the name of its node, is prose. */
export const isProse = (name: string): boolean => /^(?:Paragraph|Table|(?:ATX|Setext)Heading\d)$/.test(name);

const word = /jql=|action=query|`/;
/** An address as links have it, or the text between backticks. */
const linkOrCode =
  /https?:\/\/(?:\\\||[^\s<>()"'`|]|\([^\s<>()"'`|]{0,200}\)){1,5000}|(`{1,2})(?!`)([^`\n]{1,2000})\1(?!`)/g;
const inLink = without(/[\s<>()`|]/);
const inCode = without(/[`|\r\n]/);
/** In a table, a bar that is no end of a cell is escaped, also in code. */
const bars: Reading = {
  escape: (source, at) => (source.startsWith(String.raw`\|`, at) ? { text: '|', length: 2 } : undefined),
};

/** Returns the queries of a part of a source that is prose; dots in a query stand for what is left out. */
export function proseQueries(text: string, start: number): readonly EmbeddedQuery[] {
  return word.test(text) ? partQueries(queriesIn, text, start) : [];
}

function queriesIn(text: string): readonly EmbeddedQuery[] {
  const names = new PlaceholderNames();
  const reader = new TextReader(text, names);
  const nodes = Array.from(text.matchAll(linkOrCode)).flatMap((match): HostNode[] => {
    const [all, ticks = '', code = all] = match;
    if (/\.\.|…/.test(code)) return [];
    const at = match.index + ticks.length;
    const isCode = ticks !== '';
    const span = { start: at, end: at + (isCode ? code : code.replace(/[.,;:!?*_]{1,9}$/, '')).length };
    const value = reader.literal(span, span, bars, isCode ? inCode : inLink);
    return isCode && isSurelyJql(code)
      ? [{ kind: 'named', name: 'jql', value }]
      : [{ kind: 'text', text: value }];
  });
  return findQueries({ nodes, names }, text);
}
