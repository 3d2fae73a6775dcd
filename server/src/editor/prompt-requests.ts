/** Asks the user for the values of prompts, and answers which values the sites suggest for them. */
import { type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  answersRequest,
  type PromptQuestion,
  type PromptValue,
  promptValuesRequest,
} from '#shared/protocol/documents/prompts.ts';
import type { DocumentPosition } from '#shared/protocol/run.ts';
import { promptKinds } from '../query-file/options/prompt-option.ts';
import type { Prompt } from '../query-file/prompts.ts';
import { questionsOf } from '../runs/plan-run.ts';
import type { RunConditions, RunQuery, RunQuestion } from '../runs/run-query.ts';
import { siteOf } from '../sites/settings/site-lookup.ts';
import { ask, onRequest } from './requests/custom-requests.ts';
import { type Guard, signalOf } from './guard.ts';
import type { Workspace } from './workspace.ts';
import { suggestedFor } from './features/value-suggestions.ts';

/**
 * Asks the user for the values of prompts of the query at a place. A client that does not know the request has nobody to
 * ask: the prompts have their defaults.
 */
export const askerOf =
  (connection: Connection, { uri, position }: DocumentPosition): NonNullable<RunConditions['ask']> =>
  async questions => {
    try {
      const params = { uri, position, questions: questions.map(questionOf) };
      return (await ask(connection, answersRequest, params)) ?? undefined;
    } catch (error) {
      if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) return {};
      throw error;
    }
  };

/** Like `askerOf`, for queries of a file that run one after the other: each prompt is asked for once. */
export function askerOfFile(connection: Connection, uri: string): NonNullable<RunConditions['ask']> {
  const knownAnswers: Record<string, readonly string[]> = {};
  return async questions => {
    const unanswered = questions.filter(({ prompt }) => !Object.hasOwn(knownAnswers, prompt.name.text));
    const [first] = unanswered;
    if (first === undefined) return knownAnswers;
    const { document, placed } = first.query;
    const { start } = document.rangeIn(placed, { start: 0, end: 0 });
    const answers = await askerOf(connection, { uri, position: start })(unanswered);
    return answers && Object.assign(knownAnswers, answers);
  };
}

/** Answers which values the query's site suggests for a prompt. */
export function registerPromptRequests(connection: Connection, workspace: Workspace, guard: Guard): void {
  onRequest(
    connection,
    promptValuesRequest,
    guard(
      'prompt values',
      [],
      async ({ uri, position, name, typed }, token): Promise<readonly PromptValue[]> => {
        const place = await workspace.runnable(uri, position);
        if (place === undefined) return [];
        const context = workspace.contextOf(uri);
        const questions = questionsOf(place, { purpose: 'editor', context });
        const question = questions.find(({ prompt }) => prompt.name.text === name);
        if (question === undefined) return [];
        const { prompt, query } = question;
        const { runner } = query.language;
        const { site } = siteOf(query.view, workspace.settings, runner.kind);
        if (isListed(prompt, query) && site) await workspace.catalogueOf(site, place.language);
        const listed = runner.listedValues?.(query.view, context, prompt.kind.text);
        if (listed) return listed.filter(value => fits(value, typed));
        const { field, prefix } = suggestionOf(prompt, query);
        if (field === undefined) return [];
        const valueQuery = { field, typed: typed.startsWith(prefix) ? typed.slice(prefix.length) : typed };
        const values = await suggestedFor(
          workspace,
          { ...place, view: query.view },
          valueQuery,
          signalOf(token),
        );
        return values.map(({ value, shown }) => ({ value: prefix + value, shown }));
      },
    ),
  );
}

function questionOf({ prompt, query, isSecret }: RunQuestion): PromptQuestion {
  const { name, kind, isList, label } = prompt;
  const value = query.view.scope.boundValue(name.text);
  return {
    name: name.text,
    label: label ?? name.text,
    kind: promptKinds(query.language.runner.kind)[kind.text] ?? kind.text,
    isList,
    isNumber: kind.text === 'number' || isListed(prompt, query),
    isSuggested: isListed(prompt, query) || suggestionOf(prompt, query).field !== undefined,
    isSecret,
    ...(value && { default: value.items }),
  };
}

/** Whether all values of a prompt are known. */
const isListed = ({ kind }: Prompt, { language: { runner } }: Pick<RunQuery, 'language'>): boolean =>
  runner.kind === 'wiki' && kind.text === 'namespace';

/** Whether a value or its name has what is typed. */
const fits = ({ value, shown }: PromptValue, typed: string): boolean =>
  value.startsWith(typed) || shown.toLowerCase().includes(typed.toLowerCase());

/** Kinds of values that no site is asked for. */
const unsuggested: ReadonlySet<string> = new Set(['text', 'number', 'date', 'namespace']);

/** The field that the site is asked about for a prompt, and the prefix of its values; no field = it is not asked. */
function suggestionOf(
  { kind: { text: kind } }: Prompt,
  { language }: Pick<RunQuery, 'language'>,
): { readonly field?: string; readonly prefix: string } {
  if (unsuggested.has(kind)) return { prefix: '' };
  if (language.runner.kind === 'tracker') return { field: kind, prefix: '' };
  return { field: kind === 'title' ? 'page' : kind, prefix: kind === 'category' ? 'Category:' : '' };
}
