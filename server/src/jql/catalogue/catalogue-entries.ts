/** Where a tracker runs: in a house of its own (Server and Data Center), or at the maker's. */
export type Platform = 'datacenter' | 'cloud';

/** How a field is named that has no fixed name: by number, as one of several SLAs, or by a path. */
export type FieldForm = 'customField' | 'sla' | 'property' | 'development';

/** The operators that a function can follow: `=` and `!=`, `in` and `not in`, or all comparisons. */
export type FunctionUse = '=' | 'in' | 'cmp';

export interface FieldEntry {
  readonly name: string;
  readonly form: FieldForm | undefined;
  readonly aliases: readonly string[];
  /** A word of the catalogue (`USER`, `DATETIME`); `CUSTOM` where anything may be in it. */
  readonly type: string;
  /** In lower case, `not in` and the like with one blank. On Data Center; see `operatorsOf`. */
  readonly operators: ReadonlySet<string>;
  /** How Cloud departs from that. */
  readonly cloud: {
    readonly aliases: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** What it takes there, and what it takes on either. */
    readonly operators: ReadonlySet<string>;
    readonly either: ReadonlySet<string>;
  };
  readonly functions: ReadonlyMap<FunctionUse, readonly string[]>;
  /** Undefined = nobody knows. */
  readonly orderable: boolean | undefined;
  /** Takes history operators: `was`, `changed` and so on. */
  readonly history: boolean;
  readonly acceptsEmpty: boolean;
  /** Never empty, so that a negation leaves out nothing unseen. */
  readonly alwaysSet: boolean;
  /** The tracker suggests values for it. */
  readonly suggests: boolean;
  readonly values: readonly string[];
  readonly textSearch: boolean;
  /** Without a time of day. */
  readonly dateOnly: boolean;
  /** The product that brings it, as a key of the texts. */
  readonly requires: string | undefined;
  readonly on: readonly Platform[];
  /** The field to use in its place on Cloud. */
  readonly replacedBy: string | undefined;
  /** Operators of which one source says yes and one says no: no reason for an error. */
  readonly doubtful: readonly string[];
  /** True where the tracker itself described it. */
  readonly isFromSite: boolean;
}

export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** How often it may be written; Infinity = as often as one likes. */
  readonly most: number;
  /** The unit of a step in time that has none. */
  readonly unit: string | undefined;
}

/** The least and the greatest number of arguments. */
export interface ArgumentCounts {
  readonly least: number;
  readonly most: number;
}

export interface JqlFunction {
  readonly name: string;
  /** Its newer name on Cloud, where the older one goes on working. */
  readonly cloudName: string | undefined;
  /** The type of its values; undefined = not known. */
  readonly returns: string | undefined;
  /** Brings one value, a list, or can stand for either. */
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
  /** What follows it. */
  readonly operand: 'single' | 'list' | 'empty' | 'none';
  /** Takes EMPTY beside values. */
  readonly acceptsEmpty: boolean;
  /** The history predicates that may follow, in capitals. */
  readonly predicates: readonly string[];
  /** Leaves out whatever has nothing in the field. */
  readonly negative: boolean;
}

export interface Predicate {
  /** In capitals. */
  readonly name: string;
  readonly operand: 'date' | 'range' | 'user' | 'value';
}

/** The operators of a field; where the platform is not known, those of either. */
export function operatorsOf(field: FieldEntry, platform: Platform | undefined): ReadonlySet<string> {
  if (field.isFromSite || platform === 'datacenter') return field.operators;
  return platform === 'cloud' ? field.cloud.operators : field.cloud.either;
}

/** How Cloud departs from the operators of a field on Data Center. */
export function cloudOperators(
  operators: ReadonlySet<string>,
  added: readonly string[],
  removed: readonly string[],
): Pick<FieldEntry['cloud'], 'added' | 'removed' | 'operators' | 'either'> {
  const either = [...operators, ...added];
  const left = either.filter(each => !removed.includes(each));
  return { added, removed, operators: new Set(left), either: new Set(either) };
}

export const countsOf = (list: readonly Argument[]): ArgumentCounts => ({
  least: list.filter(({ optional }) => !optional).length,
  most: list.reduce((sum, { most }) => sum + most, 0),
});
