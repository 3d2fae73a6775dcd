/** The entry of the playground, a page in which queries are written without the editor. */
import { stateOf } from './page-link.ts';
import { PlaygroundPage } from './playground-page.ts';
import { ServerWorker } from './server-worker.ts';
import { text } from './playground-texts.ts';
import { element } from '../webview/dom.ts';
import './playground.css';

async function openLink(page: PlaygroundPage): Promise<void> {
  const fragment = location.hash;
  if (fragment.length > 1) page.open(await stateOf(fragment));
}

/** Keeps the page for when there is no network. Where the browser allows no storage, the page then works only with a network. */
async function keepFiles(): Promise<void> {
  try {
    await navigator.serviceWorker.register('service-worker.js');
  } catch {
    // Nothing else depends on it.
  }
}

async function showPage(): Promise<void> {
  // The server is compiled while the page is made.
  const page = new PlaygroundPage(new ServerWorker('language-server.js'));
  document.body.append(...page.parts);
  addEventListener('hashchange', () => {
    void openLink(page);
  });
  await openLink(page);
  await keepFiles();
}

// Another page could lay its own over this one, and have the user click here without seeing it.
if (self === top) await showPage();
else
  document.body.append(
    element('a', {
      text: text('framed'),
      attributes: { href: location.href, target: '_blank', rel: 'noopener' },
    }),
  );
