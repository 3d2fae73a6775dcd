import manifest from '../../package.json' with { type: 'json' };
import * as v from 'valibot';
import { advancedSettingsSchema, languageSettingsSchema, type Settings } from '#shared/protocol/settings.ts';

/** The table `wikijql.language`, with the catalogues of sites only where a test wants them. */
export const languageSettings = (settings: Partial<Settings['language']>): Settings['language'] =>
  v.parse(languageSettingsSchema, { siteCatalogues: false, ...settings });

/** The table `wikijql.advanced`. */
export const advancedSettings = (settings: Partial<Settings['advanced']>): Settings['advanced'] =>
  v.parse(advancedSettingsSchema, settings);

/** Settings with wikis by name, the first one as the default; nothing but queries is sent to them. */
export const settingsOf = (sites: Readonly<Record<string, string>>): Settings => ({
  sites: Object.fromEntries(
    Object.entries(sites).map(([name, url]) => [name, { kind: 'wiki' as const, url }]),
  ),
  defaultSite: Object.keys(sites)[0] ?? '',
  contact: 'https://operator.example',
  limit: 500,
  language: languageSettings({}),
  advanced: advancedSettings({}),
  agents: { enabled: true, sites: [] },
  http: { proxy: '', certificateAuthorities: [], clientCertificates: {} },
});

/** The manifest's settings by name, of all groups. */
export const manifestSettings: Readonly<Record<string, ManifestSetting>> = Object.assign(
  {},
  ...manifest.contributes.configuration.map(({ properties }) => properties),
);

interface ManifestSetting {
  readonly default: unknown;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<
    Record<string, { readonly description: string; readonly enum?: readonly string[] }>
  >;
}
