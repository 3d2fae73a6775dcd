/** Checks a file block by block, without delaying other work. */
import type { LanguageService, QueryContext } from '../language/language-service.ts';
import type { Problem, Severity } from '#shared/base/text/problem.ts';
import type { QueryBlock } from '../block.ts';
import type { FileSyntax, QueryDocument, Splice } from '../query-document.ts';
import { uncachedView, unreadReason } from './uncached-view.ts';
import { BlockProblems, type ProblemsOfBlock } from './block-problems.ts';
import { TimeSlices, type YieldTurn } from './time-slices.ts';

type Checker = Pick<LanguageService, 'problems'>;

/** The problems of one file by block. A change costs the blocks that it touched, or all where it changed what the header defines. */
export class FileChecker {
  readonly #document: QueryDocument;
  readonly #service: Checker;
  readonly #syntax: FileSyntax;
  #blocks: BlockProblems;
  #definitions: string;

  constructor(document: QueryDocument, service: Checker, syntax: FileSyntax) {
    this.#document = document;
    this.#service = service;
    this.#syntax = syntax;
    this.#blocks = new BlockProblems(document.blocks.length);
    this.#definitions = definitionsOf(document.header);
  }

  /** Follows a change of the document. */
  follow(splices: readonly Splice[]): void {
    for (const splice of splices) this.#blocks.follow(splice);
    const definitions = definitionsOf(this.#document.header);
    if (definitions !== this.#definitions) this.forget();
    this.#definitions = definitions;
  }

  /** Discards all problems: the settings changed, so they may not be current. */
  forget(): void {
    this.#blocks = new BlockProblems(this.#document.blocks.length);
  }

  /** Checks what is not checked yet; false where it stopped because it was no longer wanted. What was checked is kept. */
  async check(context: QueryContext, wanted: () => boolean, yieldTurn: YieldTurn): Promise<boolean> {
    const slices = new TimeSlices(yieldTurn);
    for (;;) {
      const index = this.#blocks.next();
      if (index === undefined) return true;
      this.#checkBlock(index, context);
      if (!slices.isOver) continue;
      await slices.next();
      if (!wanted()) return false;
    }
  }

  /** Checks everything at once. */
  checkAll(context: QueryContext): void {
    for (const index of this.#document.blocks.keys()) this.#checkBlock(index, context);
  }

  /** The blocks in which problems of a severity were found so far, in the order of the file. */
  ofSeverity(severity: Severity): Iterable<ProblemsOfBlock> {
    return this.#blocks.ofSeverity(severity);
  }

  /** All blocks in which problems were found so far. */
  all(): Iterable<ProblemsOfBlock> {
    return this.#blocks.all();
  }

  /** A block that cannot be checked must not keep the others from it: it is not checked again. */
  #checkBlock(index: number, context: QueryContext): void {
    let problems: readonly Problem[] = [];
    try {
      problems = this.#problemsOf(this.#document.blocks[index]!, context);
    } finally {
      this.#blocks.set(index, problems);
    }
  }

  #problemsOf(block: QueryBlock, context: QueryContext): readonly Problem[] {
    const unread = unreadReason(block);
    if (unread)
      return [{ ...unread, severity: 'warning', span: { start: 0, end: Math.min(block.text.length, 3) } }];
    return this.#service.problems(uncachedView(block, this.#document.headerOf(block), this.#syntax), context);
  }
}

/** The directives and variables of a header as one text, to compare two versions of it. */
function definitionsOf(header: QueryBlock | undefined): string {
  if (header === undefined) return '';
  const directives = header.directives.map(({ key, value }) => [key.text, value.text]);
  const variables = header.variables.map(({ name, value }) => [name.text, value.text]);
  return JSON.stringify([directives, variables]);
}
