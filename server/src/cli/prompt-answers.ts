/** The answers to a query's prompts: options of the command line, else what is typed at the terminal, else defaults. */
import { type Answers, answered, promptKinds, usedPrompts } from '../queryfile/prompt-option.ts';
import { answerItems, type Prompt } from '../queryfile/prompts.ts';
import { Scope } from '../queryfile/scope.ts';
import type { Arguments } from './arguments.ts';
import type { ChosenQuery } from './chosen-query.ts';
import { Failure } from './failure.ts';
import { sentence } from './query-run.ts';
import type { Terminal } from './terminal.ts';
import { say } from './wording.ts';

/** The query with its answers. @throws Failure where one is missing or cannot be used */
export async function answerPrompts(
  query: ChosenQuery,
  given: Arguments,
  terminal: Terminal,
): Promise<ChosenQuery> {
  const { scope } = query.view;
  const options = optionsOf(given, query);
  const answers: Record<string, readonly string[]> = {};
  for (const prompt of usedPrompts(scope)) {
    const { name } = prompt;
    const text = options.get(name.text) ?? (await asked(prompt, query, terminal));
    if (text !== undefined) answers[name.text] = answerItems(prompt, text);
    else if (scope.givenValue(name.text) === undefined)
      throw new Failure('prompt.missing', { name: name.text });
  }
  return withAnswers(query, answers);
}

function withAnswers(query: ChosenQuery, answers: Answers): ChosenQuery {
  const view = answered(query.view, answers);
  if ('code' in view) throw Failure.worded(sentence(query, view));
  return { ...query, view };
}

/** By name, as they are written; also those of the queries whose rows are used. */
function optionsOf(given: Arguments, { document }: ChosenQuery): ReadonlyMap<string, string> {
  const prompts = document.blocks.flatMap(block => new Scope(block).prompts);
  const names = [...new Set(prompts.map(({ name }) => name.text))];
  return new Map(
    given.values('set').map(value => {
      const at = value.indexOf('=');
      if (at < 1) throw new Failure('prompt.shape', { value });
      const name = value.slice(0, at);
      if (!names.includes(name))
        throw new Failure(names.length === 0 ? 'prompt.unknown.none' : 'prompt.unknown', {
          name,
          names: names.join(', '),
        });
      return [name, value.slice(at + 1)];
    }),
  );
}

/** What is typed at the terminal; `undefined` = nothing. */
async function asked(
  { name, kind, label, default: value }: Prompt,
  { language }: ChosenQuery,
  { ask }: Terminal,
): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  const described = promptKinds(language.runner.kind)[kind.text] ?? kind.text;
  const values = { label: label ?? name.text, kind: described, value: value ?? '' };
  const typed = await ask(say(value === undefined ? 'prompt.ask' : 'prompt.ask.default', values));
  return typed === undefined || typed.trim() === '' ? undefined : typed.trim();
}
