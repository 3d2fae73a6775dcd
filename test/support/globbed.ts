import { globSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';

/** Expands braces: `a/{b,c}` is `a/b` and `a/c`. */
export function expanded(pattern: string): readonly string[] {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern);
  return match ? match[2]!.split(',').flatMap(each => expanded(match[1]! + each + match[3]!)) : [pattern];
}

/** The files and folders of the repository that match, with `/` in their paths; every alternative must match one. */
export const globbed = (...patterns: readonly string[]): readonly string[] =>
  patterns.flatMap(expanded).flatMap(pattern => {
    const names = globSync(pattern, { cwd: root, exclude: name => name === 'node_modules' });
    if (names.length === 0) throw new Error(`no file matches ${pattern}`);
    return names.map(name => name.replaceAll(path.sep, '/').replace(/\/$/, ''));
  });
