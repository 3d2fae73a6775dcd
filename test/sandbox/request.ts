import type { IncomingMessage } from 'node:http';

/** A request as the sandbox got it, for tests to look at. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** From the address and from a form in the body; the last of several of a name. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The names that stood in the address. */
  readonly inAddress: ReadonlySet<string>;
  readonly body: string;
}

const maxBytes = 16 * 1024 * 1024;

/** Reads a whole request. @throws Error for a body over 16 MiB */
export async function readRequest(message: IncomingMessage): Promise<RecordedRequest> {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  const type = message.headers['content-type'] ?? '';
  const inBody = type.startsWith('multipart/form-data')
    ? multipart(body, type)
    : [...new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? body : '')];
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    headers: message.headers,
    parameters: new Map([...url.searchParams, ...inBody]),
    inAddress: new Set(url.searchParams.keys()),
    body,
  };
}

/** The fields of a multipart form; files are taken as text. */
function multipart(body: string, type: string): [string, string][] {
  const boundary = /boundary="?([^";]+)"?/u.exec(type)?.[1] ?? '';
  return body.split(`--${boundary}`).flatMap(part => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/u.exec(head)?.[1];
    return name === undefined
      ? []
      : [[name, rest.join('\r\n\r\n').replace(/\r\n$/u, '')] as [string, string]];
  });
}
