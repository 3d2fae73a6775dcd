/**
 * Links that open a query in an editor, which never runs it: `vscode://wikijql.wikijql/open?jql=…`. The text is base64url:
 * editors decode a link before an extension reads it, and a text may have any character.
 */
export interface LinkedQuery {
  readonly language: 'wikiquery' | 'jql';
  readonly text: string;
}

const place = 'wikijql.wikijql/open';
/** The characters of a query that a link can carry, at most: systems cut longer addresses. */
const longest = 8000;
const form = /^(wikiquery|jql)=([\w-]*)$/;

/** @param scheme the scheme of the editor; `undefined` = the query is too long for a link */
export function queryLink(scheme: string, { language, text }: LinkedQuery): string | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > longest) return undefined;
  const base64 = btoa(String.fromCharCode(...bytes));
  const encoded = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${scheme}://${place}?${language}=${encoded}`;
}

/** The query of a link, by its path and its part after `?`; `undefined` = it is not such a link, or damaged. */
export function readQueryLink(path: string, query: string): LinkedQuery | undefined {
  const [, language, encoded = ''] = form.exec(query) ?? [];
  if (path !== '/open' || encoded.length > 2 * longest) return undefined;
  if (language !== 'wikiquery' && language !== 'jql') return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0),
    );
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.length > longest || text.includes('\0') ? undefined : { language, text };
  } catch {
    return undefined;
  }
}
