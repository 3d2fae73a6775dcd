/** A short hash of texts (FNV-1a and their length); different texts almost surely have different hashes. */
export function fingerprint(...texts: readonly string[]): string {
  let hash = 0x811c9dc5;
  let length = 0;
  for (const text of texts) {
    length += text.length + 1;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return `${(hash >>> 0).toString(36)}-${length.toString(36)}`;
}
