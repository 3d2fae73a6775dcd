/** Asks for the values that a query needs before it runs. The last answers are offered again; those that are secret are not kept. */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type AnswersParams,
  answersRequest,
  type PromptAnswers,
  type PromptQuestion,
  type PromptValue,
} from '#shared/protocol/documents/prompts.ts';

import type { Requests } from '../requests.ts';
import { text } from '../texts.ts';

/** Where the last answers are kept. */
export interface AnswerMemory {
  get<T>(key: string, otherwise: T): T;
  update(key: string, value: unknown): Thenable<void>;
}

/** Answers the server, which asks for the values of prompts while a run waits. */
export const registerPrompts = (
  client: BaseLanguageClient,
  requests: Pick<Requests, 'promptValues'>,
  memory: AnswerMemory,
): vscode.Disposable =>
  client.onRequest(answersRequest.method, async (params: unknown): Promise<PromptAnswers | null> => {
    if (!answersRequest.isParams(params))
      throw new TypeError(text('client.badResponse', { method: answersRequest.method }));
    return (await askPrompts(requests, memory, params)) ?? null;
  });

/** The answers to the prompts of a query; `undefined` = the user gave up. */
async function askPrompts(
  requests: Pick<Requests, 'promptValues'>,
  memory: AnswerMemory,
  { uri, position, questions }: AnswersParams,
): Promise<PromptAnswers | undefined> {
  const answers = new Map<string, readonly string[]>();
  for (const [index, question] of questions.entries()) {
    const key = `${uri} ${question.name}`;
    const last = question.isSecret ? undefined : lastAnswers(memory)[key];
    const title = text(questions.length === 1 ? 'prompt.title' : 'prompt.titleOfSeveral', {
      label: question.label,
      step: index + 1,
      steps: questions.length,
    });
    const values = (typed: string): Promise<readonly PromptValue[]> =>
      requests.promptValues({ uri, position, name: question.name, typed });
    const description = text(last === undefined ? 'prompt.default' : 'prompt.last');
    const prompt: OpenPrompt = { question, title, first: last ?? question.default ?? [], description };
    const isPicked = question.isSuggested && !question.isSecret;
    const answer = await (isPicked ? pick(prompt, values) : type(prompt));
    if (answer === undefined) return undefined;
    answers.set(question.name, answer);
    if (!question.isSecret) await remember(memory, key, answer);
  }
  return Object.fromEntries(answers);
}

interface OpenPrompt {
  readonly question: PromptQuestion;
  readonly title: string;
  /** The last answer, else the default. */
  readonly first: readonly string[];
  /** Which of them it is. */
  readonly description: string;
}

// ── Typed values ─────────────────────────────────────────────────────────────────────

async function type({ question, title, first }: OpenPrompt): Promise<readonly string[] | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: text(question.isList ? 'prompt.list' : 'prompt.one', { kind: question.kind }),
    value: first.join(', '),
    password: question.isSecret,
    ignoreFocusOut: true,
    validateInput: value => problemOf(question, value),
  });
  return typed === undefined ? undefined : itemsOf(question, typed);
}

const itemsOf = ({ isList }: PromptQuestion, typed: string): readonly string[] =>
  isList
    ? typed
        .split(',')
        .map(item => item.trim())
        .filter(item => item !== '')
    : [typed.trim()];

const isNumeric = (typed: string): boolean => /^-?\d+(\.\d+)?$/.test(typed);

function problemOf(question: PromptQuestion, typed: string): string | undefined {
  const items = itemsOf(question, typed);
  if (items.length === 0 || items.some(item => item === '')) return text('prompt.empty');
  return question.isNumber && !items.every(isNumeric) ? text('prompt.notNumber') : undefined;
}

// ── Picked values ────────────────────────────────────────────────────────────────────

interface Item extends vscode.QuickPickItem {
  readonly value: string;
}

/** Offers the last answer or the default, the suggestions of the site for the typed text, and the typed text itself. */
function pick(
  { question, title, first, description }: OpenPrompt,
  values: (typed: string) => Promise<readonly PromptValue[]>,
): Promise<readonly string[] | undefined> {
  const box = vscode.window.createQuickPick<Item>();
  box.title = title;
  box.placeholder = text('prompt.one', { kind: question.kind });
  box.ignoreFocusOut = true;
  box.canSelectMany = question.isList;
  const earlier = first.map(value => ({ label: value, description, value }));
  const show = (suggestions: readonly PromptValue[]): void => {
    const selected = question.isList ? box.selectedItems : [];
    const typed = box.value.trim();
    const isOwn = typed !== '' && (!question.isNumber || isNumeric(typed));
    const typedItems = isOwn ? [{ label: typed, description: text('prompt.typed'), value: typed }] : [];
    const suggested = suggestions.map(({ value, shown }) => ({
      label: value,
      value,
      alwaysShow: true,
      ...(shown !== value && { description: shown }),
    }));
    const items = [...selected, ...earlier, ...suggested, ...typedItems];
    box.items = [...Map.groupBy(items, ({ value }) => value).values()].flatMap(([item]) => item ?? []);
    if (question.isList)
      box.selectedItems = box.items.filter(item => selected.some(choice => choice.value === item.value));
  };
  let asking = 0;
  const ask = async (): Promise<void> => {
    const turn = ++asking;
    show([]);
    box.busy = true;
    const suggestions = await values(box.value.trim()).catch(() => []);
    if (turn !== asking) return;
    show(suggestions);
    box.busy = false;
  };
  return new Promise(resolve => {
    box.onDidChangeValue(() => void ask());
    box.onDidAccept(() => {
      const items = question.isList ? box.selectedItems : box.activeItems;
      if (items.length === 0) return;
      resolve(items.map(({ value }) => value));
      box.hide();
    });
    box.onDidHide(() => {
      asking = -1;
      resolve(undefined);
      box.dispose();
    });
    box.show();
    void ask();
    if (question.isList) box.selectedItems = box.items.filter(({ value }) => first.includes(value));
  });
}

// ── What was answered before ─────────────────────────────────────────────────────────

const storageKey = 'wikijql.answers';
const maxAnswers = 200;
type Stored = Readonly<Record<string, readonly string[]>>;

const lastAnswers = (memory: AnswerMemory): Stored => memory.get<Stored>(storageKey, {});

async function remember(memory: AnswerMemory, key: string, answer: readonly string[]): Promise<void> {
  const { [key]: _old, ...others } = lastAnswers(memory);
  const latestAnswers = Object.entries(others).slice(-maxAnswers + 1);
  await memory.update(storageKey, { ...Object.fromEntries(latestAnswers), [key]: answer });
}
