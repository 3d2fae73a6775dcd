/** The source files of the product and what each imports. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { globbed } from './globbed.ts';
import { inRoot } from './paths.ts';

/** The product's own sources, without declarations. */
export const sourceFiles = (): readonly string[] =>
  globbed('{client,server,shared}/**/*.ts').filter(file => !file.endsWith('.d.ts'));

const importPattern = /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/g;

/** The imports of a file: paths from the root for the project's own files, names for packages. */
export function importsOf(file: string): readonly string[] {
  const text = readFileSync(inRoot(file), 'utf8');
  return Array.from(text.matchAll(importPattern), match => resolved(match[1] ?? match[2] ?? '', file));
}

function resolved(target: string, file: string): string {
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(file), target);
  if (target === '#platform') return 'client/src/platform/desktop.ts';
  return target.startsWith('#') ? target.slice(1) : target;
}

/** Whether a file or folder is a place or in it; a place that ends in `:` or `/` stands for all that begin so. */
export const isWithin = (target: string, place: string): boolean =>
  target === place || target.startsWith(/[:/]$/.test(place) ? place : `${place}/`);
