import type { Plugin } from 'esbuild';

/** Node's modules, and what needs them, as they are in a browser: some are written anew, and nothing calls the others. */
export const nodeSubstitutes: Plugin = {
  name: 'node-substitutes',
  setup: build => {
    const folder = `${import.meta.dirname}/server/src/platform/browser`;
    const written = new Map([
      ['node:sqlite', `${folder}/wasm-database.ts`],
      ['node:crypto', `${folder}/node-substitutes.ts`],
      ['node:perf_hooks', `${folder}/node-substitutes.ts`],
      ['node:timers/promises', `${folder}/node-substitutes.ts`],
    ]);
    const filter = /^(?:node:.+|undici|tough-cookie|write-excel-file\/node)$/;
    build.onResolve({ filter }, ({ path }) => {
      const substitute = written.get(path);
      return substitute === undefined ? { path, namespace: 'absent' } : { path: substitute };
    });
    build.onLoad({ filter: /.*/, namespace: 'absent' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => () => {
        throw new Error(String(name) + ' of ${path} is not in a browser');
      } });`,
    }));
  },
};
