/** The public door of the library: what `import … from 'wikijql'` gives. No text makes a function throw; a wrong option does. */
import { placedQueries, viewAt } from './placed-queries.ts';
import { readOffset, readOptions, readText, surroundingsOf, withTexts } from './read-options.ts';
import { parsedQuery } from './parsed-query.ts';
import serverTexts from '../../../catalogue/messages/server.json' with { type: 'json' };
import { withoutPlaceholders } from '#shared/base/text/completion-text.ts';
import { problemMessage } from '#shared/base/text/problem.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { escapedSearch, quoteIfNeeded } from '../../jql/syntax/quotes.ts';
import { readPasted } from '../../query-code/read-pasted.ts';
import { checkText, fixText, formatText } from '../../query-file/checking/check-text.ts';
import { wordedFix, wordedProblem } from '../../query-file/checking/worded-problem.ts';
import { explained } from '../../query-file/language/explained-query.ts';
import type { Completion } from '../../query-file/language/language-service.ts';
import { QueryDocument } from '../../query-file/query-document.ts';
import { queriesNamed } from '../../query-file/query-names.ts';
import { usualRows } from '../../query-file/options/limit-option.ts';
import { limitsOf } from '../../runs/plan-run.ts';
import type {
  CheckOptions,
  CheckResult,
  CodeOptions,
  CodeResult,
  CompleteResult,
  CompletionItem,
  ExplainOptions,
  ExplainResult,
  FixResult,
  FormatOptions,
  FromCodeResult,
  ParseResult,
  QueryOptions,
  WikiTexts,
} from './types.ts';

export type * from './types.ts';

/** Where a site is named: which sites there are, the library does not know. */
const unknownSite = 'unknown-site';

/** Checks the queries of a text, which is read as a query file: one query, or several with a line `###` before each. */
export function check(text: string, options: CheckOptions): CheckResult {
  readText('check', text);
  const { fixes: hasFixes = true, ...rest } = readOptions('check', options);
  const { language, languageId, context } = surroundingsOf(rest);
  const { problems } = checkText(language, languageId, text, context);
  const lines = new QueryDocument('', languageId, 1, text, { separators: () => [] });
  return {
    problems: problems
      .filter(({ problem }) => problem.code !== unknownSite)
      .map(problem => ({
        start: problem.span.start,
        end: problem.span.end,
        ...wordedProblem(lines, lines.placed(0), problem),
        fixes: (hasFixes ? problem.fixes() : [])
          .map(offered => wordedFix(problem.wording, offered))
          .map(worded => ({
            ...worded,
            edits: worded.edits.map(({ span, newText }) => ({
              start: span.start,
              end: span.end,
              text: newText,
            })),
          })),
      })),
  };
}

/** Makes the preferred fixes of a text until there are no more, as `wikijql check --fix` does. */
export function fix(text: string, options: QueryOptions): FixResult {
  readText('fix', text);
  const { language, languageId, context } = surroundingsOf(readOptions('fix', options));
  return fixText(language, languageId, text, context);
}

/** Returns a text in its canonical form, as `wikijql format` writes it. */
export function format(text: string, options: FormatOptions): string {
  readText('format', text);
  const { language: id, keywordCase = 'upper' } = readOptions('format', options);
  const { language, languageId, context } = surroundingsOf({ language: id });
  return formatText(language, languageId, text, { ...context, keywordCase });
}

/** Returns what can be inserted at an offset of a text. */
export function complete(text: string, offset: number, options: QueryOptions): CompleteResult {
  readText('complete', text);
  readOffset('complete', offset, text);
  const surroundings = surroundingsOf(readOptions('complete', options));
  const place = viewAt(text, offset, surroundings);
  if (place === undefined) return { items: [] };
  const { view, start } = place;
  const items = surroundings.language.service.complete(view, offset - start, surroundings.context);
  return {
    items: items.toSorted((one, other) => one.rank - other.rank).map(item => completionItem(item, start)),
  };
}

