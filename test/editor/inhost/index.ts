/**
 * What runs inside the extension host, on a desktop and in the browser's editor alike: VS Code calls the
 * exported `run`.
 */
import { editorTests } from './editor.inhost.ts';
import { extensionTests } from './extension.inhost.ts';
import { featureTests } from './features.inhost.ts';
import { runTests } from './runner.ts';

export const run = (): Promise<void> => runTests({ ...editorTests, ...extensionTests, ...featureTests });
