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

/** The files that the language server imports at once; the build writes them in. */
declare const serverParts: readonly string[];

const cacheName = 'playground';
const files = [
  './',
  'index.html',
  'playground.js',
  'playground.css',
  'language-server.js',
  'icon.svg',
  ...serverParts,
];
const addressOf = (file: string): string => new URL(file, self.location.href).href;
const addresses: ReadonlySet<string> = new Set(files.map(addressOf));
/** Of the parts that are loaded later, those that were used are kept. */
const isKept = (address: string): boolean =>
  addresses.has(address) || address.startsWith(addressOf('parts/'));

self.addEventListener('install', event => {
  if (isLifeCycle(event)) event.waitUntil(caches.open(cacheName).then(cache => cache.addAll(files)));
});

// Starts once no page of an older version is open.
self.addEventListener('activate', event => {
  if (isLifeCycle(event)) event.waitUntil(removeOldParts());
});

self.addEventListener('fetch', event => {
  if (!isRequest(event)) return;
  const address = fileAddress(event.request.url);
  if (isKept(address)) event.respondWith(freshOrStored(event.request, address));
});

const fileAddress = (address: string): string => address.replace(/[?#].*$/s, '');

async function removeOldParts(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) if (!addresses.has(request.url)) await cache.delete(request);
}

/** The file as the host has it now, which is stored; without a network, the stored one. */
async function freshOrStored(request: Request, address: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    const stored = await caches.match(address, { cacheName });
    if (stored === undefined) throw error;
    return stored;
  }
  // A redirect leads to a page of the network in the place of the host, such as that for signing in.
  if (response.ok && !response.redirected) await store(address, response.clone());
  return response;
}

/** Stores a file; where the browser has no room for it or allows no storage, the page then works only with a network. */
async function store(address: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address, response);
  } catch {
    // An older file must not take the place of this one.
    await caches.delete(cacheName).catch(() => false);
  }
}
