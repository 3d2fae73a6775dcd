/** The entries of a catalogue: fields, functions, operators and predicates. */

/** Where a tracker runs: on the user's own servers (Server and Data Center), or at Atlassian. */
export type Platform = 'datacenter' | 'cloud';

/** The way a field is named that has no fixed name: by number, as one of several SLAs, or by a path. */
type FieldForm = 'customField' | 'sla' | 'property' | 'development';

/** The operators that a function can follow: `=` and `!=`, `in` and `not in`, or all comparisons. */
export type FunctionUse = '=' | 'in' | 'cmp';

export interface FieldEntry {
  readonly name: string;
  readonly form: FieldForm | undefined;
  readonly aliases: readonly string[];
  /** A type of the catalogue (`USER`, `DATETIME`); `CUSTOM` where the field can contain anything. */
  readonly type: string;
  /** The operators on Data Center, in lower case and with single blanks (`not in`); see `operatorsOf`. */
  readonly operators: ReadonlySet<string>;
  /** The differences on Cloud. */
  readonly cloud: {
    readonly aliases: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** The operators that it takes on Cloud, and those that it takes on at least one of the two platforms. */
    readonly operators: ReadonlySet<string>;
    readonly either: ReadonlySet<string>;
  };
  readonly functions: ReadonlyMap<FunctionUse, readonly string[]>;
  /** Undefined = not known. */
  readonly orderable: boolean | undefined;
  /** True for a field that takes history operators: `was`, `changed` and so on. */
  readonly history: boolean;
  readonly acceptsEmpty: boolean;
  /** True for a field that is never empty, so that a negation excludes nothing unseen. */
  readonly alwaysSet: boolean;
  /** True where the tracker suggests values for the field. */
  readonly suggests: boolean;
  readonly values: readonly string[];
  readonly textSearch: boolean;
  /** True for dates without a time of day. */
  readonly dateOnly: boolean;
  /** Which numbers it takes: whole ones, or counts, which are never negative; undefined = any. */
  readonly numberKind: 'whole' | 'count' | undefined;
  /** The product that brings it, as a key of the texts. */
  readonly requires: string | undefined;
  readonly on: readonly Platform[];
  /** The field to use in its place on Cloud. */
  readonly replacedBy: string | undefined;
  /** Operators about which the sources disagree: no reason for an error. */
  readonly doubtful: readonly string[];
  /** True where the tracker itself described it. */
  readonly isFromSite: boolean;
}

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** The maximum number of repetitions; Infinity = any number. */
  readonly most: number;
  /** The unit of a step in time without a unit; undefined = the argument is no step. */
  readonly unit: string | undefined;
}

/** The least and the greatest number of arguments. */
export interface ArgumentCounts {
  readonly least: number;
  readonly most: number;
}

export interface JqlFunction {
  readonly name: string;
  /** The newer name on Cloud, where the older one still works. */
  readonly cloudName: string | undefined;
  /** The type of its values; undefined = not known. */
  readonly returns: string | undefined;
  /** Whether it returns one value, a list, or works as either. */
  readonly shape: 'single' | 'list' | 'either';
  /** The operators that it can follow, in lower case; undefined = not known. */
  readonly operators: readonly string[] | undefined;
  /** Undefined = not known. */
  readonly arguments: readonly Argument[] | undefined;
  readonly counts: ArgumentCounts | undefined;
  readonly requires: string | undefined;
  readonly on: readonly Platform[];
  readonly isFromSite: boolean;
}

export interface Operator {
  readonly name: string;
  /** The kind of operand that follows it. */
  readonly operand: 'single' | 'list' | 'empty' | 'none';
  /** True for an operator that takes EMPTY as well as values. */
  readonly acceptsEmpty: boolean;
  /** The history predicates that may follow, in capitals. */
  readonly predicates: readonly string[];
  /** True for an operator that excludes issues whose field is empty. */
  readonly negative: boolean;
}

export interface Predicate {
  /** In capitals. */
  readonly name: string;
  readonly operand: 'date' | 'range' | 'user' | 'value';
}

/** Returns the operators of a field; where the platform is not known, those of either platform. */
export function operatorsOf(field: FieldEntry, platform: Platform | undefined): ReadonlySet<string> {
  if (field.isFromSite || platform === 'datacenter') return field.operators;
  return platform === 'cloud' ? field.cloud.operators : field.cloud.either;
}

/** Returns the operators of a field on Cloud, and on either platform, from the differences to Data Center. */
export function cloudOperators(
  operators: ReadonlySet<string>,
  added: readonly string[],
  removed: readonly string[],
): Pick<FieldEntry['cloud'], 'added' | 'removed' | 'operators' | 'either'> {
  const either = [...operators, ...added];
  const remaining = either.filter(operator => !removed.includes(operator));
  return { added, removed, operators: new Set(remaining), either: new Set(either) };
}

/** Returns how many arguments a function takes, from the list of its arguments. */
export const countsOf = (list: readonly Argument[]): ArgumentCounts => ({
  least: list.filter(({ optional }) => !optional).length,
  most: list.reduce((sum, { most }) => sum + most, 0),
});
