/** The problems of open query files, as diagnostics. */
import type { Diagnostic } from 'vscode-languageserver-types';
import { FileChecker } from '../../query-file/checking/file-checker.ts';
import type { ProblemsOfBlock } from '../../query-file/checking/block-problems.ts';
import {
  allReferenceProblems,
  type FoundProblem,
  ignoredDefinitions,
  repeatedNames,
  ruledBlocks,
  shownProblems,
  unusedFileIgnores,
} from '../../query-file/checking/shown-problems.ts';
import type { YieldTurn } from '../../query-file/checking/time-slices.ts';
import { eachOnce, type Problem } from '#shared/base/text/problem.ts';
import { touches } from '#shared/base/text/span.ts';
import type { QueryDocument, Splice } from '../../query-file/query-document.ts';
import { Converter } from '../features/convert.ts';
import type { Language } from '../../runs/languages/served-language.ts';
import type { OpenFile } from './query-views.ts';

/** Editors show no more for one file (VS Code's own limit); more would only cost time. */
const maxDiagnostics = 1000;

/** The messages of servers by the index of the query's block. */
type Answers = ReadonlyMap<number, readonly Problem[]>;

/** Keeps the problems of all open query files up to date. */
export class Diagnostics {
  readonly #checkers = new Map<string, FileChecker>();
  /** The messages of servers by file; an edit of a query removes the messages about it. */
  readonly #answers = new Map<string, Answers>();
  readonly #yieldTurn: YieldTurn;

  constructor(yieldTurn: YieldTurn) {
    this.#yieldTurn = yieldTurn;
  }

  open(document: QueryDocument, language: Language): void {
    this.#checkers.set(document.uri, new FileChecker(document, language.service, language.syntax));
  }

  follow(document: QueryDocument, splices: readonly Splice[]): void {
    this.#checkers.get(document.uri)?.follow(splices);
    const answers = this.#answers.get(document.uri);
    if (answers) this.#answers.set(document.uri, splices.reduce(moveAnswers, answers));
  }

  close(uri: string): void {
    this.#checkers.delete(uri);
    this.#answers.delete(uri);
  }

  /** Makes the next report check a file again. */
  forget(uri: string): void {
    this.#checkers.get(uri)?.forget();
  }

  forgetAll(): void {
    for (const checker of this.#checkers.values()) checker.forget();
  }

  /** Keeps each message of a server about a query, at its first place, until that query is edited; `[]` removes them. */
  answered(document: QueryDocument, index: number, problems: readonly Problem[]): void {
    const answers = new Map(this.#answers.get(document.uri));
    this.#answers.set(document.uri, answers.set(index, eachOnce(problems)));
  }

  /** All diagnostics of a file; `undefined` = no longer wanted, or the file is not open. */
  async report(
    { document, language, context }: OpenFile,
    wanted: () => boolean,
  ): Promise<Diagnostic[] | undefined> {
    const checker = this.#checkers.get(document.uri);
    if (checker === undefined || !(await checker.check(context, wanted, this.#yieldTurn))) return undefined;
    const references = allReferenceProblems(document, language, context);
    const others = ruledBlocks(context, [
      ...ignoredDefinitions(document),
      ...repeatedNames(document),
      ...unusedFileIgnores(document, language, context),
      ...references,
    ]);
    const answers = this.#answersOf(document);
    return shownProblems(severity => [answers, others, checker.ofSeverity(severity)], maxDiagnostics)
      .filter(candidate => !isAnswered(candidate, this.#answers.get(document.uri)))
      .map(({ index, problem }) =>
        new Converter(document, document.placed(index)).diagnostic(
          problem,
          language.wording,
          language.source,
        ),
      );
  }

  /** Returns the problems that were found in a file so far, without the messages of servers. */
  found({ uri }: QueryDocument): Iterable<ProblemsOfBlock> {
    return this.#checkers.get(uri)?.all() ?? [];
  }

  #answersOf(document: QueryDocument): ProblemsOfBlock[] {
    const answers = this.#answers.get(document.uri) ?? [];
    return Array.from(answers, ([index, problems]) => ({ index, problems }));
  }
}

/** Moves the messages about unchanged queries to the new indexes of their blocks. */
const moveAnswers = (answers: Answers, { from, removed, inserted }: Splice): Answers =>
  new Map(
    [...answers].flatMap(([index, problems]) => {
      if (index < from) return [[index, problems] as const];
      return index < from + removed ? [] : [[index + inserted - removed, problems] as const];
    }),
  );

/** Whether a server has said of a place what a check says of it. */
const isAnswered = ({ index, problem }: FoundProblem, answers: Answers | undefined): boolean =>
  (answers?.get(index) ?? []).some(
    answer => answer !== problem && answer.code === problem.code && touches(answer.span, problem.span.start),
  );
