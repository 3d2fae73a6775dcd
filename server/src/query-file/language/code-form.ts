/** A query in the form for another program. */
export interface CodeForm {
  /** Its key in `query-code-forms.json`. */
  readonly id: string;
  readonly code: string;
}
