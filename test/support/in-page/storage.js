/** The result of a request to IndexedDB, as a promise. */
globalThis.outcomeOf = request =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** All that the page's origin keeps in the browser: texts, and bytes as a character each, by where they stood. */
globalThis.allThatIsKept = async () => {
  const entries = [];
  const add = (name, value) => {
    const texts = [];
    const bytes = [];
    const walk = part => {
      if (typeof part === 'string') texts.push(part);
      else if (part instanceof ArrayBuffer) walk(new Uint8Array(part));
      else if (part instanceof Uint8Array)
        bytes.push(Array.from(part, byte => String.fromCharCode(byte)).join(''));
      else if (Array.isArray(part) || part instanceof Set) part.forEach(walk);
      else if (part instanceof Map) [...part].flat().forEach(walk);
      else if (typeof part === 'object' && part !== null) Object.entries(part).flat().forEach(walk);
    };
    walk(value);
    entries.push({ name, text: texts.join('\n'), bytes: bytes.join('\n') });
  };
  for (const [kind, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const [key, value] of Object.entries(storage)) add(`${kind} ${key}`, value);
  add('cookies of the page', document.cookie);
  for (const { name } of await indexedDB.databases()) {
    const database = await outcomeOf(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([
        outcomeOf(objects.getAllKeys()),
        outcomeOf(objects.getAll()),
      ]);
      keys.forEach((key, index) => add(`IndexedDB ${name} ${store} ${JSON.stringify(key)}`, values[index]));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      add(`cache ${name} ${request.url}`, await response?.arrayBuffer());
    }
  }
  return entries;
};
