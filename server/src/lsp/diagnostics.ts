import type { Diagnostic } from 'vscode-languageserver-types';
import type { Problem, Severity } from '../language/problem.ts';
import type { QueryDocument, Splice } from '../queryfile/query-document.ts';
import { duplicateNames } from '../queryfile/query-names.ts';
import { FileChecker } from './file-checker.ts';
import { Converter } from './convert.ts';
import { severities } from './block-problems.ts';
import type { ProblemsOfBlock, Language, OpenFile } from './language.ts';
import type { YieldTurn } from './time-slices.ts';

/** Editors show no more for one file (VS Code's own limit); more would only cost time. */
const mostShown = 1000;

/** What a server answered by the index of the query's block. */
type Answers = ReadonlyMap<number, readonly Problem[]>;

/** The problems of all open files, for clients that pull them and for those that wait for them. */
export class Diagnostics {
  readonly #checkers = new Map<string, FileChecker>();
  /** By file; gone when the query is edited. */
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
    if (answers) this.#answers.set(document.uri, splices.reduce(moved, answers));
  }

  close(uri: string): void {
    this.#checkers.delete(uri);
    this.#answers.delete(uri);
  }

  forgetAll(): void {
    for (const checker of this.#checkers.values()) checker.forget();
  }

  /** Keeps a server's messages about a query until that query is edited; `[]` removes them. */
  answered(document: QueryDocument, index: number, problems: readonly Problem[]): void {
    const answers = new Map(this.#answers.get(document.uri));
    this.#answers.set(document.uri, answers.set(index, problems));
  }

  /** All diagnostics of a file; `undefined` = no longer wanted, or the file is not open. */
  async report(
    { document, language, context }: OpenFile,
    wanted: () => boolean,
  ): Promise<Diagnostic[] | undefined> {
    const checker = this.#checkers.get(document.uri);
    if (checker === undefined || !(await checker.check(context, wanted, this.#yieldTurn))) return undefined;
    const others = [this.#answersOf(document), repeatedNames(document)];
    return gravest(severity => [...others, checker.found(severity)]).map(({ index, problem }) =>
      new Converter(document, document.placed(index)).diagnostic(problem, language.wording, language.source),
    );
  }

  /** What was found in a file so far, without what servers answered. */
  found({ uri }: QueryDocument): Iterable<ProblemsOfBlock> {
    return this.#checkers.get(uri)?.all() ?? [];
  }

  #answersOf(document: QueryDocument): ProblemsOfBlock[] {
    const answers = this.#answers.get(document.uri) ?? [];
    return Array.from(answers, ([index, problems]) => ({ index, problems }));
  }
}

/** Above so many queries nobody gives each a name, and looking through them at every keystroke would be felt. */
const mostNamed = 500;

function repeatedNames({ blocks }: QueryDocument): ProblemsOfBlock[] {
  if (blocks.length > mostNamed) return [];
  const repeated = duplicateNames(blocks);
  return blocks.flatMap((block, index) => {
    const problem = repeated.get(block);
    return problem ? [{ index, problems: [problem] }] : [];
  });
}

/** Answers to queries that stay, at their new places. */
const moved = (answers: Answers, { from, removed, inserted }: Splice): Answers =>
  new Map(
    [...answers].flatMap(([index, problems]) => {
      if (index < from) return [[index, problems] as const];
      return index < from + removed ? [] : [[index + inserted - removed, problems] as const];
    }),
  );

/** A problem and the index of its block. */
interface Found {
  readonly index: number;
  readonly problem: Problem;
}

/** The problems to show, in the order of the file; where there are too many, errors before warnings before the rest. */
function gravest(sources: (severity: Severity) => readonly Iterable<ProblemsOfBlock>[]): Found[] {
  const shown: Found[] = [];
  const once = new Set<string>();
  for (const found of byGravity(sources)) {
    const key = found.problem.oncePerFile;
    if (key !== undefined && once.has(key)) continue;
    if (key !== undefined) once.add(key);
    if (shown.push(found) === mostShown) break;
  }
  return shown.toSorted((a, b) => a.index - b.index || a.problem.span.start - b.problem.span.start);
}

function* byGravity(sources: (severity: Severity) => readonly Iterable<ProblemsOfBlock>[]): Generator<Found> {
  for (const severity of severities) {
    for (const source of sources(severity)) {
      for (const { index, problems } of source) {
        for (const problem of problems) if (problem.severity === severity) yield { index, problem };
      }
    }
  }
}
