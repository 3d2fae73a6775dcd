import type { ServerMessage } from '../common/server-message.ts';
import type { Site } from '../protocol/sites.ts';
import { siteNamed } from '../settings/query-site.ts';
import type { Workspace } from './workspace.ts';

/** The site of a name, or why it is not asked. */
export function namedSite(
  { runtime, settings, trusted }: Workspace,
  name: string,
): Site | { readonly refusal: string } {
  const refusal = (code: ServerMessage) => ({ refusal: runtime.wording(code, { name }) });
  if (!trusted) return refusal('untrusted');
  return siteNamed(settings, name) ?? refusal('unknown-site');
}
