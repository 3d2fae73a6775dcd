import manifest from '../../package.json' with { type: 'json' };
import type { Settings } from '#shared/protocol/settings.ts';

/** Settings with wikis by name, the first one as the default; nothing but queries is sent to them. */
export const settingsOf = (sites: Readonly<Record<string, string>>): Settings => ({
  sites: Object.fromEntries(
    Object.entries(sites).map(([name, url]) => [name, { kind: 'wiki' as const, url }]),
  ),
  defaultSite: Object.keys(sites)[0] ?? '',
  contact: 'https://operator.example',
  limit: 500,
  siteCatalogues: false,
  profile: '',
  suggestions: true,
  keywordCase: 'upper',
  embedded: { check: 'auto' },
  results: { maximumSize: 4096, inMemory: false },
  snapshots: { maximumAge: 365, maximumSize: 1024 },
  agents: { enabled: true, sites: [], maximumRows: 10_000 },
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
  readonly properties?: Readonly<Record<string, { readonly description: string }>>;
  /** For a setting of an earlier version, that the list does not show unless it is set. */
  readonly markdownDeprecationMessage?: string;
}
