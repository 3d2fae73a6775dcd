/** Whole queries, which are offered for common tasks. */
import snippets from '../../../catalogue/wiki/snippets.json' with { type: 'json' };
import { searchText, withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { nameRanks, type Proposal } from './proposal.ts';

/** Whole queries for common tasks; last in the list if the query has been started. */
export function snippetProposals(fresh: boolean): Proposal[] {
  return snippets.map(({ title, keywords, body }, index) => ({
    label: title,
    text: body.join('\n'),
    snippet: true,
    kind: 'snippet',
    filter: searchText(title, keywords),
    rank: index + (fresh ? nameRanks.snippets : nameRanks.lastSnippets),
    subject: { kind: 'snippet', title },
  }));
}

/** The lines of a snippet before anything is filled in; `undefined` = none with that title. */
export function snippetLines(title: string): string | undefined {
  const body = snippets.find(snippet => snippet.title === title)?.body;
  return body && withoutPlaceholders(body.join('\n'));
}
