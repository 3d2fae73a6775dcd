import texts from '../../catalogue/messages/agents.json' with { type: 'json' };
import type { Values } from '../common/template.ts';
import { wordingOf } from '../language/wording.ts';
import type { Members } from './tool-answer.ts';

export type AgentMessage = keyof typeof texts;

export const say = wordingOf(texts);

/** A number with its noun. */
export const counted = (noun: 'row' | 'problem' | 'query' | 'entry', count: number): string =>
  say(`count.${noun}${count === 1 ? '' : '.many'}`, { count });

/** Why a tool does nothing, as a sentence that says what to do instead. */
export class Refusal extends Error {
  readonly code: AgentMessage;
  /** What belongs to it and others may have written. */
  readonly data: Members;

  constructor(code: AgentMessage, values: Values = {}, data: Members = {}) {
    super(say(code, values));
    this.code = code;
    this.data = data;
  }
}
