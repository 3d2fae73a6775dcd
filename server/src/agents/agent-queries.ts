/** The queries that an agent means: in a text that it gives, or in a file of the folder. */
import { isReadable, uncachedView } from '../checking/uncached-view.ts';
import type { QueryContext, QueryView } from '../language/service.ts';
import { type PlacedBlock, QueryDocument } from '../queryfile/query-document.ts';
import { type LabelledQuery, labelledQueries } from '../queryfile/query-names.ts';
import type { AgentDependencies, AgentLanguage } from './dependencies.ts';
import type { GivenQueries, GivenText } from './given-arguments.ts';
import { knownSite } from './agent-sites.ts';
import { Refusal } from './refusal.ts';

/** A text of queries, read. */
export interface AgentDocument {
  /** Absent = the agent gave the text. */
  readonly file?: string;
  readonly languageId: string;
  readonly language: AgentLanguage;
  readonly document: QueryDocument;
  readonly context: QueryContext;
}

/** One query of it. */
export interface AgentQuery extends AgentDocument {
  readonly label: string;
  readonly placed: PlacedBlock;
  readonly view: QueryView;
}

/** @throws Refusal where there is no such text */
export async function readDocument(
  { files, language: load, context, settings }: AgentDependencies,
  { text, language: languageId, file, site }: GivenText & { readonly site?: string },
): Promise<AgentDocument> {
  const around = (name: string | undefined): QueryContext => ({
    ...context(name),
    ...(site !== undefined && { defaultSite: site }),
  });
  if (text !== undefined && file !== undefined) throw new Refusal('text-and-file');
  if (file !== undefined) {
    const found = await files.read(file);
    if (found === undefined) throw new Refusal('file', {}, { file });
    const language = await load(found.languageId);
    if (site !== undefined) knownSite(settings(), site, language.runner.kind);
    const document = new QueryDocument(found.name, found.languageId, 1, found.text, language.syntax);
    return {
      file: found.name,
      languageId: found.languageId,
      language,
      document,
      context: around(found.name),
    };
  }
  if (text === undefined) throw new Refusal('no-text');
  if (languageId === undefined) throw new Refusal('no-language');
  const language = await load(languageId);
  if (site !== undefined) knownSite(settings(), site, language.runner.kind);
  const document = new QueryDocument('', languageId, 1, text, language.syntax);
  return { languageId, language, document, context: around(undefined) };
}

/** All queries, or the one that is named. @throws Refusal where they are missing */
export async function readQueries(
  dependencies: AgentDependencies,
  given: GivenQueries,
): Promise<readonly AgentQuery[]> {
  const document = await readDocument(dependencies, given);
  const queries = labelledQueries(document.document);
  if (queries.length === 0) throw new Refusal('query.none');
  const chosen = given.name === undefined ? queries : queriesNamed(queries, given.name);
  if (chosen.length === 0)
    throw new Refusal('query.missing', {}, { queries: queries.map(({ label }) => label) });
  return chosen.map(query => queryOf(document, query));
}

/** The one query that is meant. @throws Refusal where it is missing, or one of several */
export async function readQuery(dependencies: AgentDependencies, given: GivenQueries): Promise<AgentQuery> {
  const queries = await readQueries(dependencies, given);
  const [only] = queries;
  if (only !== undefined && queries.length === 1) return only;
  throw new Refusal(
    'query.several',
    { count: queries.length },
    { queries: queries.map(({ label }) => label) },
  );
}

function queryOf(document: AgentDocument, { index, label }: LabelledQuery): AgentQuery {
  const placed = document.document.placed(index);
  if (!isReadable(placed.block)) throw Refusal.of({ code: 'query-too-long', arguments: {} });
  const view = uncachedView(placed.block, document.document.header, document.language.syntax);
  return { ...document, label, placed, view };
}

/** The first query that has a label, else the one of that number. */
function queriesNamed(queries: readonly LabelledQuery[], name: string): readonly LabelledQuery[] {
  const found =
    queries.find(({ label }) => label === name) ?? queries.find(({ number }) => String(number) === name);
  return found === undefined ? [] : [found];
}
