import commonFixMessages from '../../server/catalogue/messages/query-file-fixes.json' with { type: 'json' };
import fixMessages from '../../server/catalogue/messages/wiki-fixes.json' with { type: 'json' };
import messages from '../../server/catalogue/messages/wiki.json' with { type: 'json' };
import type { Edit, Fix, Problem, Severity } from '#shared/base/text/problem.ts';
import type { QueryView } from '../../server/src/query-file/language/language-service.ts';
import { wordingOf } from '#shared/base/text/wording.ts';
import { QueryBlock } from '../../server/src/query-file/block.ts';
import { Scope } from '../../server/src/query-file/scope.ts';
import type { SiteFacts } from '../../server/src/wiki/catalogue/knowledge.ts';
import { fixesOf } from '../../server/src/wiki/fixes/wiki-fixes.ts';
import { WikiModel } from '../../server/src/wiki/model.ts';
import { parseWikiQuery } from '../../server/src/wiki/wiki-parser.ts';
import { validateWikiQuery } from '../../server/src/wiki/validation/wiki-validation.ts';
import { builtIn, builtInCatalogue } from './catalogue.ts';

const { rules } = builtIn;
const knowledge = { ...builtIn, facts: {} };
export const wording = wordingOf<string>({ ...messages, ...commonFixMessages, ...fixMessages });
/** 15 March 2024, 12:30:45. */
export const now = Date.UTC(2024, 2, 15, 12, 30, 45);

/** A query that is a whole file. */
export function viewOf(text: string): QueryView {
  const block = new QueryBlock(text);
  return { block, scope: new Scope(block) };
}

export const modelOf = (text: string): WikiModel =>
  new WikiModel(parseWikiQuery(viewOf(text).scope), builtInCatalogue);

/** The problems of a query by the built-in catalogue. */
export const problemsOf = (text: string, facts: SiteFacts = {}): readonly Problem[] =>
  validateWikiQuery(modelOf(text), rules, now, facts);

/** `code@place` of every problem, in the order of their places, with a mark for information and hints. */
export function found(text: string, facts: SiteFacts = {}): string[] {
  return problemsOf(text, facts)
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .map(({ code, severity, span }) => `${markOf(severity)}${code}@${text.slice(span.start, span.end)}`);
}

function markOf(severity: Severity): string {
  if (severity === 'error') return '!';
  return severity === 'warning' ? '' : `${severity}:`;
}

/** The fixes of a query's problem of that code. */
export function fixes(text: string, problem: Problem): readonly Fix[] {
  return fixesOf(viewOf(text), modelOf(text), problem, knowledge, now);
}

/** The fixes of all problems of a query. */
export function allFixes(text: string): readonly Fix[] {
  const view = viewOf(text);
  const model = modelOf(text);
  return validateWikiQuery(model, rules, now, {}).flatMap(problem =>
    fixesOf(view, model, problem, knowledge, now),
  );
}

/** Applies edits that do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, newText }) => done.slice(0, span.start) + newText + done.slice(span.end), text);
}
