/** The answers to a query's prompts: options of the command line, else what is typed at the terminal, else defaults. */
import { nameList } from '#shared/base/text/name-list.ts';
import { promptKinds } from '../../query-file/options/prompt-option.ts';
import { answerItems, type Prompt } from '../../query-file/prompts.ts';
import type { Scope } from '../../query-file/scope.ts';
import type { RunConditions, RunQuery } from '../../runs/run-query.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { say } from '../cli-texts.ts';

/**
 * Answers the prompts of a file: by options, else by what is typed at the terminal; each name once. What has no answer keeps
 * its default.
 *
 * @param scopes the scopes of all queries of the file: only their prompts can be answered
 * @throws Failure where an option names no prompt
 */
export function promptAsker(
  args: Arguments,
  terminal: Terminal,
  scopes: readonly Scope[],
): NonNullable<RunConditions['ask']> {
  const texts = new Map<string, string | undefined>(optionsOf(args, promptNames(scopes)));
  return async questions => {
    const answers = new Map<string, readonly string[]>();
    for (const { prompt, query } of questions) {
      const { name } = prompt;
      if (!texts.has(name.text)) texts.set(name.text, await typedAnswer(prompt, query, terminal));
      const text = texts.get(name.text);
      if (text !== undefined) answers.set(name.text, answerItems(prompt, text));
    }
    return Object.fromEntries(answers);
  };
}

/** The names of all prompts, also of the queries whose rows are used. */
const promptNames = (scopes: readonly Scope[]): readonly string[] => [
  ...new Set(scopes.flatMap(({ prompts }) => prompts.map(({ name }) => name.text))),
];

/** The values of `--set`, by the names of their prompts. */
function optionsOf(args: Arguments, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    args.values('set').map(value => {
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

/** Asks at the terminal; `undefined` = nothing was typed, or there is no terminal. */
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
