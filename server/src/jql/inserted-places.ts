/** Whether the prompts of a query are where their values can be. */
import type { Problem } from '../language/problem.ts';
import type { QueryView } from '../language/service.ts';
import type { Span } from '../language/span.ts';
import { usesIn, type VariableUse } from '../queryfile/variables.ts';
import { inComment, openAt } from './syntax/escapes.ts';
import { standsApart } from './syntax/inserted-values.ts';
import type { JqlQuery } from './syntax/nodes.ts';
import { partsAt } from './syntax/walk.ts';

/** What is wrong with the places where a query's body uses prompts. */
export function checkGivenPlaces({ block, scope }: QueryView): Problem[] {
  const prompts = new Map(scope.prompts.map(prompt => [prompt.name.text, prompt]));
  if (prompts.size === 0) return [];
  const problems: Problem[] = [];
  let open = 0;
  for (const { kind, start, end } of block.lines) {
    if (kind !== 'body') continue;
    let done = start;
    for (const use of usesIn(block.text, start, end)) {
      open = openAt(block.text, done, use.span.start, open);
      done = use.span.end;
      const prompt = prompts.get(use.name);
      if (prompt === undefined || open === inComment) continue;
      const isNumber = prompt.kind.text === 'number';
      const code = problemAt(block.text, use, { isQuoted: open !== 0, isList: prompt.isList, isNumber });
      if (code) problems.push({ code, severity: 'error', span: use.span, arguments: { name: use.name } });
    }
    open = openAt(`${block.text.slice(done, end)}\n`, 0, end - done + 1, open);
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
    return isQuoted || !isItem(text, span) ? 'prompt-list-place' : undefined;
  }
  const isApart = [text.charAt(span.start - 1), text.charAt(span.end)].every(
    each => each === '' || standsApart(each),
  );
  return isQuoted || isNumber || isApart ? undefined : 'prompt-joined';
}

/** Whether a use is an item of a list in parentheses. */
const isItem = (text: string, { start, end }: Span): boolean =>
  /[(,]\s*$/.test(text.slice(Math.max(0, start - longest), start)) &&
  /^\s*[,)]/.test(text.slice(end, end + longest));

/** What one request takes: Jira bounds the items of a list, and its log the length of a query. */
const mostItems = { values: 200, characters: 6000 };

/**
 * How many values of a name one request takes: those of a list, else one.
 *
 * @param query with a value in place of the name
 */
export function jqlBatchLimits({ block: { text } }: QueryView, name: string, query: JqlQuery) {
  const uses = usesIn(text, 0, text.length).filter(use => use.name === name);
  const isList = uses.length > 0 && uses.every(({ span }) => isItem(text, span));
  const conditions = uses.flatMap(({ span }) => conditionAt(query, span) ?? []);
  const fields = new Set(conditions.map(({ field }) => field));
  const [field] = fields;
  return {
    ...mostItems,
    ...(!isList && { values: 1 }),
    ...(field !== undefined && fields.size === 1 && { matches: columnsOf(field) }),
    ...(conditions.some(({ isNegated }) => isNegated) && { isWhole: true }),
  };
}

const negations: ReadonlySet<string> = new Set(['!=', '!~', 'not in', 'is not', 'was not', 'was not in']);
const keyFields: ReadonlySet<string> = new Set(['key', 'issuekey', 'issue', 'id']);

const columnsOf = (field: string): readonly string[] => (keyFields.has(field) ? ['key', 'id'] : [field]);

/** The field that a value is compared with; `undefined` = it is no part of a condition. */
function conditionAt(
  query: JqlQuery,
  { start }: Span,
): { readonly field: string; readonly isNegated: boolean } | undefined {
  const path = partsAt(query, start);
  const term = path.findLast(part => part.kind === 'term');
  if (term?.kind !== 'term' || term.field.kind !== 'field') return undefined;
  const { field, operator } = term;
  const isTurned = operator.kind === 'operator' && negations.has(operator.name);
  const turns = path.filter(({ kind }) => kind === 'not').length + Number(isTurned);
  return { field: field.name.toLowerCase(), isNegated: turns % 2 === 1 };
}

/** White space around an item. */
const longest = 200;
