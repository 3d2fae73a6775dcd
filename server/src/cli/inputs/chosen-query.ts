/** Chooses the queries of a file that the command line names. */
import { type Problem, problemMessage } from '#shared/base/text/problem.ts';
import { nameList } from '#shared/base/text/name-list.ts';
import { uncachedView } from '../../query-file/checking/uncached-view.ts';
import type { QueryView } from '../../query-file/language/language-service.ts';
import type { RunnableLanguage } from '../../runs/languages/served-language.ts';
import type { RunQuery } from '../../runs/run-query.ts';
import { maxQueries, type PlacedBlock, QueryDocument } from '../../query-file/query-document.ts';
import type { Arguments } from './arguments.ts';
import { Failure } from '../failure.ts';
import type { Program } from '../program.ts';
import { labelledQueries, queriesNamed } from '../../query-file/query-names.ts';
import { languageIdOf } from './query-paths.ts';
import { readInput, readQueryFile } from './read-query-file.ts';

/** A query that the command line names, with its document and language. */
export interface ChosenQuery {
  readonly file: string;
  /** Its `@name`, else its title, else its number. */
  readonly label: string;
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
  readonly view: QueryView;
  readonly language: RunnableLanguage;
}

/** The query that the command line names. @throws Failure where it is missing, or ambiguous */
export async function chooseQuery(program: Program, args: Arguments): Promise<ChosenQuery> {
  const queries = await chooseQueries(program, args);
  const [only] = queries;
  if (only !== undefined && queries.length === 1) return only;
  const names = nameList(queries.map(({ label }) => label));
  throw new Failure('query.several', { file: only?.file ?? '', count: queries.length, names });
}

/** The query that the command line names, or all of a file. @throws Failure if there is no such query */
export async function chooseQueries(program: Program, args: Arguments): Promise<readonly ChosenQuery[]> {
  const [argument = '', ...others] = args.paths;
  if (argument === '' || others.length > 0) throw new Failure('arguments.one-file');
  const { file, name, text } = await readNamed(program, args, argument);
  const languageId = languageIdOf(file)!;
  const language = await program.language(languageId);
  const document = new QueryDocument(file, languageId, 1, text, language.syntax);
  const queries = labelledQueries(document);
  const names = nameList(queries.map(({ label }) => label));
  if (queries.length === 0) throw new Failure('query.none', { file });
  const selected = name === undefined ? queries : queriesNamed(queries, name);
  if (document.firstUnreadBlock && (name === undefined || selected.length === 0))
    throw new Failure('query.too-many', { file, most: maxQueries });
  if (selected.length === 0) throw new Failure('query.missing', { file, name: name ?? '', names });
  return selected.map(({ index, label }) => {
    const placed = document.placed(index);
    if (!placed.block.isReadable) throw new Failure('query.too-long', { file });
    return {
      file,
      label,
      document,
      placed,
      view: uncachedView(placed.block, document.header, language.syntax),
      language,
    };
  });
}

/** Reads the file that `file#name` names; a `#` is part of the file's name if the argument ends in a query file's extension. */
async function readNamed(
  { terminal }: Program,
  args: Arguments,
  argument: string,
): Promise<{ readonly file: string; readonly name?: string; readonly text: string }> {
  const at = argument.lastIndexOf('#');
  const isNamed = at > 0 && languageIdOf(argument) === undefined;
  const file = isNamed ? argument.slice(0, at) : argument;
  const name = isNamed ? { name: argument.slice(at + 1) } : {};
  if (file === '-') {
    const input = await readInput(args, terminal);
    return { file: input.name, ...name, text: input.text };
  }
  if (languageIdOf(file) === undefined) throw new Failure('file.other-kind', { file });
  return { file, ...name, text: await readQueryFile(file, terminal.folder) };
}

/** A query and the name of its file. */
export type QueryInFile = Pick<ChosenQuery, 'file'> & RunQuery;

/** A problem as a line of output: `file:line:column: severity: message (code)`. */
export function wordedProblemLine(query: QueryInFile, problem: Problem): string {
  return problemLine(query, problem, problemMessage(query.language.wording, problem));
}

/** The text of a problem with its place in the file. */
export function problemLine(
  { file, document, placed }: QueryInFile,
  { code, span, severity }: Pick<Problem, 'code' | 'span' | 'severity'>,
  text: string,
): string {
  const { start } = document.rangeIn(placed, span);
  return `${file}:${start.line + 1}:${start.character + 1}: ${severity}: ${text}${code === '' ? '' : ` (${code})`}`;
}
