/** The tools for agents, by their names, and the calls of one session. */
import * as v from 'valibot';
import catalogue from '../../catalogue/agents/tools.json' with { type: 'json' };
import guessed from '../../catalogue/agents/guessed-names.json' with { type: 'json' };
import { answerOf, type CallInstead, refusalAnswer } from './answer-text.ts';
import { AgentResults } from './tools/agent-results.ts';
import { CallQueue, SiteQueue } from './call-queue.ts';
import { checkQuery } from './tools/check-query.ts';
import { completeQuery } from './tools/complete-query.ts';
import type { Confirmation } from '#shared/protocol/agents.ts';
import { jsonSchema } from '#shared/protocol/json.ts';
import { nearest } from '#shared/base/text/nearest.ts';
import { confirmationOf } from './confirmation.ts';
import type { AgentDependencies, AgentSession } from './dependencies.ts';
import { describe } from './tools/describe.ts';
import { explainQuery } from './tools/explain-query.ts';
import { getIssue } from './tools/get-issue.ts';
import { listQueries } from './tools/list-queries.ts';
import { queryResults } from './tools/query-results.ts';
import { Refusal, say } from './refusal.ts';
import { runQuery } from './tools/run-query.ts';
import { type AgentTool, calledByTheirNames, type ToolAnswer } from './tool.ts';

/** Statements in SQL that are executed at a time. */
const statementsAtOnce = 2;

export type ToolName = keyof typeof catalogue;

const isToolName = (word: string): word is ToolName => Object.hasOwn(catalogue, word);

/** The code of the refusal of a tool that does not exist. */
export const unknownTool = 'unknown-tool';

const words: readonly (readonly [word: string, tool: string])[] = Object.entries(guessed.tools);

/** The tool that a name most likely means: by a word in it, or as a mistyped name. */
function nearestTool(name: string): ToolName | undefined {
  const spelling = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const tool =
    nearest(name, Object.keys(catalogue)) ?? words.find(([word]) => spelling.includes(word))?.[1] ?? '';
  return isToolName(tool) ? tool : undefined;
}

function unknownToolRefusal(name: string): Refusal {
  const similar = nearestTool(name);
  const values = { names: Object.keys(catalogue).join(', '), ...(similar && { similar }) };
  const message = say(similar === undefined ? unknownTool : 'unknown-tool.similar', values);
  return new Refusal({ code: unknownTool, message });
}

/** The tools whose example says what to do after a refusal that is not about the arguments. */
const toolAfter: ReadonlyMap<string, ToolName> = new Map([
  ['file', 'list_queries'],
  ['forgotten', 'run_query'],
  ['sql.no-results', 'run_query'],
  ['sql.in-memory', 'run_query'],
]);

const withoutQuery: ReadonlySet<string> = new Set(['no-text', 'query.none', 'sql.empty', 'sql.not-select']);
const isAboutArguments = (code: string): boolean =>
  code.startsWith('arguments') || code === unknownTool || withoutQuery.has(code);

/** The tools, for one session. */
export const toolsFor = (
  dependencies: AgentDependencies,
  session: AgentSession,
): Readonly<Record<ToolName, AgentTool>> => ({
  check_query: checkQuery(dependencies),
  explain_query: explainQuery(dependencies),
  complete_query: completeQuery(dependencies),
  describe: describe(dependencies),
  run_query: runQuery(dependencies, session),
  get_issue: getIssue(dependencies, session),
  query_results: queryResults(dependencies, session),
  list_queries: listQueries(dependencies),
});

/** The tools for agents: one implementation, whoever offers them. */
export class AgentTools {
  readonly #dependencies: AgentDependencies;
  readonly #tools: Readonly<Record<ToolName, AgentTool>>;

  constructor(dependencies: AgentDependencies) {
    this.#dependencies = dependencies;
    const { mark, asked, backend, fault } = dependencies;
    const release = (run: string): void => {
      backend().then(
        started => started.release(run),
        (error: unknown) => fault('release', error),
      );
    };
    this.#tools = toolsFor(dependencies, {
      queue: new SiteQueue(),
      statements: new CallQueue(statementsAtOnce, count => new Refusal('sql.busy', { count })),
      results: new AgentResults(release),
      newRun: () => `agent-${mark()}`,
      asked,
    });
  }

  /** Resolves for every outcome; rejects where the signal is aborted. */
  async call(name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const { settings, mark, fault } = this.#dependencies;
    try {
      if (!settings().agents.enabled) throw new Refusal('off');
      if (!isToolName(name)) throw unknownToolRefusal(name);
      return answerOf(await this.#tools[name].call(input, signal), mark);
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error, mark, this.#callInstead(name, input, error));
      signal.throwIfAborted();
      fault(name, error);
      return refusalAnswer(new Refusal('fault'), mark);
    }
  }

  /** The call that would not be refused for the same reason, or else an example; `undefined` = neither helps. */
  #callInstead(name: string, input: unknown, { code, correction }: Refusal): CallInstead | undefined {
    const tool = isToolName(name) ? name : nearestTool(name);
    if (tool === undefined) return undefined;
    const { schema } = this.#tools[tool];
    const members = calledByTheirNames(schema, v.is(jsonObject, input) ? input : {});
    if (code === unknownTool && v.is(schema, members)) return { call: { tool, arguments: members } };
    if (correction !== undefined) {
      const values = Object.entries({ ...members, ...correction }).filter(([, value]) => value !== null);
      return { call: { tool, arguments: Object.fromEntries(values) } };
    }
    const shown = toolAfter.get(code) ?? (isAboutArguments(code) ? tool : undefined);
    return shown && { example: { tool: shown, arguments: catalogue[shown].example } };
  }

  /** The question to the user before a call; `undefined` = none, because the call asks no site or will be refused. */
  async confirmation(name: string, input: unknown): Promise<Confirmation | undefined> {
    if (!this.#dependencies.settings().agents.enabled) return undefined;
    try {
      return await confirmationOf(this.#dependencies, name, input);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

const jsonObject = v.record(v.string(), jsonSchema);

/** The tools for agents as a protocol serves them. */
export interface OfferedTools {
  readonly version: string;
  /** For a model: what the tools are for and what holds for all of them. */
  readonly instructions: string;
  readonly call: (name: string, input: unknown, signal: AbortSignal) => Promise<ToolAnswer>;
  /** Takes what went wrong in the conversation. */
  readonly fault: (error: Error) => void;
}
