/** The queries that an agent means: in a text that it gives, or in a file of the folder. */
import { uncachedView, unreadReason } from '../../query-file/checking/uncached-view.ts';
import type { QueryContext, QueryView } from '../../query-file/language/language-service.ts';
import { type PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import { type LabelledQuery, labelledQueries, queriesNamed } from '../../query-file/query-names.ts';
import type { AgentDependencies, AgentLanguage } from '../dependencies.ts';
import type { GivenQueries, GivenText } from '../given-arguments.ts';
import { queryLink } from '#shared/base/queries/query-link.ts';
import { nearest } from '#shared/base/text/nearest.ts';
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
  if (text !== undefined && file !== undefined)
    throw new Refusal('text-and-file', {}, {}, { text: null, language: null });
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
  if (languageId === undefined) throw new Refusal('no-language', {}, {}, { language: likelyLanguage(text) });
  const language = await load(languageId);
  if (site !== undefined) knownSite(settings(), site, language.runner.kind);
  const document = new QueryDocument('', languageId, 1, text, language.syntax);
  return { languageId, language, document, context: around(undefined) };
}

/** Characters of a text that has a link, which an answer has room for. */
const maxLinkedLength = 2_000;

/** The link that opens a text in the user’s editor, for a text that is in no file and short enough for a link. */
export function linkTo(
  { linkScheme }: AgentDependencies,
  { file, languageId, document }: AgentDocument,
  text = document.getText(),
): { readonly link?: string } {
  if (
    file !== undefined ||
    text.length > maxLinkedLength ||
    (languageId !== 'jql' && languageId !== 'wikiquery')
  )
    return {};
  const link = queryLink(linkScheme, { language: languageId, text });
  return link === undefined ? {} : { link };
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
  const unread = document.document.firstUnreadBlock && unreadReason(document.document.firstUnreadBlock);
  if (unread && (input.name === undefined || chosen.length === 0)) throw Refusal.of(unread);
  if (chosen.length === 0)
    throw missingQuery(
      input.name ?? '',
      queries.map(({ label }) => label),
    );
  return chosen.map(query => queryOf(document, query));
}

/** Parameters with which queries of a wiki begin. */
const firstParameters: readonly string[] = ['action', 'list', 'prop', 'meta', 'generator', 'titles'];

const likelyLanguage = (text: string): string =>
  firstParameters.some(name => text.trimStart().startsWith(`${name}=`)) ? 'wikiquery' : 'jql';

function missingQuery(name: string, labels: readonly string[]): Refusal {
  const similar = labels.length === 1 ? labels[0] : nearest(name, labels);
  return new Refusal(
    'query.missing',
    {},
    { queries: labels },
    similar === undefined ? undefined : { name: similar },
  );
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
    { name: only?.label ?? '' },
  );
}

function queryOf(document: AgentDocument, { index, label }: LabelledQuery): AgentQuery {
  const placed = document.document.placed(index);
  const unread = unreadReason(placed.block);
  if (unread) throw Refusal.of(unread);
  const view = uncachedView(placed.block, document.document.header, document.language.syntax);
  return { ...document, label, placed, view };
}
