import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { formsOf } from './forms.ts';

/** A named content that may hold a secret. */
export interface Place {
  readonly name: string;
  readonly content: string | Uint8Array;
}

export interface Hit {
  readonly place: string;
  readonly secret: string;
  /** The form of the secret at the place. */
  readonly form: string;
}

const bytesOf = ({ content }: Place): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

const holds = (bytes: Buffer, piece: Buffer): boolean => bytes.includes(piece);

/** The forms that contain no other form: if any form occurs, one of these does. */
function shortest(forms: readonly (readonly [string, Buffer])[]): readonly Buffer[] {
  const ways = forms.map(([, way]) => way).toSorted((one, other) => one.length - other.length);
  return ways.filter((way, index) => !ways.slice(0, index).some(shorter => holds(way, shorter)));
}

/** Finds the places of secrets, each in the first form that occurs: plain, in base64 or escaped. */
export function findSecrets(places: readonly Place[], secrets: Iterable<string>): readonly Hit[] {
  const wanted = [...new Set(secrets)].map(secret => {
    const forms = formsOf(secret);
    return { secret, forms, few: shortest(forms) };
  });
  return places.flatMap(place => {
    const bytes = Buffer.concat([Buffer.from(`${place.name}\n`), bytesOf(place)]);
    return wanted.flatMap(({ secret, forms, few }): Hit[] => {
      if (!few.some(way => holds(bytes, way))) return [];
      const [form = ''] = forms.find(([, way]) => holds(bytes, way)) ?? [];
      return [{ place: place.name, secret, form }];
    });
  });
}

export const sizeOf = (places: readonly Place[]): number =>
  places.reduce((sum, place) => sum + bytesOf(place).length, 0);

/** Fails if one of the secrets is in one of the texts: plain, in base64 or escaped. */
export function assertNoSecret(texts: readonly string[], secrets: readonly string[]): void {
  assert.deepEqual(findSecrets([{ name: '', content: texts.join('\n') }], secrets), []);
}

/** All files below a folder by their names, with their content. */
export function filesIn(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name): Place[] => {
    const stat = statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (!stat || stat.isDirectory()) return [{ name, content: '' }];
    return stat.isFile() ? [{ name, content: readFileSync(path.join(folder, name)) }] : [];
  });
}

/** The names and texts of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  filesIn(folder).flatMap(({ name, content }) => [name, content.toString()]);
