import { notebookId } from '#shared/base/queries/embedded-hosts.ts';
import type { HostLanguage } from './host-language.ts';
import type { StringHostId } from './strings/strings.ts';

/** The host languages, by the ids that LSP has for them. */
export type HostId = keyof typeof loaders;

const strings = (id: StringHostId) => async (): Promise<HostLanguage> =>
  (await import('./strings/strings.ts')).stringHosts[id];

const scripts = async (): Promise<HostLanguage> => (await import('./scripts.ts')).scripts;

const loaders = {
  python: async () => (await import('./python.ts')).python,
  javascript: async () => (await import('./javascript.ts')).javascript,
  javascriptreact: async () => (await import('./javascript.ts')).javascript,
  typescript: async () => (await import('./javascript.ts')).typescript,
  typescriptreact: async () => (await import('./javascript.ts')).typescriptReact,
  php: async () => (await import('./php.ts')).php,
  yaml: async () => (await import('./yaml.ts')).yaml,
  json: async () => (await import('./json.ts')).json,
  jsonc: async () => (await import('./json.ts')).jsonc,
  markdown: async () => (await import('../markdown.ts')).markdown,
  shellscript: async () => (await import('./shell.ts')).shell,
  html: scripts,
  vue: scripts,
  svelte: scripts,
  [notebookId]: async () => (await import('./notebook.ts')).notebook,
  java: strings('java'),
  kotlin: strings('kotlin'),
  csharp: strings('csharp'),
  go: strings('go'),
  ruby: strings('ruby'),
  rust: strings('rust'),
  swift: strings('swift'),
  groovy: strings('groovy'),
  powershell: strings('powershell'),
  perl: strings('perl'),
  dotenv: strings('dotenv'),
} satisfies Record<string, () => Promise<HostLanguage>>;

/** A host language, with its grammar; `undefined` = not a host. */
export async function loadHost(languageId: string): Promise<HostLanguage | undefined> {
  return isHost(languageId) ? loaders[languageId]() : undefined;
}

/** The host languages. */
export const hostIds: readonly HostId[] = Object.keys(loaders).filter(isHost);

export function isHost(languageId: string): languageId is HostId {
  return Object.hasOwn(loaders, languageId);
}
