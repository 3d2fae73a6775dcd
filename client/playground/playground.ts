/** The entry of the playground, a page in which queries are written without the editor. */
import { stateOf } from './page-link.ts';
import { PlaygroundPage } from './playground-page.ts';
import './playground.css';

// The server is compiled while the page is made.
const page = new PlaygroundPage(new Worker('language-server.js'));
document.body.append(...page.parts);

async function openLink(): Promise<void> {
  const fragment = location.hash;
  if (fragment.length > 1) page.open(await stateOf(fragment));
}

addEventListener('hashchange', () => {
  void openLink();
});
await openLink();
// Private windows of some browsers have none; the page then only needs the network.
await navigator.serviceWorker?.register('service-worker.js').catch(() => undefined);
