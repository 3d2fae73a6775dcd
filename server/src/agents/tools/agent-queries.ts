/** The queries that an agent means: in a text that it gives, or in a file of the folder. */
import { isReadable, uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import { type PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { type LabelledQuery, labelledQueries, queriesNamed } from '../../query-file/query-names.ts';
import type { AgentDependencies, AgentLanguage } from '../dependencies.ts';
import type { GivenQueries, GivenText } from '../given-arguments.ts';
import { knownSite } from '../agent-sites.ts';
import { Refusal } from '../refusal.ts';

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
    ...(site !== undefined && { defaultSite: site, defaultSites: { wiki: site, tracker: site } }),
  });
  if (text !== undefined && file !== undefined) throw new Refusal('text-and-file');
  if (file !== undefined) {
    const agentFile = await files.read(file);
    if (agentFile === undefined) throw new Refusal('file', {}, { file });
    const language = await load(agentFile.languageId);
    if (site !== undefined) knownSite(settings(), site, language.runner.kind);
    const document = new QueryDocument(
      agentFile.name,
      agentFile.languageId,
      1,
      agentFile.text,
      language.syntax,
    );
    return {
      file: agentFile.name,
      languageId: agentFile.languageId,
      language,
      document,
      context: around(agentFile.name),
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
  input: GivenQueries,
): Promise<readonly AgentQuery[]> {
  const document = await readDocument(dependencies, input);
  const queries = labelledQueries(document.document);
  if (queries.length === 0) throw new Refusal('query.none');
  const chosen = input.name === undefined ? queries : queriesNamed(queries, input.name);
  if (chosen.length === 0)
    throw new Refusal('query.missing', {}, { queries: queries.map(({ label }) => label) });
  return chosen.map(query => queryOf(document, query));
}

/** The one query that is meant. @throws Refusal where it is missing, or one of several */
export async function readQuery(dependencies: AgentDependencies, input: GivenQueries): Promise<AgentQuery> {
  const queries = await readQueries(dependencies, input);
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
