import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInThisContext } from 'node:vm';
import { build } from 'esbuild';
import { mappedFrames } from '../../support/mapped-frames.ts';

/** Throws in a function on its second line. */
const source = `const fail = (reason: string): never => {
  throw new Error(reason);
};
fail('broken');
`;

/** The stack of the program, minified, and the map of its bundle. */
async function fault(): Promise<{ readonly stack: string; readonly map: string }> {
  const { outputFiles } = await build({
    stdin: { contents: source, loader: 'ts', sourcefile: 'server/src/fails.ts', resolveDir: '/' },
    minify: true,
    sourcemap: 'external',
    outfile: '/dist/fails.js',
    write: false,
  });
  const [map, program] = outputFiles.map(file => file.text);
  try {
    runInThisContext(program!, { filename: '/home/anna/extension/dist/fails.js' });
  } catch (error) {
    if (error instanceof Error) return { stack: error.stack!, map: map! };
  }
  throw new Error('the program does not fail');
}

test('the frames of a minified bundle become places in its sources', async () => {
  const { stack, map } = await fault();
  assert.match(stack, /dist\/fails\.js:1:/);
  const mapped = mappedFrames(stack, bundle => (bundle === 'fails.js' ? map : undefined));
  assert.match(mapped, /^Error: broken\n.*server\/src\/fails\.ts:2:9\)?\n.*server\/src\/fails\.ts:4:1\)?\n/m);
});

test('a frame without a map is left', () => {
  const frame = 'at run (/home/anna/other.js:3:4)';
  assert.equal(
    mappedFrames(frame, () => undefined),
    frame,
  );
});
