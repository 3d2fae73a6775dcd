/** Scripts that are loaded when they are needed for the first time, once. */

const own = document.currentScript;

export interface LaterScript<Library> {
  /** Rejects if the script cannot be loaded; the next call tries again. */
  readonly load: () => Promise<Library>;
  /** Says where the script is; default: beside this one. */
  readonly from: (address: string) => void;
}

/**
 * @param name of the script, which has the permission of this one to run
 * @param found what the script made, once it is loaded
 */
export function loadScript<Library>(name: string, found: () => Library | undefined): LaterScript<Library> {
  let place = own instanceof HTMLScriptElement ? new URL(name, own.src).href : '';
  let loading: Promise<Library> | undefined;
  return {
    load: () => {
      loading ??= load(place, found).catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    from: address => {
      place = address;
    },
  };
}

function load<Library>(place: string, found: () => Library | undefined): Promise<Library> {
  const script = document.createElement('script');
  if (own instanceof HTMLScriptElement) script.nonce = own.nonce;
  script.src = place;
  return new Promise((resolve, reject) => {
    script.addEventListener('error', () => reject(new Error(place)));
    script.addEventListener('load', () => {
      const library = found();
      if (library) resolve(library);
      else reject(new Error(place));
    });
    document.head.append(script);
  });
}
