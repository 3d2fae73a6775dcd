import { escapeHtml } from '#shared/base/markup-text.ts';

/** The parts of a panel's document. The script makes its content; the document itself has nothing from a site. */
export interface Assets {
  readonly script: string;
  readonly style: string;
  /** The origin of the panel's own files (`Webview.cspSource`). */
  readonly source: string;
  /** New for every document. */
  readonly nonce: string;
  readonly title: string;
  readonly language: string;
  /** The allowed sources of images, as a content security policy names them; absent = none. */
  readonly pictures?: string;
  /** Whether it is shown in the panel area, where no tab names its file. */
  readonly isInArea?: boolean;
}

/**
 * The content security policy of a panel: it allows only the script by its nonce and the style sheet by its origin.
 * No inline handler or style, no image unless the user asked for images, no font, frame, form or connection.
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
