/** Removes the secrets of a session from responses and failures. */
import type { HttpResponse } from '../../http/http-client.ts';
import { HttpFailure } from '../../http/http-failure.ts';
import type { Session } from '../schemes/scheme.ts';
import { SecretFinder } from './secret-finder.ts';
import { Unescaper, type CharacterSink } from './unescape.ts';

/** A shorter value is not a session's: redacting it would change unrelated text. */
const minSecretLength = 16;
const star = 0x2a;

/**
 * The response without the secrets of the session of its request, if the server repeats them: they would appear in
 * messages, rows, raw responses and exports. Each of their bytes becomes a star, in place, so that JSON stays valid. The
 * cookies that the response sets are removed.
 */
export function redactSession(response: HttpResponse, session: Session): HttpResponse {
  const redactor = new Redactor(session, response.url);
  redactor.redact(response.body);
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    redactor.redactText(value, 'latin1'),
  ]);
  return { ...response, headers: Object.fromEntries(headers), setCookie: [] };
}

/** A text without the secrets of the session that was sent to a URL. */
export const redactText = (text: string, session: Session, url: string): string =>
  new Redactor(session, url).redactText(text, 'utf8');

/** A failure without the secrets of the session that was sent to a URL: it may contain the target of a redirect. */
export function redactFailure(failure: HttpFailure, session: Session, url: string): HttpFailure {
  const { kind, host, detail, requests, unsent } = failure;
  const redacted = Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactText(value, session, url) : value,
  ]);
  return new HttpFailure(kind, host, Object.fromEntries(redacted), requests, unsent);
}

/** The secrets that were sent to a server; cookies that contain the account's name are not secret. */
function secretsOf(session: Session, url: string): readonly string[] {
  const { account } = session;
  if (session.kind === 'token')
    return [session.secret, Buffer.from(`${account}:${session.secret}`).toString('base64')];
  const names = new Set([account, account.replace(/@[^@]*$/, '')]);
  const values = session.jar
    .header(url)
    .split('; ')
    .map(pair => pair.slice(pair.indexOf('=') + 1));
  return values.filter(value => value.length >= minSecretLength && !names.has(decoded(value)));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** The Base64 characters that a secret determines, for each position (modulo 3) in the encoded text. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** The bytes of a secret as hexadecimal numbers. */
function hexadecimalOf(secret: string): readonly string[] {
  const text = Buffer.from(secret).toString('hex');
  return [text, text.toUpperCase()];
}

/** Equal in form encoding and in both Base64 alphabets: a space, `+` and `-`; `/` and `_`. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character === '+' || character === '-') return 0x20;
  return character === '_' ? 0x2f : byte;
});

function unescaped(text: string): Uint8Array {
  const characters: number[] = [];
  const unescaper = new Unescaper({
    take: character => characters.push(folded[character] ?? 0),
    isIdle: false,
    interesting: new Uint8Array(256),
  });
  unescaper.add(Buffer.from(text), 0);
  unescaper.end();
  return Uint8Array.from(characters);
}

/** Finds the secrets, plain and in any escaped form. */
class Redactor {
  readonly #plain: SecretFinder;
  readonly #escaped: SecretFinder;

  constructor(session: Session, url: string) {
    const secrets = secretsOf(session, url).filter(secret => secret !== '');
    const encoded = secrets
      .flatMap(secret => [...base64Of(secret), ...hexadecimalOf(secret)])
      .filter(text => text.length >= minSecretLength);
    this.#plain = new SecretFinder(secrets.map(secret => Buffer.from(secret)));
    this.#escaped = new SecretFinder([...secrets, ...encoded].map(unescaped));
  }

  redact(body: readonly Uint8Array[]): void {
    if (this.#plain.longest === 0) return;
    new Search(this.#plain, body).run();
    new Search(this.#escaped, body, folded).runUnescaped();
  }

  redactText(text: string, encoding: 'latin1' | 'utf8'): string {
    const bytes = Buffer.from(text, encoding);
    this.redact([bytes]);
    return bytes.toString(encoding);
  }
}

const unfolded = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Searches a body, and replaces the secrets that it finds with stars. */
class Search implements CharacterSink {
  /** By character: 1 = a secret starts with it. */
  readonly interesting: Uint8Array;
  readonly #finder: SecretFinder;
  readonly #body: readonly Uint8Array[];
  readonly #fold: Uint8Array;
  /** The positions of the last characters: at least as many as the longest secret has. */
  readonly #starts: Float64Array;
  #state = 0;
  #count = 0;
  /** The range of the secrets found last, which touch or overlap. */
  #from = 0;
  #to = 0;
  /** The chunk in which the last redaction ended, and its position. */
  #piece = 0;
  #pieceAt = 0;

  constructor(finder: SecretFinder, body: readonly Uint8Array[], fold = unfolded) {
    const { beginnings } = finder;
    this.interesting = fold.map(character => beginnings[character] ?? 0);
    this.#finder = finder;
    this.#body = body;
    this.#fold = fold;
    this.#starts = new Float64Array(2 ** Math.ceil(Math.log2(finder.longest + 1)));
  }

  get isIdle(): boolean {
    return this.#state === 0;
  }

  /** Searches the bytes. NULs are skipped, so that UTF-16 reads as ASCII. */
  run(): void {
    const { interesting } = this;
    let at = 0;
    for (const piece of this.#body) {
      for (let index = 0; index < piece.length; index++) {
        if (this.#state === 0) while (index < piece.length && interesting[piece[index]!] === 0) index++;
        const byte = piece[index] ?? 0;
        if (byte !== 0) this.take(byte, at + index, at + index + 1);
      }
      at += piece.length;
    }
    this.#redact();
  }

  /** Searches the characters that the bytes encode. */
  runUnescaped(): void {
    const unescaper = new Unescaper(this);
    let at = 0;
    for (const piece of this.#body) {
      unescaper.add(piece, at);
      at += piece.length;
    }
    unescaper.end();
    this.#redact();
  }

  take(character: number, start: number, end: number): void {
    const state = this.#finder.next(this.#state, this.#fold[character]!);
    this.#state = state;
    // Later matches do not contain this character.
    if (state === 0) return;
    const mask = this.#starts.length - 1;
    this.#starts[this.#count++ & mask] = start;
    const length = this.#finder.lengthAt(state);
    if (length === 0) return;
    const from = this.#starts[(this.#count - length) & mask]!;
    if (from > this.#to) {
      this.#redact();
      this.#from = from;
    }
    this.#from = Math.min(this.#from, from);
    this.#to = end;
  }

  /** Redacts what was found last. NULs stay: they are halves of UTF-16 characters. */
  #redact(): void {
    while (this.#from < this.#pieceAt) this.#pieceAt -= this.#body[--this.#piece]?.length ?? 0;
    for (; this.#piece < this.#body.length; this.#piece++) {
      const piece = this.#body[this.#piece] ?? new Uint8Array();
      const last = Math.min(piece.length, this.#to - this.#pieceAt);
      for (let index = Math.max(0, this.#from - this.#pieceAt); index < last; index++)
        if (piece[index] !== 0) piece[index] = star;
      if (this.#to <= this.#pieceAt + piece.length) return;
      this.#pieceAt += piece.length;
    }
  }
}
