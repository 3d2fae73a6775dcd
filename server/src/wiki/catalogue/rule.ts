/**
 * A way of using a parameter. Without `value` and `except`: it is present, even if empty. A default that is not
 * written counts only where `value` names it.
 */
export interface Use {
  /** The unprefixed name, of the rule's module; of `query` where `query` is true. */
  readonly parameter: string;
  readonly query: boolean;
  /** The parameter has this value, in a list possibly among others. */
  readonly value: string | undefined;
  /** The parameter has a value other than this; '' = any value. */
  readonly except: string | undefined;
}

/** The members of every rule. */
export interface RuleBase {
  /** Names of the modules that the rule holds for; `query` for the parameters that choose pages. */
  readonly modules: readonly string[];
  /** The code, the API's own if it has one; `{name}` is replaced by the parameter's name in the request. */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information';
  /** The key of the wording. */
  readonly message: string;
  /** Holds only for a generator, or only for a module that is not one; undefined for both. */
  readonly role: 'generator' | 'submodule' | undefined;
  /** The wiki applies it only to a query with pages, or with pages that exist; undefined for always. */
  readonly pages: 'any' | 'existing' | undefined;
  /** Whether the result depends on the wiki's pages or settings, or on the user's rights. */
  readonly undecidable: boolean;
}

/** `use`, and each of `also`, requires one of `with`; a query that breaks it in several ways is reported once. */
interface OnlyWith extends RuleBase {
  readonly kind: 'onlyWith';
  readonly use: Use;
  readonly also: readonly Use[];
  readonly with: readonly Use[];
}

/** The module requires one of `with`. */
interface Needs extends RuleBase {
  readonly kind: 'needs';
  readonly with: readonly Use[];
}

/** In this role the module excludes `use`. */
interface Excludes extends RuleBase {
  readonly kind: 'excludes';
  readonly use: Use;
}

/** Both cannot be used together. */
interface Conflict extends RuleBase {
  readonly kind: 'conflict';
  readonly uses: readonly [Use, Use];
}

/** Requires at most one, exactly one, or at least one of the parameters. */
export interface Count extends RuleBase {
  readonly kind: 'atMostOne' | 'exactlyOne' | 'atLeastOne';
  readonly parameters: readonly string[];
  /** For `exactlyOne`, the code and message for more than one; the rule's own are for none. */
  readonly many: { readonly code: string; readonly message: string } | undefined;
}

/** The values of a pair cannot be used together. */
interface ContradictoryValues extends RuleBase {
  readonly kind: 'contradictoryValues';
  readonly parameter: string;
  readonly pairs: readonly (readonly [string, string])[];
}

/** Every value has this form. */
export interface Pattern extends RuleBase {
  readonly kind: 'pattern';
  readonly parameter: string;
  readonly pattern: RegExp;
  /** Nothing is checked if one of these holds. */
  readonly unless: readonly Use[];
}

/** If the parameter is present, it is not empty. */
export interface NotEmpty extends RuleBase {
  readonly kind: 'notEmpty';
  readonly parameter: string;
}

/** An IP address or a range in CIDR form; with `range` only the latter. */
export interface Address extends RuleBase {
  readonly kind: 'address';
  readonly parameter: string;
  readonly range: boolean;
}

/** The minimum prefix length of an address range, for IPv4 and IPv6. */
export interface MinPrefixLength extends RuleBase {
  readonly kind: 'rangeLength';
  readonly parameter: string;
  readonly ipv4: number;
  readonly ipv6: number;
}

/** A title with its namespace; with `part`, a title prefix without its namespace. */
export interface TitleForm extends RuleBase {
  readonly kind: 'title';
  readonly parameter: string;
  readonly part: boolean;
  readonly unless: readonly Use[];
}

/** A title in this namespace. */
export interface TitleNamespace extends RuleBase {
  readonly kind: 'titleNamespace';
  readonly parameter: string;
  readonly namespace: number;
}

/** An allowed value `a/*` allows everything that starts with `a/`; other values get this code, not `badvalue`. */
interface Wildcards extends RuleBase {
  readonly kind: 'wildcards';
  readonly parameter: string;
}

/** Each of `uses` requires a query of exactly one page, without revids. */
interface SinglePage extends RuleBase {
  readonly kind: 'singlePage';
  readonly uses: readonly Use[];
}

/** Both parameters have the same number of values. */
interface SameCount extends RuleBase {
  readonly kind: 'sameCount';
  readonly parameters: readonly [string, string];
}

/**
 * A failure that the query's text cannot reveal: it depends on the wiki's data, on who is signed in, or on the load of the wiki. It is
 * never reported; it explains a module or its parameters, and locates the wiki's own error.
 */
interface Runtime extends RuleBase {
  readonly kind: 'runtime';
  /** The parameters that are to blame; empty for the module as a whole. */
  readonly parameters: readonly string[];
  /** Only this value of the parameters is to blame. */
  readonly value: string | undefined;
  /** The right that the user lacks. */
  readonly right: string | undefined;
}

/**
 * A rule that the wiki enforces between parameters, or on values beyond their type, but that paraminfo does not
 * describe.
 */
export type Rule =
  | OnlyWith
  | Needs
  | Excludes
  | Conflict
  | Count
  | ContradictoryValues
  | Pattern
  | NotEmpty
  | Address
  | MinPrefixLength
  | TitleForm
  | TitleNamespace
  | Wildcards
  | SameCount
  | Runtime
  | SinglePage;

export type RuleKind = Rule['kind'];
