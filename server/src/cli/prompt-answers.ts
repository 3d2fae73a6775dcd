/** The answers to a query's prompts: options of the command line, else what is typed at the terminal, else defaults. */
import { nameList } from '../language/name-list.ts';
import { promptKinds } from '../queryfile/options/prompt-option.ts';
import { answerItems, type Prompt } from '../queryfile/prompts.ts';
import type { Scope } from '../queryfile/scope.ts';
import type { RunConditions, RunQuery } from '../run/run-query.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { say } from './wording.ts';

/**
 * Answers the prompts of a file: by options, else by what is typed at the terminal; each name once. What has no answer keeps
 * its default.
 *
 * @param scopes of all queries of the file: only their prompts can be answered
 * @throws Failure where an option names no prompt
 */
export function promptAsker(
  given: Arguments,
  terminal: Terminal,
  scopes: readonly Scope[],
): NonNullable<RunConditions['ask']> {
  const texts = new Map<string, string | undefined>(optionsOf(given, promptNames(scopes)));
  return async questions => {
    const answers: Record<string, readonly string[]> = {};
    for (const { prompt, query } of questions) {
      const { name } = prompt;
      if (!texts.has(name.text)) texts.set(name.text, await typedAnswer(prompt, query, terminal));
      const text = texts.get(name.text);
      if (text !== undefined) answers[name.text] = answerItems(prompt, text);
    }
    return answers;
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
async function typedAnswer(
  { name, kind, label, default: value }: Prompt,
  { language }: RunQuery,
  { ask }: Terminal,
): Promise<string | undefined> {
  if (ask === undefined) return undefined;
  const described = promptKinds(language.runner.kind)[kind.text] ?? kind.text;
  const values = { label: label ?? name.text, kind: described, value: value ?? '' };
  const typed = await ask(say(value === undefined ? 'prompt.ask' : 'prompt.ask.default', values));
  return typed === undefined || typed.trim() === '' ? undefined : typed.trim();
}
