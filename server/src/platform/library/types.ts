/** The types of the library: plain data, which says nothing about how it was made. */

/** The language of a text. */
export type Language = 'jql' | 'wikiquery';

/** A part of a text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of a text, also as lines and columns, which count from 1; columns in UTF-16 code units. */
export interface Place extends Span {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The options of most functions. */
export interface QueryOptions {
  readonly language: Language;
  /** The moment of the check, in milliseconds since 1970, for dates such as `-7d`. Default: now. */
  readonly now?: number;
  /** The version that wiki queries are checked for. Default: what the queries say, else any version. */
  readonly profile?: Profile;
  /**
   * The text of a lock, the catalogue of a site as `wikijql lock` stores it: its fields, functions, modules and values.
   * It holds for queries that name this site by `# @site`, or none.
   */
  readonly lock?: string;
  /** Without them, completions of wiki queries say nothing about what they are, and fixes add no examples of values. */
  readonly texts?: WikiTexts;
}

/** The texts about the modules of wikis, of `loadWikiTexts`. */
export interface WikiTexts {
  readonly kind: 'wiki-texts';
}

/** The wikis that a query is written for. */
export type Profile = 'wikimedia' | 'mediawiki-1.39' | 'mediawiki-1.43' | 'mediawiki-1.45';

export interface CheckOptions extends QueryOptions {
  /** Whether problems come with their fixes, which takes longer. Default: true. */
  readonly fixes?: boolean;
}

export interface CheckResult {
  /** In the order of the text. */
  readonly problems: readonly Problem[];
}

/** A problem of a query; its place is the smallest that explains it. */
export interface Problem extends Place {
  /** The `@name` of its query, else its title, else its number from 1; empty = it is of the text as a whole. */
  readonly query: string;
  readonly severity: Severity;
  /** The wiki’s own code where it has one. */
  readonly code: string;
  /** A sentence in English. */
  readonly message: string;
  /** The fixes that the user can choose from. */
  readonly fixes: readonly Fix[];
}

export type Severity = 'error' | 'warning' | 'information' | 'hint';

export interface Fix {
  readonly title: string;
  /** Whether `fix` makes it: it keeps what the author wrote. */
  readonly preferred: boolean;
  /** In no order; they do not overlap. */
  readonly edits: readonly Edit[];
}

/** A part of a text and what replaces it. */
export interface Edit extends Span {
  readonly text: string;
}

export interface FixResult {
  readonly text: string;
  /** How many fixes were made; 0 = the text is the same. */
  readonly fixed: number;
}

export interface FormatOptions {
  readonly language: Language;
  /** How the keywords of JQL are written. Default: `upper`. */
  readonly keywordCase?: 'upper' | 'lower' | 'keep';
}

export interface CompleteResult {
  /** The most useful first. */
  readonly items: readonly CompletionItem[];
}

/** A text that can be inserted at the cursor, and the part that it replaces. */
export interface CompletionItem extends Edit {
  readonly label: string;
  readonly kind: CompletionKind;
  /** A type, a summary, or a date in words. */
  readonly detail?: string;
  /** The text that typing is matched against; absent = the label. */
  readonly filter?: string;
  /** The text with placeholders, in the syntax of the Language Server Protocol; absent = it has no placeholders. */
  readonly snippet?: string;
  readonly deprecated?: true;
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

/** To explain wiki queries, their texts are needed. */
export type ExplainOptions =
  (QueryOptions & { readonly language: 'jql' }) | (QueryOptions & { readonly texts: WikiTexts });

export interface ExplainResult {
  readonly queries: readonly Explanation[];
}

export interface Explanation {
  /** The `@name` of the query, else its title, else its number from 1. */
  readonly query: string;
  /** Sentences; one that begins with `- ` is a detail of the one before. */
  readonly words: readonly string[];
  /** The cost of a run; `all` = until all rows are fetched, absent = not known. */
  readonly cost: {
    readonly requests: number | 'all';
    readonly rows?: number | 'all';
    readonly rowsPerRequest?: number;
    readonly rowsPerRequestWithHighLimits?: number;
    readonly words: readonly string[];
  };
  /** The tables of the response, as far as they are known. */
  readonly tables: readonly { readonly title: string; readonly columns: readonly Column[] }[];
}

export interface Column {
  readonly name: string;
  readonly type?: string;
  readonly summary?: string;
  /** The parts that the query lacks for the column; absent = the response has it. */
  readonly needs?: readonly string[];
}

export interface ParseResult {
  readonly queries: readonly Query[];
}

/** A query as written. Variables are replaced in its values; what they replace has the place of their use. */
export type Query = JqlQuery | WikiQuery;

export interface QueryParts extends Span {
  /** The `@name` of the query, else its title, else its number from 1. */
  readonly name: string;
  /** The comments `# @name value` of the query itself. */
  readonly directives: readonly Setting[];
  /** The lines `@name = value` of the query itself. */
  readonly variables: readonly Setting[];
}

export interface Setting extends Span {
  readonly name: string;
  readonly value: string;
}

export interface JqlQuery extends QueryParts {
  readonly language: 'jql';
  /** Absent = the query asks for every issue. */
  readonly where?: Clause;
  readonly orderBy: readonly Sort[];
  /** Whether it is free of syntax errors; `check` describes them. */
  readonly isWellFormed: boolean;
}

/** Parentheses have no node: they are in the shape of the tree. */
export type Clause = CompoundClause | NotClause | Condition | Missing;

export interface CompoundClause extends Span {
  readonly type: 'and' | 'or';
  /** At least two. */
  readonly clauses: readonly Clause[];
}

export interface NotClause extends Span {
  readonly type: 'not';
  readonly clause: Clause;
}

export interface Condition extends Span {
  readonly type: 'condition';
  readonly field: Field | Missing;
  /** In lower case, such as `not in`; empty = it is missing. */
  readonly operator: string;
  /** Absent = the operator takes none, or is missing. */
  readonly operand?: Operand;
  /** The conditions after `was` and `changed`. */
  readonly predicates: readonly Predicate[];
}

export interface Field extends Span {
  readonly type: 'field';
  /** Without quotes. */
  readonly name: string;
  /** The entity property in it, such as `[commits].all`; absent = none. */
  readonly property?: string;
}

/** Something that the grammar expects and the text lacks. */
export interface Missing extends Span {
  readonly type: 'missing';
}

export type Operand = Value | FunctionCall | List | Empty | Missing;

export interface Value extends Span {
  readonly type: 'value';
  /** Without quotes and escapes. */
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface FunctionCall extends Span {
  readonly type: 'function';
  readonly name: string;
  readonly arguments: readonly Operand[];
}

export interface List extends Span {
  readonly type: 'list';
  readonly items: readonly Operand[];
}

/** `EMPTY` or `NULL`. */
export interface Empty extends Span {
  readonly type: 'empty';
}

export interface Predicate extends Span {
  readonly type: 'predicate';
  readonly name: 'after' | 'before' | 'by' | 'during' | 'from' | 'on' | 'to';
  readonly operand: Operand;
}

export interface Sort extends Span {
  readonly type: 'sort';
  readonly field: Field | Missing;
  /** Absent = the field’s usual direction. */
  readonly direction?: 'asc' | 'desc';
}

export interface WikiQuery extends QueryParts {
  readonly language: 'wikiquery';
  /** In the order of the text. */
  readonly parameters: readonly Parameter[];
}

export interface Parameter extends Span {
  readonly name: string;
  /** As the wiki reads it; absent = a name without `=`. */
  readonly value?: string;
  /** The values of a parameter that takes several; absent = it takes one, or is unknown. */
  readonly values?: readonly string[];
  /** The module that it belongs to; absent = the wiki does not recognize it. */
  readonly module?: string;
}

export interface CodeOptions extends QueryOptions {
  /** The program that the query is written for. */
  readonly target: CodeTarget;
  /** The address of the site: `api.php` of a wiki, the base address of a Jira. */
  readonly url: string;
  /** The `@name`, title or number of the query. Default: the first. */
  readonly query?: string;
  /** How many rows the code fetches. Default: what the query says, else 500. */
  readonly limit?: number;
  /** An address or a page that the code names in its user agent. Default: none. */
  readonly contact?: string;
}

export type CodeTarget = JqlTarget | WikiTarget;
export type JqlTarget = 'jql' | 'page' | 'rest' | 'curl' | 'jira' | 'jira.js' | 'jira-cli';
export type WikiTarget =
  'url' | 'curl' | 'fetch' | 'requests' | 'pywikibot' | 'mwclient' | 'mwn' | 'mw.Api' | 'php';

/** The code, or the reason why it cannot be written. */
export type CodeResult = { readonly code: string } | { readonly refusal: Refusal };

export interface Refusal {
  readonly code: string;
  /** A sentence in English. */
  readonly message: string;
}

/** The query in a text; both are absent = the text has none. */
export interface FromCodeResult {
  readonly query?: QueryOfCode;
  readonly refusal?: Refusal;
}

export interface QueryOfCode {
  readonly language: Language;
  /** The query as the text of a query file. */
  readonly text: string;
  /** The address of the site, as far as the code has it. */
  readonly url?: string;
  /** The names of what may be secrets, which were left out. */
  readonly secrets: readonly string[];
  /** The variables of the query that the code computes. */
  readonly computed: readonly string[];
}
