/**
 * Reads `@prompt`: the values that a query asks for, checks of how they are written, and the query with its answers.
 */
import data from '../../../catalogue/query-file/directives.json' with { type: 'json' };
import { nearest } from '#shared/base/text/nearest.ts';
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView, SiteName } from '../language/language-service.ts';
import { directiveProblem } from './directive-values.ts';
import { answerItems, boundValueOf, type Prompt, readPrompt, answerProblem } from '../prompts.ts';
import type { Scope } from '../scope.ts';
import { usesIn, type VariableUse } from '../variables.ts';

/** The prompts whose values a query uses, by itself or in variables. */
export function usedPrompts(scope: Scope): readonly Prompt[] {
  const { prompts } = scope;
  if (prompts.length === 0) return [];
  const namesInUse = usedNames(scope);
  return prompts.filter(({ name }) => namesInUse.has(name.text));
}

/** Every name that the query uses, also in the values of the file's variables that it uses. */
function usedNames({ block, header }: Scope): ReadonlySet<string> {
  const namesInUse = new Set(usesIn(block.text, 0, block.text.length).map(({ name }) => name));
  for (const name of namesInUse) {
    for (const { name: defined, value } of header?.variables ?? []) {
      if (defined.text !== name) continue;
      for (const use of usesIn(value.text, 0, value.text.length)) namesInUse.add(use.name);
    }
  }
  return namesInUse;
}

// ── Answers ──────────────────────────────────────────────────────────────────────────

/** Answers by the names of their prompts. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/** A query with the answers to its prompts; or what is wrong with one of them, at the place of its prompt. */
export function bindAnswers(view: QueryView, answers: Answers): QueryView | Problem {
  const values = new Map(view.scope.boundValues);
  for (const prompt of view.scope.prompts) {
    const { name } = prompt;
    const items = Object.hasOwn(answers, name.text) ? answers[name.text]! : undefined;
    if (items === undefined) continue;
    const code = answerProblem(prompt, items);
    if (code !== undefined)
      return { code, severity: 'error', span: spanOfUse(view, prompt), arguments: { name: name.text } };
    values.set(name.text, boundValueOf(prompt, items));
  }
  return { block: view.block, scope: view.scope.with(values) };
}

/** A problem where a query uses a prompt that has no answer and no default; `undefined` = it uses none. */
export function unansweredPrompt(view: QueryView): Problem | undefined {
  const prompt = usedPrompts(view.scope).find(({ name }) => view.scope.boundValue(name.text) === undefined);
  return (
    prompt && {
      code: 'prompt-unanswered',
      severity: 'error',
      span: spanOfUse(view, prompt),
      arguments: { name: prompt.name.text },
    }
  );
}

/**
 * The place for a problem of a prompt: its first use in the query, else its definition in this block, else the first
 * line.
 */
function spanOfUse({ block, scope }: QueryView, { name, place }: Prompt) {
  const use = usesIn(block.text, 0, block.text.length).find(candidate => candidate.name === name.text);
  if (use) return use.span;
  const isHere = place === 'query' || !scope.block.separated;
  return isHere ? name.span : { start: 0, end: block.lines[0]?.end ?? 0 };
}

// ── Checks ───────────────────────────────────────────────────────────────────────────

/** The kinds of values beside the fields of a tracker, with what each is. */
export const promptKinds = (kind: SiteName['kind']): Readonly<Record<string, string>> => ({
  ...data.prompts.any,
  ...(kind === 'wiki' && data.prompts.wiki),
});

/** Checks the prompts that are written in a query. */
export function checkPrompts(
  { block, scope }: QueryView,
  kind: SiteName['kind'],
  example: string,
): Problem[] {
  const seen = new Set<string>();
  return block.directives
    .filter(({ key, value }) => key.text === 'prompt' && value.text !== '')
    .flatMap(directive => {
      const prompt = readPrompt(directive, 'query');
      if (prompt === undefined) return [directiveProblem('prompt-syntax', directive, { example })];
      const { name } = prompt;
      const isRepeated = seen.has(name.text);
      seen.add(name.text);
      const nameValue = { name: name.text };
      return [
        ...(isRepeated
          ? [{ ...directiveProblem('prompt-repeated', directive, nameValue), span: name.span }]
          : []),
        ...(scope.variablesAt(Infinity).has(name.text)
          ? [{ ...directiveProblem('prompt-variable', directive, nameValue), span: name.span }]
          : []),
        ...checkKind(prompt, kind),
        ...checkDefault(prompt),
      ];
    });
}

/** Checks the kind of a prompt. Only a wiki's kinds are all known: for a tracker, any other word can be a field. */
function checkKind({ kind, directive }: Prompt, site: SiteName['kind']): Problem[] {
  const kinds = Object.keys(promptKinds(site));
  if (site === 'tracker' || kinds.includes(kind.text)) return [];
  const similar = nearest(kind.text, kinds);
  const args = {
    value: kind.text,
    choices: kinds.join(', '),
    ...(similar !== undefined && { nearest: similar }),
  };
  return [{ ...directiveProblem('directive-choice', directive, args), span: kind.span }];
}

function checkDefault(prompt: Prompt): Problem[] {
  const { default: value, directive, name } = prompt;
  if (value === undefined) return [];
  const code = answerProblem(prompt, answerItems(prompt, value));
  return code === undefined ? [] : [directiveProblem(code, directive, { name: name.text })];
}

/** The uses in a block of prompts that can have several values. */
export function listUses({ block, scope }: QueryView): readonly VariableUse[] {
  const lists = new Set(scope.prompts.flatMap(({ name, isList }) => (isList ? [name.text] : [])));
  return lists.size === 0
    ? []
    : usesIn(block.text, 0, block.text.length).filter(({ name }) => lists.has(name));
}
