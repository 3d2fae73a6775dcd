/** The entry of a process with one window in it: the parent holds the secret storage and says what to do. */
import type { Site } from '#shared/protocol/sites.ts';
import type { Vault } from '../../../server/src/network/session/vault.ts';
import { codes, Window } from '../window.ts';

export type ToWindow =
  | { readonly kind: 'open'; readonly site: Site; readonly storage: string }
  | { readonly kind: 'run' | 'click'; readonly call: number }
  | { readonly kind: 'secret'; readonly question: number; readonly value: string | undefined };
export type FromWindow =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'ask';
      readonly question: number;
      readonly operation: keyof Vault;
      readonly key: string;
      readonly value?: string;
    }
  | { readonly kind: 'done'; readonly call: number; readonly outcome: string };

const waiting = new Map<number, (value: string | undefined) => void>();
let questions = 0;
let window: Window | undefined;

const tell = (message: FromWindow): void => void process.send?.(message);
const ask = (operation: keyof Vault, key: string, value?: string): Promise<string | undefined> =>
  new Promise(resolve => {
    const question = questions++;
    waiting.set(question, resolve);
    tell({ kind: 'ask', question, operation, key, ...(value === undefined ? {} : { value }) });
  });
const vault: Vault = {
  get: key => ask('get', key),
  set: async (key, value) => void (await ask('set', key, value)),
  delete: async key => void (await ask('delete', key)),
};

async function work({ kind, call }: Extract<ToWindow, { call: number }>): Promise<void> {
  if (!window) throw new Error('The window is not open.');
  const outcome = kind === 'run' ? codes(await window.search()).join() : (await window.signIn()).state;
  tell({ kind: 'done', call, outcome });
}

process.on('message', (message: ToWindow) => {
  switch (message.kind) {
    case 'open':
      void window?.backend.dispose();
      window = new Window(message.site, vault, message.storage);
      break;
    case 'secret':
      waiting.get(message.question)?.(message.value);
      waiting.delete(message.question);
      break;
    case 'run':
    case 'click':
      void work(message);
      break;
  }
});
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });
