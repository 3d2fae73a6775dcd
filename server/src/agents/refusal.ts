import texts from '../../catalogue/messages/agents.json' with { type: 'json' };
import { shorten } from '#shared/base/shorten.ts';
import { type Values, wordingOf } from '#shared/base/text/wording.ts';
import { visibleLine } from '#shared/base/visible-text.ts';
import { problemText, type RefusedRun } from '../runs/run-problems.ts';
import type { Json } from '#shared/protocol/json.ts';

/** Values by their names. */
export type Members = Readonly<Record<string, Json>>;

export type AgentMessage = keyof typeof texts;

const wording = wordingOf(texts);

/** Characters of a name in a sentence. */
const maxValueLength = 1_000;

/** A sentence for agents on one line; hidden characters in its values are replaced. */
export const say = (message: AgentMessage, values: Values = {}): string =>
  wording(message, safeValues(values));

const safeValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleLine(shorten(value, maxValueLength)) : value,
    ]),
  );

/** A number with its noun. */
export const counted = (noun: 'row' | 'problem' | 'query' | 'entry', count: number): string =>
  say(`count.${noun}${count === 1 ? '' : '.many'}`, { count });

/** Why a tool does nothing, as a sentence that says what to do instead. */
export class Refusal extends Error {
  readonly code: string;
  /** Data for the agent that others may have written. */
  readonly data: Members;
  /** The arguments that make the call right, where that is known; `null` = the argument has to be left out. */
  readonly correction: Members | undefined;

  constructor(
    reason: AgentMessage | { readonly code: string; readonly message: string },
    values: Values = {},
    data: Members = {},
    correction?: Members,
  ) {
    super(typeof reason === 'string' ? say(reason, values) : reason.message);
    this.code = typeof reason === 'string' ? reason : reason.code;
    this.data = data;
    this.correction = correction;
  }

  /** Why a query does not run. */
  static of(problem: RefusedRun, data: Members = {}, correction?: Members): Refusal {
    const { code, arguments: values } = problem;
    const message = problemText({ ...problem, arguments: safeValues(values) }, 'agent');
    return new Refusal({ code, message }, {}, data, correction);
  }
}
