import type { Account } from '../sandbox/tracker.ts';

/** The accounts that can sign in at the sandbox tracker, a line each. They are made up, and open nothing else. */
export const tellAccounts = (accounts: readonly Account[]): string =>
  [
    'Accounts there, with their passwords and personal access tokens:',
    ...accounts.map(({ name, password, token }) => `  ${name.padEnd(12)} ${password.padEnd(22)} ${token}`),
  ].join('\n');
