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
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request);
    if (stored === undefined) throw error;
    return stored;
  }
}
