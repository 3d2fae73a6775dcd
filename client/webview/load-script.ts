/** Loads scripts once, when they are first needed. */

const currentScript = document.currentScript;

export interface LaterScript<Library> {
  /** Rejects if the script cannot be loaded; the next call tries again. */
  readonly load: () => Promise<Library>;
  /** Sets the address of the script; default: beside the current one. */
  readonly from: (address: string) => void;
}

/**
 * @param name the file name of the script, which gets the nonce of the current one
 * @param library returns the exports of the script once it is loaded
 */
export function loadScript<Library>(name: string, exported: () => Library | undefined): LaterScript<Library> {
  let place = currentScript instanceof HTMLScriptElement ? new URL(name, currentScript.src).href : '';
  let loading: Promise<Library> | undefined;
  return {
    load: () => {
      loading ??= load(place, exported).catch((error: unknown) => {
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

function load<Library>(place: string, exported: () => Library | undefined): Promise<Library> {
  const script = document.createElement('script');
  if (currentScript instanceof HTMLScriptElement) script.nonce = currentScript.nonce;
  script.src = place;
  return new Promise((resolve, reject) => {
    script.addEventListener('error', () => reject(new Error(place)));
    script.addEventListener('load', () => {
      const library = exported();
      if (library) resolve(library);
      else reject(new Error(place));
    });
    document.head.append(script);
  });
}
