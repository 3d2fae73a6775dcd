export type Operand =
  | { readonly kind: 'value'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'list'; readonly items: readonly Operand[] }
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly string[] }
  | { readonly kind: 'empty' };

export interface Predicate {
  readonly name: 'after' | 'before' | 'by' | 'during' | 'on' | 'from' | 'to';
  readonly operand: Operand;
}

export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | '~'
  | '!~'
  | 'in'
  | 'not in'
  | 'is'
  | 'is not'
  | 'was'
  | 'was not'
  | 'was in'
  | 'was not in'
  | 'changed';

export interface Terminal {
  readonly kind: 'terminal';
  readonly field: string;
  readonly operator: Operator;
  /** `undefined` for `changed` only. */
  readonly operand: Operand | undefined;
  readonly predicates: readonly Predicate[];
}

export type Clause =
  | { readonly kind: 'and' | 'or'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'not'; readonly clause: Clause }
  | Terminal;

export interface Sort {
  readonly field: string;
  /** `undefined` = the field's own. */
  readonly descending: boolean | undefined;
}

export interface JqlQuery {
  /** `undefined` = every issue. */
  readonly where: Clause | undefined;
  readonly orderBy: readonly Sort[];
}
