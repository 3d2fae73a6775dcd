/** The interface of a query language, and the types of its features. */
import type { SiteLocks } from '#shared/base/site-lock.ts';
import type { QueryBlock } from '../block.ts';
import type { Scope } from '../scope.ts';
import type { Cost } from '../cost/cost.ts';
import type { ResultColumns } from './result-columns.ts';
import type { Edit, Fix, Problem, Severity } from '#shared/base/text/problem.ts';
import type { QueryWord, WordCounts } from './query-words.ts';
import type { Span } from '#shared/base/text/span.ts';

/** A query as a language sees it: offsets and spans are those of the block's text. */
export interface QueryView {
  readonly block: QueryBlock;
  readonly scope: Scope;
}

/** Facts from outside the text that the features need: the time, the sites, the settings. */
export interface QueryContext {
  /** Milliseconds since 1970, for values such as "a week ago". */
  readonly now: number;
  readonly sites: readonly SiteName[];
  /** Sites that cannot be used as the settings have them: what is wrong with each, by its name; absent = none. */
  readonly refusedSites?: Readonly<Record<string, 'kind' | 'malformed' | 'scheme' | 'extra'>>;
  /** The rows that a run fetches where the query does not say; absent = those of the setting's default. */
  readonly rowLimit?: number;
  /** The contact that requests name, on which it depends how many of them Wikimedia accepts; absent = not known. */
  readonly contact?: string;
  /** The site of a query without a site; empty = none. */
  readonly defaultSite: string;
  /** The sites of queries without a site, by the kind of site that they need; absent = `defaultSite` for both. */
  readonly defaultSites?: Readonly<Record<SiteName['kind'], string>>;
  /** The time zone that the query's site counts in, an IANA name; absent = not known. */
  readonly timeZone?: string;
  /** The profile of wikis of which nothing is known; empty or absent = none. */
  readonly profile?: string;
  /** The stored catalogues of sites that hold for the file; absent = none. */
  readonly locks?: SiteLocks;
  /** The severities that the workspace sets; absent = each problem has its own. */
  readonly rules?: RuleSeverities;
  /** The software that each site runs on, by the site's name; absent = no site was queried. */
  readonly software?: ReadonlyMap<string, string>;
  /** How the keywords of JQL are written; absent = in capitals. */
  readonly keywordCase?: KeywordCase;
  /** Counts the words of the workspace's other queries to the same site; absent = not known. */
  readonly otherWords?: () => WordCounts;
  /** The saved filters of the query's site that are known; absent = none. */
  readonly filters?: readonly { readonly id: string; readonly name: string }[];
}

/** The severity of a rule as a workspace sets it; a problem of one that is off is not reported. */
export type RuleSeverity = Severity | 'off';

/** By the codes of problems. */
export type RuleSeverities = ReadonlyMap<string, RuleSeverity>;

export type KeywordCase = 'upper' | 'lower' | 'keep';

/** A function being written: its arguments, and which of them the cursor is in. */
export interface Signature {
  readonly label: string;
  /** The parameters in the form in which the label contains them. */
  readonly parameters: readonly { readonly label: string; readonly markdown: string }[];
  readonly active: number;
  readonly markdown: string;
}
export interface SiteName {
  readonly name: string;
  readonly kind: 'wiki' | 'tracker';
  readonly url: string;
  /** The address that its pages have, where that is another one. */
  readonly pages?: string;
}

export type CompletionKind =
  | 'module'
  | 'parameter'
  | 'value'
  | 'namespace'
  | 'date'
  | 'variable'
  | 'directive'
  | 'site'
  | 'snippet'
  | 'field'
  | 'operator'
  | 'keyword'
  | 'function';

/** Something that can be inserted at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The replaced span and the text for it; with `snippet` in the placeholder syntax of LSP. */
  readonly edit: Edit;
  readonly snippet?: boolean;
  /** After the label: a type, a date in words. */
  readonly detail?: string;
  /** The text that typing is matched against; absent = the label. Begins with the text in `edit.span`. */
  readonly filter?: string;
  /** The place in the list: lower is earlier, 0 to 9999. */
  readonly rank: number;
  readonly deprecated?: boolean;
  readonly preselect?: boolean;
  /** Ask again after this one is accepted (a name that wants a value). */
  readonly continues?: boolean;
  /** With `continues`: a blank is between this and what is asked for. */
  readonly spaced?: boolean;
  /** The list changes with the next character (a number gets its units): request it again then. */
  readonly changes?: boolean;
  /** Plain data from which `documentation` makes the explanation. */
  readonly subject?: Readonly<Record<string, string>>;
}

