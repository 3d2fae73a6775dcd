import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InMemoryTransport, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/server';
import { GatedTransport, maxUnanswered } from '../../../server/src/platform/node/mcp-server.ts';

const callOf = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'check_query' },
});

/** A client at one end, and what has passed the gate and what was refused at the other. */
async function start() {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const refused: RequestId[] = [];
  const gate = new GatedTransport(server, id => refused.push(id));
  const passed: (RequestId | undefined)[] = [];
  const onmessage = (message: JSONRPCMessage) => passed.push('id' in message ? message.id : undefined);
  Object.assign(gate, { onmessage });
  await Promise.all([client.start(), gate.start()]);
  const answer = (id: RequestId) => gate.send({ jsonrpc: '2.0', id, result: {} });
  return { client, gate, passed, refused, answer };
}

describe('the gate of calls', () => {
  it('refuses a call where too many are unanswered, until one is answered or cancelled', async () => {
    const { client, gate, passed, refused, answer } = await start();
    for (let id = 0; id < maxUnanswered + 2; id++) await client.send(callOf(id));
    assert.deepEqual(refused, [maxUnanswered, maxUnanswered + 1]);
    assert.equal(passed.length, maxUnanswered);
    await answer(7);
    await client.send(callOf('next'));
    gate.forget(8);
    await client.send(callOf('other'));
    await client.send(callOf('last'));
    assert.deepEqual(passed.slice(maxUnanswered), ['next', 'other']);
    assert.deepEqual(refused.slice(2), ['last']);
  });

  it('refuses a call with the id of one that is unanswered', async () => {
    const { client, passed, refused, answer } = await start();
    await client.send(callOf(1));
    await client.send(callOf(1));
    assert.deepEqual([passed, refused], [[1], [1]]);
    await answer(1);
    await client.send(callOf(1));
    assert.deepEqual([passed, refused], [[1, 1], [1]]);
  });

  it('passes everything else', async () => {
    const { client, passed } = await start();
    for (let id = 0; id < maxUnanswered; id++) await client.send(callOf(id));
    await client.send({ jsonrpc: '2.0', id: 'ping', method: 'ping' });
    await client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    assert.deepEqual(passed.slice(maxUnanswered), ['ping', undefined]);
  });
});
