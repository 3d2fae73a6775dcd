/** What a query asks for before it runs, and the values that its site suggests. */
import type { Connection } from 'vscode-languageserver';
import {
  type PromptQuestion,
  promptsRequest,
  type PromptValue,
  promptValuesRequest,
} from '../protocol/prompts.ts';
import type { DocumentPosition } from '../protocol/run.ts';
import { promptKinds, usedPrompts } from '../queryfile/options/prompt-option.ts';
import type { Prompt } from '../queryfile/prompts.ts';
import { chainAt } from './chained-run.ts';
import { suggestedFor } from './value-suggestions.ts';
import { siteOf } from '../settings/query-site.ts';
import { onRequest } from './custom-requests.ts';
import type { Guard } from './guard.ts';
import { type QueryPlace, signalOf, type Workspace } from './workspace.ts';

export function registerPromptRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  onRequest(
    connection,
    promptsRequest,
    guard('prompts', [], async ({ uri, position }: DocumentPosition): Promise<readonly PromptQuestion[]> => {
      const place = await workspace.runnable(uri, position);
      if (place === undefined) return [];
      const context = workspace.contextOf(uri);
      const questions = chainedPlaces(place, workspace).flatMap(each => {
        const secrets = each.language.runner.secretNames?.(each.view, context) ?? new Set<string>();
        return usedPrompts(each.view.scope).map(prompt => questionOf(prompt, each, secrets));
      });
      return [...new Map(questions.map(question => [question.name, question])).values()];
    }),
  );
  onRequest(
    connection,
    promptValuesRequest,
    guard(
      'prompt values',
      [],
      async ({ uri, position, name, typed }, token): Promise<readonly PromptValue[]> => {
        const place = await workspace.runnable(uri, position);
        const places = place === undefined ? [] : chainedPlaces(place, workspace);
        const asking = places.find(({ view }) => view.scope.isPrompt(name));
        const prompt = asking?.view.scope.prompts.find(each => each.name.text === name);
        if (asking === undefined || prompt === undefined) return [];
        const { site } = siteOf(asking.view, workspace.settings, asking.language.runner.kind);
        if (isListed(prompt, asking.language) && site) await workspace.catalogueOf(site, asking.language);
        const { runner } = asking.language;
        const listed = runner.listed?.(asking.view, workspace.contextOf(uri), prompt.kind.text);
        if (listed) return listed.filter(each => fits(each, typed));
        const { field, prefix } = suggestionOf(prompt, asking);
        if (field === undefined) return [];
        const query = { field, typed: typed.startsWith(prefix) ? typed.slice(prefix.length) : typed };
        const values = await suggestedFor(workspace, asking, query, signalOf(token));
        return values.map(({ value, shown }) => ({ value: prefix + value, shown }));
      },
    ),
  );
}

/** A query and those whose rows it uses, itself first. */
function chainedPlaces(place: QueryPlace, { views }: Pick<Workspace, 'views'>): readonly QueryPlace[] {
  const chain = chainAt(place);
  if (chain === undefined || 'code' in chain) return [place];
  const source = { ...place, ...views.of(chain.source.document, chain.source) };
  return [place, ...chainedPlaces(source, { views })];
}

function questionOf(prompt: Prompt, place: QueryPlace, secrets: ReadonlySet<string>): PromptQuestion {
  const { name, kind, isList, label } = prompt;
  const given = place.view.scope.boundValue(name.text);
  return {
    name: name.text,
    label: label ?? name.text,
    kind: promptKinds(place.language.runner.kind)[kind.text] ?? kind.text,
    isList,
    isNumber: kind.text === 'number' || isListed(prompt, place.language),
    isSuggested: isListed(prompt, place.language) || suggestionOf(prompt, place).field !== undefined,
    isSecret: secrets.has(name.text),
    ...(given && { default: given.items }),
  };
}

/** Whether all values of a prompt are known. */
const isListed = ({ kind }: Prompt, { runner }: QueryPlace['language']): boolean =>
  runner.kind === 'wiki' && kind.text === 'namespace';

/** Whether a value or its name has what is typed. */
const fits = ({ value, shown }: PromptValue, typed: string): boolean =>
  value.startsWith(typed) || shown.toLowerCase().includes(typed.toLowerCase());

/** Kinds of values that no site is asked for. */
const unsuggested: ReadonlySet<string> = new Set(['text', 'number', 'date', 'namespace']);

/** What the site is asked for a prompt, and what is written before its values; without a field it is not asked. */
function suggestionOf(
  { kind: { text: kind } }: Prompt,
  { language }: QueryPlace,
): { readonly field?: string; readonly prefix: string } {
  if (unsuggested.has(kind)) return { prefix: '' };
  if (language.runner.kind === 'tracker') return { field: kind, prefix: '' };
  return { field: kind === 'title' ? 'page' : kind, prefix: kind === 'category' ? 'Category:' : '' };
}
