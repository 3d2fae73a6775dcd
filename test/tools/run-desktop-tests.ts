/**
 * Runs the tests of the folder inhost in a desktop VS Code, which it downloads: `npm run test:desktop`.
 * The first argument may name a version, such as `1.105.0` or `insiders`.
 */
import { runTests } from '@vscode/test-electron';
import { makeHostWorkspace } from '../support/editor/host-workspace.ts';
import { bundleHostTests } from '../support/editor/inhost.ts';
import { inCache, root } from '../support/paths.ts';
import { run } from '../support/processes.ts';

await run(process.execPath, ['build.mjs'], { cwd: root });
const { folder, remove } = await makeHostWorkspace();
try {
  process.exitCode = await runTests({
    version: process.argv[2] ?? 'stable',
    cachePath: inCache('desktop'),
    extensionDevelopmentPath: root,
    extensionTestsPath: await bundleHostTests(),
    launchArgs: [folder, '--disable-extensions', '--disable-workspace-trust', '--disable-gpu'],
  });
} finally {
  await remove();
}
