/** A client of the language server in a worker: LSP's messages are objects, sent and received as they are. */
const worker = new Worker('/language-server.js');
const waiting = new Map();
let count = 0;
worker.addEventListener('error', ({ message }) => console.error(`worker: ${message}`));
worker.addEventListener('message', ({ data }) => {
  // The server's own requests are answered by a client that knows none of them.
  if (data.method !== undefined) {
    const error = { code: -32601, message: 'unknown' };
    if (data.id !== undefined) worker.postMessage({ jsonrpc: '2.0', id: data.id, error });
    return;
  }
  const settle = waiting.get(data.id);
  waiting.delete(data.id);
  settle?.(data);
});

const send = ({ method, params, isNotification = false }) => {
  if (isNotification) {
    worker.postMessage({ jsonrpc: '2.0', method, params });
    return { result: null };
  }
  const id = ++count;
  return new Promise(resolve => {
    waiting.set(id, resolve);
    worker.postMessage({ jsonrpc: '2.0', id, method, params });
  });
};

/** Sends messages in order without waiting in between; resolves to all answers. */
globalThis.sendAll = async messages => {
  const answers = await Promise.all(messages.map(send));
  return answers.map(({ result, error }) => (error === undefined ? { result } : { error }));
};
