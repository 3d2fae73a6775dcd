/** A query to run, and the conditions of its run. */
import { uncachedView } from '../query-file/checking/uncached-view.ts';
import type { NamedQuery } from '../query-file/checking/references.ts';
import type { LanguageService, QueryContext, QueryView } from '../query-file/language/language-service.ts';
import type { Wording } from '#shared/base/text/wording.ts';
import type { Answers } from '../query-file/options/prompt-option.ts';
import type { Prompt } from '../query-file/prompts.ts';
import type { FileSyntax, PlacedBlock, QueryDocument } from '../query-file/query-document.ts';
import type { ServerSettings } from '../sites/settings/read-settings.ts';
import type { Runner } from '../query-file/language/runner.ts';

/** A query in its file. */
export interface RunQuery {
  readonly document: QueryDocument;
  readonly placed: PlacedBlock;
  readonly view: QueryView;
  readonly language: {
    readonly syntax: FileSyntax;
    readonly wording: Wording;
    readonly runner: Runner;
    readonly service: Pick<LanguageService, 'bracesAccepted'>;
  };
}

/**
 * Who runs a query. `editor`: the user, who can be asked. `background`: the editor, unasked. `command`: `wikijql run`.
 * `check`: `wikijql check`, for its expectations. `report`: a Markdown file. `agent`: a tool of an agent, which is only
 * allowed to read, and only at some sites.
 */
export type RunPurpose = 'editor' | 'background' | 'command' | 'check' | 'report' | 'agent';

/** A prompt whose value is needed. */
export interface RunQuestion {
  readonly prompt: Prompt;
  /** The query that uses it: the one to be run, or one whose rows it uses. */
  readonly query: RunQuery;
  /** Its value must not be kept or shown. */
  readonly isSecret: boolean;
}

/** The conditions of a run, besides the text of the query. */
export interface RunConditions {
  readonly purpose: RunPurpose;
  readonly settings: ServerSettings;
  readonly context: QueryContext;
  /** The name of a site instead of the query's own. */
  readonly site?: string | undefined;
  /** How many rows to fetch, instead of what the query says. */
  readonly limit?: number | undefined;
  /** The values of prompts that are known already, by the names of the prompts. */
  readonly answers?: Answers | undefined;
  /** Asks the user for the values of prompts; `undefined` = the user gave up. Absent = defaults are used. */
  readonly ask?: ((questions: readonly RunQuestion[]) => Promise<Answers | undefined>) | undefined;
  /** Asks the user whether a long list may be sent in this number of requests. Absent = only in a few. */
  readonly confirm?: ((requests: number) => Promise<boolean>) | undefined;
  /** Counts the errors in the text that keep it from being sent. Absent = only what cannot be sent is refused. */
  readonly countErrors?: (() => Promise<number>) | undefined;
}

/** The query whose rows another query uses. */
export function sourceOf({ language }: RunQuery, { document, block, ...placed }: NamedQuery): RunQuery {
  const view = uncachedView(block, document.headerOf(block), language.syntax);
  return { document, placed: { block, ...placed }, view, language };
}
