import type { ToolAnswer } from './tool-answer.ts';

/** The tools for agents as a protocol serves them. */
export interface OfferedTools {
  readonly version: string;
  /** For a model: what the tools are for and what holds for all of them. */
  readonly instructions: string;
  readonly call: (name: string, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
  /** Takes what went wrong in the conversation. */
  readonly fault: (error: Error) => void;
}
