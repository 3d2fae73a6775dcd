/** The entry of the playground, a page in which queries are written without the editor. */
import { stateOf } from './page-link.ts';
import { PlaygroundPage } from './playground-page.ts';
import { ServerWorker } from './server-worker.ts';
import './playground.css';

// The server is compiled while the page is made.
const page = new PlaygroundPage(new ServerWorker('language-server.js'));
document.body.append(...page.parts);

async function openLink(): Promise<void> {
  const fragment = location.hash;
  if (fragment.length > 1) page.open(await stateOf(fragment));
}

addEventListener('hashchange', () => {
  void openLink();
});
/** Keeps the page for when there is no network. Where the browser allows no storage, the page only needs the network. */
async function keepFiles(): Promise<void> {
  try {
    await navigator.serviceWorker.register('service-worker.js');
  } catch {
    // Nothing else depends on it.
  }
}

await openLink();
await keepFiles();
