/** The requests of the tests to the driver and its responses, each a line of JSON. */

/**
 * The setting with the path of the file that has the port that the driver connects to. A file, as the window would notice
 * a change of its settings file late or never.
 */
export const portFileSetting = 'testDriver.portFile';

export type DriverAction =
  /** Opens a file of the workspace by its path there. */
  | { readonly kind: 'open'; readonly file: string }
  /** Opens a file of the workspace with another editor than its own. */
  | { readonly kind: 'openWith'; readonly file: string; readonly editor: string }
  /** Puts the cursor of the active editor, which shows that document, at a line and a column, both from 1. */
  | { readonly kind: 'goTo'; readonly document: string; readonly line: number; readonly column: number }
  /**
   * Calls a tool for agents, without waiting for it; in the end there is a file of the workspace with the tools that there
   * are, and the answer or the error.
   */
  | { readonly kind: 'tool'; readonly name: string; readonly input: object; readonly file: string }
  /** Changes a setting of the user. */
  | { readonly kind: 'set'; readonly setting: string; readonly value: unknown }
  /** Closes and forgets what earlier files have left in the window. */
  | { readonly kind: 'tidy' }
  /** Makes the settings of the user, which are in that file, these. */
  | { readonly kind: 'settings'; readonly file: string; readonly settings: Readonly<Record<string, unknown>> }
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
