import { inCache, inRoot, root } from '../paths.ts';
import { run } from '../processes.ts';

/** Where `npm run package` puts the extension. */
const vsixFile = inRoot('dist', 'wikijql.vsix');

/** Set by the runner of the suites once it has made the VSIX. */
export const madeVariable = 'TEST_VSIX_IS_MADE';

/** The output of building the VSIX, for a run of the suites. */
export const packingLog = inCache('package.log');

/** The extension's VSIX, made from the sources as they are, once for a run of the suites. */
export const packagedExtension = async (): Promise<string> => {
  if (process.env[madeVariable] === undefined) await run('npm', ['run', 'package'], { cwd: root });
  return vsixFile;
};
