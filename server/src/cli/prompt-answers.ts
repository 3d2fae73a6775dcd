/** The answers to a query's prompts: options of the command line, else what is typed at the terminal, else defaults. */
import { nameList } from '../language/name-list.ts';
import { type Answers, bindAnswers, promptKinds, usedPrompts } from '../queryfile/options/prompt-option.ts';
import { answerItems, type Prompt } from '../queryfile/prompts.ts';
import { Scope } from '../queryfile/scope.ts';
import type { QueryLanguage, Runbook } from '../runbooks/runbook.ts';
import type { Arguments } from './arguments.ts';
import { type ChosenQuery, sentence } from './chosen-query.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { say } from './wording.ts';

/** The query with its answers. @throws Failure where one is missing or cannot be used */
export async function answerPrompts(
  query: ChosenQuery,
  given: Arguments,
  terminal: Terminal,
): Promise<ChosenQuery> {
  const { scope } = query.view;
  const options = optionsOf(given, promptNames(query.document.blocks.map(block => new Scope(block))));
  const answers: Record<string, readonly string[]> = {};
  for (const prompt of usedPrompts(scope)) {
    const { name } = prompt;
    const text = options.get(name.text) ?? (await asked(prompt, query, terminal));
    if (text !== undefined) answers[name.text] = answerItems(prompt, text);
    else if (scope.boundValue(name.text) === undefined)
      throw new Failure('prompt.missing', { name: name.text });
  }
  return withAnswers(query, answers);
}

function withAnswers(query: ChosenQuery, answers: Answers): ChosenQuery {
  const view = bindAnswers(query.view, answers);
  if ('code' in view) throw Failure.worded(sentence(query, view));
  return { ...query, view };
}

/** The answers to the prompts of all queries of a report; what has none keeps its default. @throws Failure where one is unknown */
export async function answerReport(
  { queries }: Runbook,
  languages: Readonly<Record<QueryLanguage, ChosenQuery['language']>>,
  given: Arguments,
  terminal: Terminal,
): Promise<(prompt: Prompt) => readonly string[] | undefined> {
  const options = optionsOf(given, promptNames(queries.map(({ scope }) => scope)));
  const texts = new Map<string, string | undefined>(options);
  for (const query of queries) {
    if (query.language === 'sql') continue;
    for (const prompt of usedPrompts(query.scope)) {
      const { name } = prompt;
      if (texts.has(name.text)) continue;
      texts.set(name.text, await asked(prompt, { language: languages[query.language] }, terminal));
    }
  }
  return prompt => {
    const text = texts.get(prompt.name.text);
    return text === undefined ? undefined : answerItems(prompt, text);
  };
}

/** Also those of the queries whose rows are used. */
const promptNames = (scopes: readonly Scope[]): readonly string[] => [
  ...new Set(scopes.flatMap(({ prompts }) => prompts.map(({ name }) => name.text))),
];

/** By name, as they are written. */
function optionsOf(given: Arguments, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.values('set').map(value => {
      const at = value.indexOf('=');
      if (at < 1) throw new Failure('prompt.shape', { value });
      const name = value.slice(0, at);
      if (!names.includes(name))
        throw new Failure(names.length === 0 ? 'prompt.unknown.none' : 'prompt.unknown', {
          name,
          names: nameList(names),
        });
      return [name, value.slice(at + 1)];
    }),
  );
}

/** What is typed at the terminal; `undefined` = nothing. */
async function asked(
  { name, kind, label, default: value }: Prompt,
  { language }: Pick<ChosenQuery, 'language'>,
  { ask }: Terminal,
): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  const described = promptKinds(language.runner.kind)[kind.text] ?? kind.text;
  const values = { label: label ?? name.text, kind: described, value: value ?? '' };
  const typed = await ask(say(value === undefined ? 'prompt.ask' : 'prompt.ask.default', values));
  return typed === undefined || typed.trim() === '' ? undefined : typed.trim();
}
