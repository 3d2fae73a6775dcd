import { type Connection, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { type SecretParams, type SecretResult, secretRequest } from '../protocol.ts';
import type { Vault } from '../session/vault.ts';

/** The client's secret storage; where the client has none, another vault. */
export function clientVault(connection: Connection, otherwise: Vault): Vault {
  const ask = async (params: SecretParams): Promise<SecretResult | undefined> => {
    try {
      return (await connection.sendRequest<SecretResult | null>(secretRequest, params)) ?? {};
    } catch (error) {
      if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) return undefined;
      throw error;
    }
  };
  return {
    async get(key, site) {
      const result = await ask({ operation: 'get', key });
      return result ? result.value : otherwise.get(key, site);
    },
    async set(key, value) {
      if (!(await ask({ operation: 'set', key, value }))) await otherwise.set(key, value);
    },
    async delete(key) {
      if (!(await ask({ operation: 'delete', key }))) await otherwise.delete(key);
    },
  };
}
