/** What the tests ask of the driver, a line of JSON each, and what it answers. */

/** The setting with the port that the driver connects to. */
export const portSetting = 'testDriver.port';

export type DriverAction =
  /** Opens a file of the workspace by its path there. */
  | { readonly kind: 'open'; readonly file: string }
  /** Puts the cursor of the active editor, which shows that document, at a line and a column, both from 1. */
  | { readonly kind: 'goTo'; readonly document: string; readonly line: number; readonly column: number }
  /** Runs a command by its id. */
  | { readonly kind: 'execute'; readonly command: string; readonly argument?: unknown };

export interface DriverRequest {
  readonly id: number;
  readonly action: DriverAction;
}

/** It is done, or failed for a reason. */
export interface DriverAnswer {
  readonly id: number;
  readonly error?: string;
}
