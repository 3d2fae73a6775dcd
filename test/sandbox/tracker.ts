import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Account } from './tracker/auth/accounts.ts';
import { Desk } from './tracker/http/desk.ts';
import type { Fault, FaultScope } from './tracker/http/faults.ts';
import { type TrackerRequest, recordRequest } from './tracker/http/record.ts';
import { send } from './tracker/http/send.ts';
import { type TrackerOptions, settle } from './tracker/options.ts';
import type { World } from './tracker/world/world.ts';

export type { Account, Fault, TrackerOptions, TrackerRequest };

export interface SandboxTracker {
  /** `http://127.0.0.1:PORT` and the context path, without a slash at its end. */
  readonly url: string;
  /** Every request that came, in order. */
  readonly requests: readonly TrackerRequest[];
  /** The accounts, with what was tried on each. Passwords and tokens can be changed. */
  readonly accounts: readonly Account[];
  /** The account of that name. @throws Error for an unknown name */
  account(name: string): Account;
  /** The data of the tracker, to compare responses with. */
  readonly world: World;
  /** Lets something go wrong with requests to come; several faults meet in the order in which they were asked for. */
  fail(fault: Fault, scope?: FaultScope): void;
  /** Takes back the faults that have not met anybody. */
  recover(): void;
  /** Ends the sessions of one account, or all. */
  endSessions(name?: string): void;
  /** Opens a locked account again, as a user does at the login page. */
  unlock(name: string): void;
  stop(): Promise<void>;
}

const maxHeadersLength = 256 * 1024;

/** Starts an embedded issue tracker on the loopback address: its REST interface over the works of a made-up town. */
export async function startSandboxTracker(options: TrackerOptions = {}): Promise<SandboxTracker> {
  const settled = settle(options);
  const requests: TrackerRequest[] = [];
  const stopped = new AbortController();
  const server = createServer({ maxHeaderSize: maxHeadersLength }, (message, response) => {
    void serve(message, response).catch((error: unknown) => {
      if (response.headersSent || stopped.signal.aborted) response.destroy();
      else response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settled.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox is not listening.');
  const url = `http://127.0.0.1:${address.port}${settled.contextPath}`;
  const desk = new Desk(settled, url);

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await recordRequest(message, settled.contextPath);
    requests.push(request);
    const { reply, fault } = desk.answer(request, message.url ?? '');
    if (fault?.kind === 'delay')
      await wait(fault.milliseconds, undefined, { signal: stopped.signal, ref: false });
    request.status = send(message, response, reply, fault);
  }

  const account = (name: string): Account => {
    const found = desk.accounts.find(name);
    if (!found) throw new Error(`The sandbox has no account ${name}.`);
    return found;
  };
  return {
    url,
    requests,
    accounts: desk.accounts.all,
    account,
    world: desk.world,
    fail: (fault, scope) => desk.faults.add(fault, scope),
    recover: () => desk.faults.clear(),
    endSessions: name => desk.sessions.end(name === undefined ? undefined : account(name)),
    unlock(name) {
      const locked = account(name);
      locked.locked = false;
      locked.failedInARow = 0;
    },
    stop: () =>
      new Promise((resolve, reject) => {
        stopped.abort();
        server.close(error => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
