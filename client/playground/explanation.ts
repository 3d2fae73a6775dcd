/** The section that says in words what each query of a text does, and what a run costs. */
import * as v from 'valibot';
import type { LSPClient } from '@codemirror/lsp-client';
import { agentToolRequest } from '#shared/protocol/agents.ts';
import { element } from '../webview/dom.ts';
import { markdownNodes } from '../webview/sql/plain-markdown.ts';
import type { QueryLanguage } from './page-link.ts';
import { text } from './playground-texts.ts';
import { ask } from './server-connection.ts';

const wordsSchema = v.array(v.string());
const explainedSchema = v.object({
  queries: v.array(
    v.object({ query: v.string(), words: wordsSchema, cost: v.object({ words: wordsSchema }) }),
  ),
});

export interface Explanation {
  readonly section: HTMLElement;
  /** Shows what the queries of a text do; nothing of a text without any, and of a runbook, which explains itself. */
  update(query: string, language: QueryLanguage): Promise<void>;
}

/** Creates the list that says in words what the queries of the text request. */
export function explanation(client: LSPClient): Explanation {
  const list = element('ul', { class: 'explanations' });
  const section = element('section', {
    attributes: { 'aria-labelledby': 'explanation-heading' },
    children: [element('h2', { text: text('explanation'), attributes: { id: 'explanation-heading' } }), list],
  });
  section.hidden = true;
  return {
    section,
    update: async (query, language) => {
      if (language === 'markdown') {
        section.hidden = true;
        return;
      }
      const { structured } = await ask(client, agentToolRequest, {
        tool: 'explain_query',
        input: { text: query, language },
      });
      const queries = v.is(explainedSchema, structured) ? structured.queries : [];
      section.hidden = queries.length === 0;
      list.replaceChildren(
        ...queries.map(({ query: label, words, cost }) =>
          element('li', {
            children: [
              element('strong', { text: label }),
              ...[...words, ...cost.words].map(sentence =>
                element('div', { children: markdownNodes(sentence) }),
              ),
            ],
          }),
        ),
      );
    },
  };
}