function completionItem(
  { label, kind, detail, filter, snippet, deprecated, edit: { span, newText } }: Completion,
  start: number,
): CompletionItem {
  return {
    label,
    kind,
    start: start + span.start,
    end: start + span.end,
    text: snippet === true ? withoutPlaceholders(newText) : newText,
    ...(snippet === true && { snippet: newText }),
    ...(detail !== undefined && { detail }),
    ...(filter !== undefined && { filter }),
    ...(deprecated === true && { deprecated }),
  };
}

/** Says in words what each query of a text requests, what a run of it costs, and which tables come back. */
export function explain(text: string, options: ExplainOptions): ExplainResult {
  readText('explain', text);
  const surroundings = surroundingsOf(readOptions('explain', options));
  const { service } = surroundings.language;
  return {
    queries: placedQueries(text, surroundings).map(({ label, view }) => ({
      query: label,
      ...explained(service, view, surroundings.context),
    })),
  };
}

/** Returns the queries of a text as trees. */
export function parse(text: string, options: QueryOptions): ParseResult {
  readText('parse', text);
  const surroundings = surroundingsOf(readOptions('parse', options));
  return { queries: placedQueries(text, surroundings).map(query => parsedQuery(query, surroundings)) };
}

/** Writes a value or a name as JQL reads it: in quotes where it is not one word. */
export const quoteJql = (value: string): string => quoteIfNeeded(readText('quoteJql', value, 'value'));

/**
 * Returns a text so that a text search (`~`) looks for each of its words and characters, and reads none as an operator.
 * In a query, it is quoted as any other value: `quoteJql(escapeText(text))`.
 */
export const escapeText = (text: string): string => escapedSearch(readText('escapeText', text));

/** Writes a query as code for another program. */
export function toCode(text: string, options: CodeOptions): CodeResult {
  readText('toCode', text);
  const { target, url, query: name, limit, contact = '', ...rest } = readOptions('toCode', options);
  const surroundings = surroundingsOf(rest);
  const { context, language } = surroundings;
  const queries = placedQueries(text, surroundings);
  const [query] = name === undefined ? queries : queriesNamed(queries, name);
  if (query === undefined) return { refusal: refusalOf('no-query') };
  const forms = language.runner.code(query.view, context, {
    url,
    contact,
    ...limitsOf(query.view, language.runner, context, { limit: usualRows }, limit),
  });
  if ('code' in forms)
    return { refusal: { code: forms.code, message: problemMessage(language.wording, forms) } };
  if (forms.length === 0) return { refusal: refusalOf('not-code') };
  const form = forms.find(({ id }) => id === target);
  const names = forms.map(({ id }) => id).join(', ');
  return form === undefined ? { refusal: refusalOf('no-form', { target, names }) } : { code: form.code };
}

/** Finds the query in code, a command or an address. Reads the grammars of other languages when it first needs them. */
export async function fromCode(code: string): Promise<FromCodeResult> {
  const pasted = await readPasted(readText('fromCode', code, 'code'));
  if (pasted === undefined) return {};
  if ('refusal' in pasted) return { refusal: refusalOf(pasted.refusal, pasted.values) };
  const languageId = pasted.kind === 'tracker' ? 'jql' : 'wikiquery';
  const { runner } = surroundingsOf({ language: languageId }).language;
  const text = pasted.template?.body ?? runner.toFileText(pasted);
  if (text === undefined) return { refusal: refusalOf('paste-unwritable') };
  const { address, secrets, template } = pasted;
  return {
    query: {
      language: languageId,
      text,
      ...(address !== undefined && { url: address }),
      secrets: [...new Set(secrets)],
      computed: template?.computed ?? [],
    },
  };
}

const sayByKey = wordingOf<string>(serverTexts);

const refusalOf = (code: string, values = {}) => ({ code, message: sayByKey(code, values) });

/** Loads the texts about the modules of wikis, which `complete` and `explain` use. They are a file of their own. */
export async function loadWikiTexts(): Promise<WikiTexts> {
  const { builtInTexts } = await import('../../wiki/catalogue/built-in-texts.ts');
  return (loadedTexts ??= withTexts(builtInTexts));
}
let loadedTexts: WikiTexts | undefined;
