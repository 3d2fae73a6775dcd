/** The description of the tools, the schemas of their arguments, and the editor's manifest agree. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import catalogue from '../../../server/catalogue/agents/tools.json' with { type: 'json' };
import { toolsFor } from '../../../server/src/agents/agent-tools.ts';
import { AgentResults } from '../../../server/src/agents/tools/agent-results.ts';
import { CallQueue, SiteQueue } from '../../../server/src/agents/call-queue.ts';
import type { AgentDependencies, AgentSession } from '../../../server/src/agents/dependencies.ts';
import type { AgentTool } from '../../../server/src/agents/tool.ts';
import manifest from '../../../package.json' with { type: 'json' };

const tools = Object.entries(catalogue);
const unused = (): never => assert.fail('nothing is called');
const dependencies: AgentDependencies = {
  settings: unused,
  language: unused,
  context: unused,
  files: { list: unused, read: unused },
  mark: unused,
  linkScheme: 'vscode',
  backend: unused,
  sql: unused,
  asked: unused,
  fault: unused,
};
const session: AgentSession = {
  queue: new SiteQueue(),
  statements: new CallQueue(1, unused),
  results: new AgentResults(unused),
  newRun: unused,
  asked: unused,
};
const offered: ReadonlyMap<string, AgentTool> = new Map(Object.entries(toolsFor(dependencies, session)));

describe('a tool', () => {
  for (const [name, { input, example }] of tools)
    it(`${name} takes the arguments that are described`, () => {
      const schema = offered.get(name)?.schema;
      assert(schema && 'entries' in schema);
      const { entries } = schema;
      assert(typeof entries === 'object' && entries !== null);
      assert.deepEqual(Object.keys(entries).toSorted(), Object.keys(input.properties).toSorted());
      const required = 'required' in input ? input.required : [];
      assert.equal(v.safeParse(schema, {}).success, required.length === 0);
      assert(v.safeParse(schema, example).success);
    });
});

it('the manifest has the tools of the catalogue', () => {
  const listed = manifest.contributes.languageModelTools.map(
    ({ name, modelDescription, inputSchema, when }) => [name, { modelDescription, inputSchema, when }],
  );
  assert.deepEqual(
    listed,
    tools.map(([name, { description, input }]) => [
      `wikijql_${name}`,
      { modelDescription: description, inputSchema: input, when: 'config.wikijql.agents.enabled' },
    ]),
  );
});
