import { escapeHtml } from '../../../server/src/common/markup-text.ts';

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

export const panelHtml = (assets: Assets): string => `<!DOCTYPE html>
<html lang="${escapeHtml(assets.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentSecurityPolicy(assets))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(assets.title)}</title>
<link rel="stylesheet" href="${escapeHtml(assets.style)}">
</head>
<body${assets.isInArea ? ' class="area"' : ''}>
<script nonce="${escapeHtml(assets.nonce)}" src="${escapeHtml(assets.script)}"></script>
</body>
</html>
`;
