import type { HttpResponse } from '../http/client.ts';
import type { Session } from './schemes/scheme.ts';

/** A shorter value is no session's: striking it out would spoil what only looks like it. */
const shortest = 16;
const star = 0x2a;

/**
 * The answer without the secrets of the session that it was asked with, as far as a server repeats them: they
 * would come into messages, rows, raw answers and exports. Each of their bytes is a star then, in place, so that
 * what was JSON stays JSON.
 */
export function redactSession(response: HttpResponse, session: Session): HttpResponse {
  for (const secret of secretsOf(session, response.url)) {
    for (const form of formsOf(secret)) strikeOut(response.body, form);
  }
  return response;
}

/** What a server got that nobody else may see; not the cookies that hold the account's name. */
function secretsOf(session: Session, url: string): readonly string[] {
  const { account } = session;
  if (session.kind === 'token')
    return [session.secret, Buffer.from(`${account}:${session.secret}`).toString('base64')];
  const names = new Set([account, account.replace(/@[^@]*$/, '')]);
  const values = session.jar
    .header(url)
    .split('; ')
    .map(pair => pair.slice(pair.indexOf('=') + 1));
  return values.filter(value => value.length >= shortest && !names.has(decoded(value)));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** As it is, in JSON, in an address, and in JSON as some servers write it: with `/`, `<`, `>`, `&` and `'` escaped. */
function formsOf(secret: string): ReadonlySet<string> {
  const json = JSON.stringify(secret).slice(1, -1);
  const cautious = json.replaceAll(
    /[<>&']/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const ways = [
    json,
    cautious,
    cautious.replaceAll(/\\u[0-9a-f]{4}/g, code => code.toUpperCase().replace('U', 'u')),
  ];
  return new Set([
    secret,
    encodeURIComponent(secret),
    ...ways.flatMap(way => [way, way.replaceAll('/', String.raw`\/`)]),
  ]);
}

/** Finds it also where it begins in one piece of the body and ends in a later one. */
function strikeOut(body: readonly Uint8Array[], form: string): void {
  const wanted = Buffer.from(form);
  let before: Uint8Array[] = [];
  for (const piece of body) {
    strikeIn(piece, wanted);
    strikeAcross([...before, piece], wanted);
    before = tailOf([...before, piece], wanted.length - 1);
  }
}

function strikeIn(bytes: Uint8Array, wanted: Buffer): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf(wanted); at >= 0; at = buffer.indexOf(wanted, at + wanted.length))
    buffer.fill(star, at, at + wanted.length);
}

/** The last of these pieces is new: what begins before it is looked for. */
function strikeAcross(pieces: readonly Uint8Array[], wanted: Buffer): void {
  if (pieces.length < 2) return;
  const last = pieces.at(-1) ?? new Uint8Array();
  const parts = [...pieces.slice(0, -1), last.subarray(0, wanted.length - 1)];
  const joined = Buffer.concat(parts);
  strikeIn(joined, wanted);
  let from = 0;
  for (const part of parts) {
    part.set(joined.subarray(from, from + part.length));
    from += part.length;
  }
}

/** The last so many bytes, as views. */
function tailOf(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const tail: Uint8Array[] = [];
  let left = count;
  for (const piece of pieces.toReversed()) {
    if (left <= 0) break;
    tail.unshift(piece.subarray(Math.max(0, piece.length - left)));
    left -= Math.min(left, piece.length);
  }
  return tail;
}
