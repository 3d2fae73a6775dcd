/** Builds the playground and serves it until Ctrl-C: `npm run playground`. */
import { execFileSync } from 'node:child_process';
import { servePlayground } from './start/playground.ts';
import { inRoot } from './support/paths.ts';

execFileSync(process.execPath, [inRoot('build.mjs'), '--production'], { cwd: inRoot(), stdio: 'inherit' });
const { url } = await servePlayground();
console.log(`The playground is at ${url}`);
