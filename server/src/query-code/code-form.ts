/** A query in a form that another program takes. */
export interface CodeForm {
  /** Its key in `query-code-forms.json`. */
  readonly id: string;
  readonly code: string;
}
