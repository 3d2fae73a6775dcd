/** Checks that prompts are used where their values are allowed. */
import type { Problem } from '#shared/base/text/problem.ts';
import type { QueryView } from '../query-file/language/language-service.ts';
import { usesIn, type VariableUse } from '../query-file/variables.ts';
import { inComment, lexicalStateAt } from './syntax/escapes.ts';
import { isValueBoundary } from './syntax/query-body.ts';
import type { Span } from '#shared/base/text/span.ts';

/** Returns the problems of places where a query's body uses prompts. */
export function checkPromptPlaces({ block, scope }: QueryView): Problem[] {
  if (scope.prompts.length === 0) return [];
  const prompts = new Map(scope.prompts.map(prompt => [prompt.name.text, prompt]));
  const problems: Problem[] = [];
  let open = 0;
  for (const { kind, start, end } of block.lines) {
    if (kind !== 'body') continue;
    let done = start;
    for (const use of usesIn(block.text, start, end)) {
      open = lexicalStateAt(block.text, done, use.span.start, open);
      done = use.span.end;
      const prompt = prompts.get(use.name);
      if (prompt === undefined || open === inComment) continue;
      const isNumber = prompt.kind.text === 'number';
      const code = problemAt(block.text, use, { isQuoted: open !== 0, isList: prompt.isList, isNumber });
      if (code) problems.push({ code, severity: 'error', span: use.span, arguments: { name: use.name } });
    }
    open = lexicalStateAt(`${block.text.slice(done, end)}\n`, 0, end - done + 1, open);
  }
  return problems;
}

interface Use {
  readonly isQuoted: boolean;
  readonly isList: boolean;
  readonly isNumber: boolean;
}

function problemAt(
  text: string,
  { span }: VariableUse,
  { isQuoted, isList, isNumber }: Use,
): 'prompt-list-place' | 'prompt-joined' | undefined {
  if (isList) {
    return isQuoted || !isListItem(text, span) ? 'prompt-list-place' : undefined;
  }
  const isApart = [text.charAt(span.start - 1), text.charAt(span.end)].every(
    character => character === '' || isValueBoundary(character),
  );
  return isQuoted || isNumber || isApart ? undefined : 'prompt-joined';
}

/** The maximum length of the white space around an item. */
const longest = 200;

/** True where a span of a text is an item of a list in parentheses. */
export const isListItem = (text: string, { start, end }: Span): boolean =>
  /[(,]\s*$/.test(text.slice(Math.max(0, start - longest), start)) &&
  /^\s*[,)]/.test(text.slice(end, end + longest));