/** A query to a site for the values that fit the value being typed. */
export interface ValueQuery {
  /** A field of JQL; of a wiki `page`, `category`, `user` or `tag`. */
  readonly field: string;
  /** The typed part of the value, without quotes. */
  readonly typed: string;
  /** The value is one of this history predicate, not of the field itself. */
  readonly predicate?: 'by' | 'from' | 'to';
  /** The keys of the projects whose versions are the values; absent = the field does not have versions, or those of any. */
  readonly versionsOf?: readonly string[];
}

/** A value that a site suggests: as it is meant, without quotes, and as the site shows it. */
export interface SuggestedValue {
  readonly value: string;
  readonly shown: string;
  /** A note of the site, such as when a version is released. */
  readonly detail?: string;
}

/** An explanation in Markdown. Text from a site is escaped in it. */
export interface Explanation {
  readonly markdown: string;
  /** The explained part of the text. */
  readonly span: Span;
}

export type TokenKind =
  | 'module'
  | 'parameter'
  | 'value'
  | 'number'
  | 'date'
  | 'string'
  | 'variable'
  | 'directive'
  | 'operator'
  | 'title'
  | 'keyword'
  | 'field'
  | 'function';

export interface SemanticToken {
  readonly span: Span;
  readonly kind: TokenKind;
  readonly deprecated?: boolean;
  /** A definition, as of a variable. */
  readonly declaration?: boolean;
}

export interface Link {
  readonly span: Span;
  readonly url: string;
  readonly tooltip?: string;
}

export interface Inlay {
  readonly at: number;
  readonly label: string;
  readonly tooltip?: string;
  readonly side: 'before' | 'after';
}

/** A node of the outline. */
export interface OutlineNode {
  readonly name: string;
  readonly detail: string;
  readonly kind: TokenKind;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly OutlineNode[];
}

/**
 * The features of a language for one query. Pure: every result depends on the arguments alone. `[]` and `undefined` =
 * nothing here.
 */
export interface LanguageService {
  problems(view: QueryView, context: QueryContext): readonly Problem[];
  fixes(view: QueryView, problem: Problem, context: QueryContext): readonly Fix[];
  /** The fixes that can be made at once without harm; absent = all that do not overlap. */
  compatibleFixes?(view: QueryView, fixes: readonly Fix[], context: QueryContext): readonly Fix[];
  /** Ways to write the same query differently, offered where nothing is wrong. */
  refactorings(view: QueryView, span: Span, context: QueryContext): readonly Fix[];
  /** The words that the completion of other queries can offer; absent = none. */
  words?(view: QueryView): readonly QueryWord[];
  /**
   * The value query to send to the query's site before `complete`, so that it can offer the site's values;
   * `undefined` = none.
   */
  valueQuery?(view: QueryView, offset: number, context: QueryContext): ValueQuery | undefined;
  /** `suggested`: what the site answered to the value query of this place; absent = it was not asked, or does not say. */
  complete(
    view: QueryView,
    offset: number,
    context: QueryContext,
    suggested?: readonly SuggestedValue[],
  ): readonly Completion[];
  /** The documentation of a completion, in Markdown. */
  documentation(subject: Readonly<Record<string, string>>): string | undefined;
  /** The function around an offset; `undefined` = none, or a language without functions. */
  signature?(view: QueryView, offset: number, context: QueryContext): Signature | undefined;
  explain(view: QueryView, offset: number, context: QueryContext): Explanation | undefined;
  /** The query as plain sentences; a line that begins with `- ` is a detail of the one before. */
  inWords(view: QueryView, context: QueryContext): readonly string[];
  /** Returns a test of whether the value at a place of the query can have text in braces there, such as a template. */
  bracesAccepted(view: QueryView, context: QueryContext): (place: Span) => boolean;
  /** The columns of the query's result, as far as they are known without running it. */
  resultColumns(view: QueryView, context: QueryContext): ResultColumns;
  /** The requests and rows of a run of the query, as far as they are known without running it. */
  cost(view: QueryView, context: QueryContext): Cost;
  /** Edits that bring the query's body into its canonical form; none where it is. */
  format(view: QueryView, context: QueryContext): readonly Edit[];
  outline(view: QueryView, context: QueryContext): readonly OutlineNode[];
  folds(view: QueryView, context: QueryContext): readonly Span[];
  /** The spans around an offset, from the smallest to the largest. */
  selection(view: QueryView, offset: number, context: QueryContext): readonly Span[];
  tokens(view: QueryView, context: QueryContext): readonly SemanticToken[];
  links(view: QueryView, context: QueryContext): readonly Link[];
  inlays(view: QueryView, context: QueryContext): readonly Inlay[];
}
