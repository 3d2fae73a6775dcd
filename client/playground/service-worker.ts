/** Keeps the files of the playground for when there is no network: a Service Worker. It handles no other requests. */

interface LifeCycleEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
const isLifeCycle = (event: Event): event is LifeCycleEvent => 'waitUntil' in event;
const isRequest = (event: Event): event is RequestEvent => 'respondWith' in event;

const cacheName = 'playground';
const files = ['./', 'playground.js', 'playground.css', 'language-server.js', 'icon.svg'];
const addresses: ReadonlySet<string> = new Set(files.map(file => new URL(file, self.location.href).href));

self.addEventListener('install', event => {
  if (isLifeCycle(event)) event.waitUntil(caches.open(cacheName).then(cache => cache.addAll(files)));
});

self.addEventListener('fetch', event => {
  if (isRequest(event) && addresses.has(withoutFragment(event.request.url)))
    event.respondWith(freshOrStored(event.request));
});

const withoutFragment = (address: string): string => address.replace(/#.*$/s, '');

/** The file as the host has it now, which is stored; without a network, the stored one. */
async function freshOrStored(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const stored = await caches.match(request, { cacheName });
    if (stored === undefined) throw error;
    return stored;
  }
  if (response.ok) await store(request, response.clone());
  return response;
}

/** Stores a file; where the browser has no room for it or allows no storage, the page only needs the network. */
async function store(request: Request, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(request, response);
  } catch {
    // An older file must not take the place of this one.
    await caches.delete(cacheName).catch(() => false);
  }
}
