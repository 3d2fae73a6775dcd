/** The document of a panel. All of it is made by the script; nothing of a site is ever in here. */
export interface Assets {
  readonly script: string;
  readonly style: string;
  /** The origin that the panel's own files come from (`Webview.cspSource`). */
  readonly source: string;
  /** New for every document. */
  readonly nonce: string;
  readonly title: string;
  readonly language: string;
  /** Where pictures may come from, in the words of a content security policy; absent = nowhere. */
  readonly pictures?: string;
  /** It is shown in the panel area, where no tab names its file. */
  readonly isInArea?: boolean;
}

/**
 * Nothing is allowed but our script by its nonce and our style sheet by its origin: no inline handler or style,
 * no image unless the user asked for them, no font, frame, form or connection.
 */
export const contentSecurityPolicy = ({
  source,
  nonce,
  pictures = "'none'",
}: Pick<Assets, 'source' | 'nonce' | 'pictures'>): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `img-src ${pictures}`,
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ');

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, character => escapes[character] ?? '');

export const panelHtml = (assets: Assets): string => `<!DOCTYPE html>
<html lang="${escape(assets.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(contentSecurityPolicy(assets))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(assets.title)}</title>
<link rel="stylesheet" href="${escape(assets.style)}">
</head>
<body${assets.isInArea ? ' class="area"' : ''}>
<script nonce="${escape(assets.nonce)}" src="${escape(assets.script)}"></script>
</body>
</html>
`;
