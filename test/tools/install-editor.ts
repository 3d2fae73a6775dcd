/** Puts the editor that tests and `npm start` use into the cache: `npm run setup:editor`. */
import { installCodeServer, isInstalled } from '../support/code-server.ts';

if (isInstalled()) console.log('The editor is installed.');
else {
  console.log('Installing an editor for tests into .cache/editor: about 600 MB, about a minute.');
  await installCodeServer(line => console.log(line));
  console.log('The editor is installed.');
}
