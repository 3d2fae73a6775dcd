/**
 * What runs inside the extension host, on a desktop and in the browser's editor alike: VS Code calls the
 * exported `run`.
 */
import { editorTests } from './editor.inhost.ts';
import { agentTests } from './agents.inhost.ts';
import { embeddedTests } from './embedded.inhost.ts';
import { extensionTests } from './extension.inhost.ts';
import { featureTests } from './features.inhost.ts';
import { oddFileTests } from './odd-files.inhost.ts';
import { restartTests } from './restart.inhost.ts';
import { runTests } from './runner.ts';
import { runningTests } from './running.inhost.ts';

export const run = (): Promise<void> =>
  runTests({
    ...editorTests,
    ...extensionTests,
    ...featureTests,
    ...embeddedTests,
    ...runningTests,
    ...agentTests,
    ...oddFileTests,
    ...restartTests,
  });
