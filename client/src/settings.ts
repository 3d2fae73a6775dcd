/** The settings for the server. In an untrusted workspace VS Code leaves out those of the folder. */
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  advancedSettingsSchema,
  httpSettingsSchema,
  languageSettingsSchema,
  type Settings,
} from '#shared/protocol/settings.ts';
import type { Platform } from './platform/platform.ts';
import { userValue } from './user-value.ts';

export const section = 'wikijql';

/** A file of certificate authorities that could not be read. */
export interface Unreadable {
  readonly file: string;
  readonly error: unknown;
}

export interface ReadSettings {
  readonly settings: Settings;
  readonly unreadable: readonly Unreadable[];
}

/** @param machine the files of the user’s machine that settings name */
export async function readSettings(
  machine: Pick<Platform, 'readUserFile' | 'pathOf'>,
): Promise<ReadSettings> {
  const configuration = vscode.workspace.getConfiguration(section);
  const ofUser = <Value>(key: string, unset: Value): Value => userValue(configuration, key, unset);
  const http = v.parse(httpSettingsSchema, {
    proxy: ofUser<unknown>('http.proxy', ''),
    certificateAuthorities: ofUser<unknown>('http.certificateAuthorities', []),
    clientCertificates: ofUser<unknown>('http.clientCertificates', {}),
  });
  const files = http.certificateAuthorities;
  const read = await Promise.allSettled(files.map(file => machine.readUserFile(file)));
  const ownProxy = http.proxy.trim();
  return {
    settings: {
      sites: configuration.get<Settings['sites']>('sites', {}),
      defaultSite: configuration.get<string>('defaultSite', ''),
      contact: configuration.get<string>('contact', ''),
      limit: configuration.get<number>('limit', 500),
      language: languageSettings(configuration),
      advanced: advancedSettings(configuration),
      agents: {
        enabled: ofUser('agents.enabled', true),
        sites: ofUser<readonly string[]>('agents.sites', []),
      },
      http: {
        proxy: ownProxy === '' ? userValue(vscode.workspace.getConfiguration('http'), 'proxy', '') : ownProxy,
        clientCertificates: Object.fromEntries(
          Object.entries(http.clientCertificates).map(([address, { file, key }]) => [
            address,
            { file: machine.pathOf(file), ...(key !== undefined && { key: machine.pathOf(key) }) },
          ]),
        ),
        certificateAuthorities: read.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])),
      },
    },
    unreadable: read.flatMap((result, index) =>
      result.status === 'rejected' ? [{ file: files[index] ?? '', error: result.reason as unknown }] : [],
    ),
  };
}

/** How queries are checked, completed and formatted in this window. */
export const languageSettings = (
  configuration = vscode.workspace.getConfiguration(section),
): Settings['language'] => v.parse(languageSettingsSchema, configuration.get<unknown>('language'));

/** How much is kept, as the user set it. */
export const advancedSettings = (
  configuration = vscode.workspace.getConfiguration(section),
): Settings['advanced'] => v.parse(advancedSettingsSchema, userValue<unknown>(configuration, 'advanced', {}));
