/** Maps the frames of a stack in minified bundles to their sources. */
import { SourceMap } from 'node:module';
import path from 'node:path';

/** A file and a place in it, as a stack has them: `/home/anna/.vscode/…/dist/server.js:12:3456`. */
const frame = /(?:file:\/\/)?(?:[A-Za-z]:)?[^\s()]*[/\\]([\w-]+\.c?js):(\d+):(\d+)/g;

/**
 * Returns a text with the frames of bundles as places in sources, `server/src/jql/cursor.ts:12:3`. Other text, and frames
 * of files without a map, are left.
 *
 * @param mapOf returns the source map of a bundle by the bundle's file name, as text; `undefined` = it has none
 */
export function mappedFrames(text: string, mapOf: (bundle: string) => string | undefined): string {
  const maps = new Map<string, SourceMap | undefined>();
  const readMap = (bundle: string): SourceMap | undefined => {
    if (!maps.has(bundle)) {
      const map = mapOf(bundle);
      maps.set(bundle, map === undefined ? undefined : new SourceMap(JSON.parse(map)));
    }
    return maps.get(bundle);
  };
  return text.replaceAll(frame, (whole, bundle: string, line: string, column: string) => {
    const entry = readMap(bundle)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return whole;
    const source = path.posix.normalize(entry.originalSource).replace(/^(?:\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
