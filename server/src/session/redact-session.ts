import type { HttpResponse } from '../http/client.ts';
import { HttpFailure } from '../http/failure.ts';
import type { Session } from './schemes/scheme.ts';
import { SecretFinder } from './secret-finder.ts';
import { Unescaper, type CharacterSink } from './unescape.ts';

/** A shorter value is no session's: striking it out would spoil what only looks like it. */
const shortest = 16;
const star = 0x2a;

/**
 * The answer without the secrets of the session that it was asked with, as far as a server repeats them: they
 * would come into messages, rows, raw answers and exports. Each of their bytes is a star then, in place, so that
 * what was JSON stays JSON. The cookies that it sets are left out.
 */
export function redactSession(response: HttpResponse, session: Session): HttpResponse {
  const redactor = new Redactor(session, response.url);
  redactor.strikeOut(response.body);
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    redactor.strikeOutText(value, 'latin1'),
  ]);
  return { ...response, headers: Object.fromEntries(headers), setCookie: [] };
}

/** A text without the secrets of the session that was sent to an address. */
export const redactText = (text: string, session: Session, url: string): string =>
  new Redactor(session, url).strikeOutText(text, 'utf8');

/** A failure without the secrets of the session that was sent to an address: it may name where a redirect pointed to. */
export function redactFailure(failure: HttpFailure, session: Session, url: string): HttpFailure {
  const { kind, host, detail, requests, unsent } = failure;
  const redacted = Object.entries(detail).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactText(value, session, url) : value,
  ]);
  return new HttpFailure(kind, host, Object.fromEntries(redacted), requests, unsent);
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

/** The characters of Base64 that a secret determines, for each place at which it can begin in what is encoded. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Alike in a form and in both alphabets of Base64: a blank, `+` and `-`, as well as `/` and `_`. */
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

/** Finds the secrets as they are, and however they are escaped. */
class Redactor {
  readonly #plain: SecretFinder;
  readonly #escaped: SecretFinder;

  constructor(session: Session, url: string) {
    const secrets = secretsOf(session, url).filter(secret => secret !== '');
    const encoded = secrets.flatMap(base64Of).filter(text => text.length >= shortest);
    this.#plain = new SecretFinder(secrets.map(secret => Buffer.from(secret)));
    this.#escaped = new SecretFinder([...secrets, ...encoded].map(unescaped));
  }

  strikeOut(body: readonly Uint8Array[]): void {
    if (this.#plain.longest === 0) return;
    new Search(this.#plain, body).run();
    new Search(this.#escaped, body, folded).runUnescaped();
  }

  strikeOutText(text: string, encoding: 'latin1' | 'utf8'): string {
    const bytes = Buffer.from(text, encoding);
    this.strikeOut([bytes]);
    return bytes.toString(encoding);
  }
}

const unfolded = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Looks through a body, and puts stars in the place of the secrets that it finds. */
class Search implements CharacterSink {
  /** By character: 1 = a secret begins with it. */
  readonly interesting: Uint8Array;
  readonly #finder: SecretFinder;
  readonly #body: readonly Uint8Array[];
  readonly #fold: Uint8Array;
  /** Where each of the last characters begins: as many as the longest secret has, at least. */
  readonly #starts: Float64Array;
  #state = 0;
  #count = 0;
  /** The secrets found last, which touch each other. */
  #from = 0;
  #to = 0;
  /** A piece, and where it begins: that in which striking out ended last. */
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

  /** The bytes as they are; NULs are left out, so that UTF-16 reads as ASCII. */
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
    this.#strikeOut();
  }

  /** The characters that the bytes stand for. */
  runUnescaped(): void {
    const unescaper = new Unescaper(this);
    let at = 0;
    for (const piece of this.#body) {
      unescaper.add(piece, at);
      at += piece.length;
    }
    unescaper.end();
    this.#strikeOut();
  }

  take(character: number, start: number, end: number): void {
    const state = this.#finder.next(this.#state, this.#fold[character]!);
    this.#state = state;
    // What is found later does not hold this character.
    if (state === 0) return;
    const mask = this.#starts.length - 1;
    this.#starts[this.#count++ & mask] = start;
    const length = this.#finder.foundIn(state);
    if (length === 0) return;
    const from = this.#starts[(this.#count - length) & mask]!;
    if (from > this.#to) {
      this.#strikeOut();
      this.#from = from;
    }
    this.#from = Math.min(this.#from, from);
    this.#to = end;
  }

  /** Strikes out what was found last. NULs stay: they are halves of characters of UTF-16. */
  #strikeOut(): void {
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
