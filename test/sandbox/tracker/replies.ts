import type { Json, JsonObject } from '../json.ts';
import type { Reply } from '../reply.ts';
import texts from './texts.json' with { type: 'json' };

export type TextId = keyof typeof texts;

const jsonType = 'application/json;charset=UTF-8';

export const json = (value: Json, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  type: jsonType,
  body: JSON.stringify(value),
  headers,
});

/** The tracker's error collection. */
export const errors = (status: number, messages: readonly string[]): Reply =>
  json({ errorMessages: messages, errors: {} }, status);

/** An error collection with one message of the table. */
export const failure = (status: number, id: TextId): Reply => errors(status, [texts[id]]);

/** The other shape of errors: one message, no collection. */
export const problem = (status: number, id: TextId, more: JsonObject = {}): Reply =>
  json({ message: texts[id], ...more }, status);

export const realm = (base: string): Record<string, string> => ({
  'WWW-Authenticate': `OAuth realm="${encodeURIComponent(base)}"`,
});

export const unauthorized = (id: TextId, base: string): Reply => ({
  ...failure(401, id),
  headers: realm(base),
});

export const empty = (status: number): Reply => ({ status, type: jsonType, body: '', headers: {} });

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param content HTML */
export const html = (status: number, title: string, content: string): Reply => ({
  status,
  type: 'text/html;charset=UTF-8',
  headers: {},
  body: `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)} - ${texts.title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}dt{color:#666}</style></head>
<body><h1>${escapeHtml(title)}</h1>${content}</body>
</html>
`,
});

/** A page of two texts of the table. */
export const page = (status: number, title: TextId, text: TextId): Reply =>
  html(status, texts[title], `<p>${texts[text]}</p>`);
