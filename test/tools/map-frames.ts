/**
 * Prints a fault of a packed program with its frames in the sources: `npm run frames < fault.txt`. The maps are those that
 * `npm run package` or `npm pack` left in dist/, so the commit must be that of the program.
 */
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { mappedFrames } from '../support/mapped-frames.ts';
import { inRoot } from '../support/paths.ts';

const mapOf = (bundle: string): string | undefined => {
  const file = inRoot('dist', `${bundle}.map`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

process.stdout.write(mappedFrames(await text(process.stdin), mapOf));
