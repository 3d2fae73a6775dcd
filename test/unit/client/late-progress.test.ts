/** A progress that is shown only of what takes long, and is gone before its outcome is here. The editor's API is a fake. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const editor = `
  export const told = [];
  export const ProgressLocation = { Notification: 15 };
  export const window = {
    withProgress: async ({ title }, task) => {
      told.push('begin ' + title);
      await task({}, { onCancellationRequested: press => press() });
      told.push('end');
    },
  };
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url: `data:text/javascript,${encodeURIComponent(editor)}`, shortCircuit: true }
      : next(specifier, context),
});
const vscode = await import('vscode');
const { withLateProgress } = await import('../../../client/src/late-progress.ts');

test('a progress is shown of what takes long, ends before the outcome, and cancels it', async context => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const told: unknown = Reflect.get(vscode, 'told');
  assert.ok(Array.isArray(told));
  const cancel = (settle: () => void) => ({
    token: { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) },
    cancel: settle,
    dispose: () => void told.push('dispose'),
  });
  assert.equal(
    await withLateProgress(
      'A',
      Promise.resolve(1),
      cancel(() => {}),
    ),
    1,
  );
  assert.deepEqual(told.splice(0), ['dispose']);
  const { promise, resolve } = Promise.withResolvers<number>();
  const outcome = withLateProgress(
    'B',
    promise,
    cancel(() => resolve(2)),
  );
  const passed = outcome.then(value => told.push(`outcome ${value}`));
  context.mock.timers.tick(500);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.deepEqual(told, ['begin B', 'end']);
  context.mock.timers.tick(900);
  await passed;
  assert.deepEqual(told, ['begin B', 'end', 'dispose', 'outcome 2']);
});
