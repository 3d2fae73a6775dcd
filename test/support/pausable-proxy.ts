/** A proxy that can be closed: requests wait in it until it is opened again. */
import { type IncomingMessage, type ServerResponse, createServer, request as ask } from 'node:http';
import { freePort } from './processes.ts';

export interface PausableProxy {
  /** The server's own address, with the proxy's origin. */
  readonly url: string;
  /** The number of requests, those that wait included. */
  readonly came: () => number;
  /** Closes it before the nth request from now on, counted from 1. */
  readonly closeBefore: (nth: number) => void;
  /** Lets all requests pass. */
  readonly open: () => void;
  readonly stop: () => Promise<void>;
}

/** Starts an open proxy before the server of an http address. */
export const startPausableProxy = async (url: string): Promise<PausableProxy> => {
  const target = new URL(url);
  let came = 0;
  let closedFrom = Infinity;
  let waiting: (() => void)[] = [];

  const pass = (message: IncomingMessage, response: ServerResponse): void => {
    const { method, headers } = message;
    const onward = ask(new URL(message.url ?? '/', target), { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  };
  const server = createServer((message, response) => {
    came += 1;
    if (came < closedFrom) pass(message, response);
    else waiting.push(() => pass(message, response));
  });
  const port = await freePort();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    came: () => came,
    closeBefore: nth => {
      closedFrom = came + nth;
    },
    open: () => {
      closedFrom = Infinity;
      for (const go of waiting) go();
      waiting = [];
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
};
