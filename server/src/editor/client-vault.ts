import { type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { type SecretParams, type SecretResult, secretRequest } from '#shared/protocol/sites/login.ts';
import { ask } from './requests/custom-requests.ts';
import type { Vault } from '../network/session/vault.ts';

/** Returns a vault in the client's secret storage; for a client without one, `otherwise` is used. */
export function clientVault(connection: Connection, otherwise: Vault): Vault {
  const request = async (params: SecretParams): Promise<SecretResult | undefined> => {
    try {
      return (await ask(connection, secretRequest, params)) ?? {};
    } catch (error) {
      if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) return undefined;
      throw error;
    }
  };
  return {
    async get(key, site) {
      const result = await request({ operation: 'get', key });
      return result ? result.value : otherwise.get(key, site);
    },
    async set(key, value) {
      if (!(await request({ operation: 'set', key, value }))) await otherwise.set(key, value);
    },
    async delete(key) {
      if (!(await request({ operation: 'delete', key }))) await otherwise.delete(key);
    },
  };
}
