/** Checks the text of a file of another language. */
import type { CheckedLanguage } from '../query-file/checking/check-document.ts';
import type { CheckedText, TextProblem, MadeFixes } from '../query-file/checking/checked-text.ts';
import { hasMarker, notebookId } from '#shared/base/queries/embedded-hosts.ts';
import type { Edit, Fix } from '#shared/base/text/problem.ts';
import type { QueryContext } from '../query-file/language/language-service.ts';
import { sayByKey } from './markdown/report-table.ts';
import { EmbeddedDocument, type EmbeddedProblem } from './embedded-document.ts';
import type { EmbeddedQuery } from './embedded-query.ts';
import { loadHost } from './hosts/hosts.ts';
import { preferredFixes } from '../query-file/checking/fix-preference.ts';
import { fixableViewOf } from './embedded-problems.ts';

/** How much is read again for the fixes of a text, each of which reads all of it. */
const maxReread = { characters: 4_000_000, milliseconds: 5000 };

/** Reads all of a text again, within limits: those of time are for texts that a grammar takes long to read. */
class Rereads {
  readonly #length: number;
  #charactersLeft = maxReread.characters;
  #millisecondsLeft = maxReread.milliseconds;

  constructor({ length }: string) {
    this.#length = length;
  }

  get areOver(): boolean {
    return this.#charactersLeft < this.#length || this.#millisecondsLeft <= 0;
  }

  /** The result of reading; `undefined` too if nothing more is read. */
  do<Result>(read: () => Result | undefined): Result | undefined {
    if (this.areOver) return undefined;
    this.#charactersLeft -= this.#length;
    const begun = Date.now();
    const result = read();
    this.#millisecondsLeft -= Math.abs(Date.now() - begun);
    return result;
  }
}

const nothing: CheckedText = { queries: [], problems: [], preferredFixes: () => ({ edits: [], count: 0 }) };

/**
 * Checks the queries in a text of a host language; their names are their numbers.
 *
 * @param load loads a query language by its id
 */
export async function checkHostText(
  load: (id: string) => Promise<CheckedLanguage>,
  hostId: string,
  text: string,
  context: QueryContext,
): Promise<CheckedText> {
  const host = hasMarker(text, hostId === notebookId) ? await loadHost(hostId) : undefined;
  if (host === undefined) return nothing;
  const document = new EmbeddedDocument(text, host);
  if (document.isEmpty) return nothing;
  const queries = await Promise.all(
    document.queries.map(async ({ language: id }, index) => {
      const language = await load(id);
      return { index, language, problems: document.problems(index, language, context) };
    }),
  );
  const languageOf = ({ language }: EmbeddedQuery): CheckedLanguage =>
    queries.find(({ index }) => document.queries[index]!.language === language)!.language;
  const ofFile = document.fileProblems(languageOf, context).map((problem): TextProblem => ({
    query: '',
    problem,
    span: problem.span,
    wording: sayByKey,
    fixes: () => [],
  }));
  const rereads = new Rereads(text);
  const ofQueries = queries.flatMap(({ index, language, problems }) =>
    problems.map((problem): TextProblem => ({
      query: String(index + 1),
      problem: problem.problem,
      span: problem.span,
      wording: language.wording,
      fixes: () => rereads.do(() => document.fixes(problem, language, context)) ?? [],
    })),
  );
  return {
    queries: queries.map(({ index }) => String(index + 1)),
    problems: [...ofFile, ...ofQueries],
    preferredFixes: () => {
      const proposals = queries.flatMap(({ index, language, problems }): FixedQuery[] => {
        const fixes = fixesOfQuery(document, index, problems, language, context);
        return fixes.length === 0 ? [] : [{ index, fixes }];
      });
      return madeTogether(document, proposals, new Rereads(text));
    },
  };
}

/** The preferred fixes of one query. */
interface FixedQuery {
  readonly index: number;
  readonly fixes: readonly Fix[];
}

const allEdits = ({ fixes }: FixedQuery): readonly Edit[] => fixes.flatMap(({ edits }) => edits);

/**
 * Makes the fixes of several queries that can be written in the host: all at once, else those of each half.
 */
function madeTogether(
  document: EmbeddedDocument,
  queries: readonly FixedQuery[],
  rereads: Rereads,
): MadeFixes {
  const [first, ...others] = queries;
  if (first === undefined || rereads.areOver) return { edits: [], count: 0 };
  const edits = rereads.do(() =>
    document.writtenTogether(new Map(queries.map(query => [query.index, allEdits(query)]))),
  );
  if (edits !== undefined) return { edits, count: queries.reduce((sum, { fixes }) => sum + fixes.length, 0) };
  if (others.length === 0) return firstWritten(document, first, rereads);
  const middle = Math.ceil(queries.length / 2);
  const halves = [queries.slice(0, middle), queries.slice(middle)].map(half =>
    madeTogether(document, half, rereads),
  );
  return {
    edits: halves.flatMap(half => half.edits),
    count: halves.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Makes the first fix of a query that can be written alone. */
function firstWritten(document: EmbeddedDocument, { index, fixes }: FixedQuery, rereads: Rereads): MadeFixes {
  for (const { edits } of fixes.length > 1 ? fixes : []) {
    const editsInHost = rereads.do(() => document.written(index, edits));
    if (editsInHost !== undefined) return { edits: editsInHost, count: 1 };
  }
  return { edits: [], count: 0 };
}

function fixesOfQuery(
  document: EmbeddedDocument,
  index: number,
  problems: readonly EmbeddedProblem[],
  language: CheckedLanguage,
  context: QueryContext,
): readonly Fix[] {
  if (problems.length === 0) return [];
  const view = fixableViewOf(document.queries[index]!, language);
  return preferredFixes(
    language.service,
    view,
    problems.map(({ problem }) => problem),
    context,
  );
}
