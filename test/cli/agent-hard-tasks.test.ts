/**
 * 71 tasks whose question is ambiguous or hostile: what the tools answer, what is sent, and that the call that a refusal names
 * is right. `{x*9}` stands for nine times `x`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AgentSandbox, startAgentSandbox } from '../support/agent-sandbox.ts';
import tasks from './agent-hard-tasks.json' with { type: 'json' };

interface Task {
  readonly kind: string;
  readonly question: string;
  readonly tool: string;
  readonly arguments: object;
  /** The code of the refusal; absent = the tool does its work. */
  readonly refused?: string;
  /** The protocol itself refuses the call. */
  readonly error?: boolean;
  /** The first line of the answer. */
  readonly says?: string;
  /** A text that is nowhere before the data. */
  readonly never?: string;
  /** The refusal shows how this tool is called. */
  readonly example?: string;
  /** The refusal names a call, which is not refused. */
  readonly follow?: boolean;
}

const listed: readonly Task[] = tasks;

/** Refused by the tracker or the wiki, not before anything is sent. */
const refusedLater: ReadonlySet<string> = new Set(['issue.missing']);

const filled = (given: object): Readonly<Record<string, unknown>> =>
  JSON.parse(
    JSON.stringify(given).replaceAll(/\{(.)\*(\d+)\}/g, (_, character: string, times: string) =>
      character.repeat(Number(times)),
    ),
  );

const isCall = (value: unknown): value is { readonly tool: string; readonly arguments: object } =>
  typeof value === 'object' && value !== null && 'tool' in value && 'arguments' in value;

describe('a task whose question is ambiguous or hostile', () => {
  let sandbox: AgentSandbox;
  before(async () => {
    sandbox = await startAgentSandbox({ files: { 'late.jql': '### Late\n# @site work\nduedate < now()\n' } });
  });
  after(() => sandbox[Symbol.asyncDispose]());

  it('there are 71', () => assert.equal(listed.length, 71));

  for (const task of listed)
    it(`${task.kind}: ${task.question}`, async () => {
      const sent = sandbox.sent().length;
      const calling = sandbox.agent.call(task.tool, filled(task.arguments));
      if (task.error === true)
        return assert.rejects(calling, /^ProtocolError: Unknown tool\..*Tools: .*run_query/s);
      const { text, structured, isError } = await calling;
      assert.equal(structured['refused'], task.refused, text);
      assert.equal(isError, task.refused !== undefined);
      if (task.refused !== undefined && !refusedLater.has(task.refused))
        assert.equal(sandbox.sent().length, sent);
      assert.match(text, new RegExp(task.says ?? ''));
      const [head = ''] = text.split('\n--- Data ');
      assert(!head.includes(task.never ?? 'evil.example'));
      const { call, example } = structured;
      if (task.example !== undefined) assert(isCall(example) && example.tool === task.example, text);
      if (task.follow !== true) return undefined;
      assert(isCall(call), text);
      const followed = await sandbox.agent.call(call.tool, filled(call.arguments));
      return assert.equal(followed.isError, false, followed.text);
    });
});
