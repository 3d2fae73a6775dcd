/**
 * The tests in the extension host, on a desktop and in the browser's editor alike: VS Code calls the
 * exported `run`.
 */
import { editorTests } from './editor.inhost.ts';
import { accountTests } from './accounts.inhost.ts';
import { agentTests } from './agents.inhost.ts';
import { embeddedTests } from './embedded.inhost.ts';
import { extensionTests } from './extension.inhost.ts';
import { featureTests } from './features.inhost.ts';
import { filterTests } from './filters.inhost.ts';
import { oddFileTests } from './odd-files.inhost.ts';
import { queryCodeTests } from './query-code.inhost.ts';
import { reportTests } from './reports.inhost.ts';
import { restartTests } from './restart.inhost.ts';
import { runTests } from './runner.ts';
import { runningTests } from './running.inhost.ts';
import { signInTests } from './sign-in.inhost.ts';

export const run = (): Promise<void> =>
  runTests({
    ...editorTests,
    ...extensionTests,
    ...featureTests,
    ...embeddedTests,
    ...runningTests,
    ...reportTests,
    ...queryCodeTests,
    ...agentTests,
    ...accountTests,
    ...signInTests,
    ...filterTests,
    ...oddFileTests,
    ...restartTests,
  });
