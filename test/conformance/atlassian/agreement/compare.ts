import { parseJqlText } from '../../../../server/src/jql/syntax/parse-jql.ts';
import { tokensOf } from '../../../../server/src/jql/syntax/tokenize.ts';
import { TokenKind } from '../../../../server/src/jql/syntax/token-kinds.ts';
import { treeOf } from '../../../support/jql-tree.ts';
import { judge } from './judge.ts';

/** How our parser and Atlassian's differ on a query. */
export interface Difference {
  readonly text: string;
  /** `looser`: only we accept it; `stricter`: only they do; `tree`: both do, and read it differently. */
  readonly kind: 'looser' | 'stricter' | 'tree';
  /** The results of both parsers, or our errors. */
  readonly ours: string;
  readonly theirs: string;
}

export interface Comparison {
  readonly accepted: boolean;
  readonly difference?: Difference;
}

/** Comments are not part of Atlassian's language; a tracker gets the query without them. */
export function withoutComments(text: string): string {
  return tokensOf(text)
    .filter(({ kind }) => kind !== TokenKind.Comment)
    .map(({ start, end }) => text.slice(start, end))
    .join('');
}

/** Asks both parsers about a text without comments. */
export function compare(text: string): Comparison {
  const theirs = judge(text);
  const query = parseJqlText(text);
  const tree = treeOf(query, { text, groups: false });
  const { accepted } = theirs;
  const errors = query.errors.map(({ code, span }) => `${code}@${span.start}`).join(' ');
  if (errors === '' && !accepted)
    return { accepted, difference: { text, kind: 'looser', ours: tree, theirs: '' } };
  if (errors !== '' && accepted)
    return { accepted, difference: { text, kind: 'stricter', ours: errors, theirs: theirs.tree } };
  if (accepted && tree !== theirs.tree)
    return { accepted, difference: { text, kind: 'tree', ours: tree, theirs: theirs.tree } };
  return { accepted };
}
