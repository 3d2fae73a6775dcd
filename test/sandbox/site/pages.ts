import { stamp } from '../stamps.ts';
import { type Visitor, pageUrl } from '../api/visitor.ts';
import type { Reply } from '../reply.ts';
import type { RecordedRequest } from '../request.ts';
import siteData from '../world/site.json' with { type: 'json' };
import { latest } from '../world/tables.ts';
import { fullTitle, readTitle } from '../world/titles.ts';
import type { Page } from '../world/types.ts';
import texts from './texts.json' with { type: 'json' };

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const html = (status: number, title: string, content: string): Reply => ({
  status,
  type: 'text/html; charset=utf-8',
  headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)} – ${siteData.general.sitename}</title>
<style>body{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}small{color:#666}</style>
<h1>${escapeHtml(title)}</h1>${content}</html>`,
});

/** The wiki as a reader sees it: `index.php?title=…`, `?curid=…`, `?oldid=…`, and Special:ApiSandbox. */
export function answerPage(request: RecordedRequest, visitor: Visitor): Reply {
  if (request.path === '/' || request.path === '/w/')
    return {
      ...html(302, siteData.general.mainpage, ''),
      headers: { Location: pageUrl(visitor, siteData.general.mainpage) },
    };
  if (request.path !== '/w/index.php') return html(404, texts.notFound, '');
  const { parameters } = request;
  const title = (parameters.get('title') ?? siteData.general.mainpage).replaceAll('_', ' ');
  if (title.toLowerCase() === 'special:apisandbox')
    return html(200, 'Special:ApiSandbox', `<p>${texts.sandbox}</p><p><small>api.php</small></p>`);
  const page = pageAsked(parameters, title, visitor);
  if (!page) return html(404, title, `<p>${texts.noPage}</p>`);
  const revision = visitor.world.revisionById(Number(parameters.get('oldid') ?? 0)) ?? latest(page);
  const { user, time, size } = revision;
  return html(
    200,
    fullTitle(page.title),
    `<pre>${linked(revision.text(), visitor)}</pre><p><small>${escapeHtml(user.name)}, ${stamp(time)}, ${size} B</small></p>`,
  );
}

/** The page that api.php shows in a browser: the response, indented. */
export const answerReadable = (json: string): Reply =>
  html(200, 'api.php', `<p>${texts.readable}</p><pre>${escapeHtml(json)}</pre>`);

function pageAsked(
  parameters: ReadonlyMap<string, string>,
  title: string,
  { world }: Visitor,
): Page | undefined {
  const id = parameters.get('curid');
  if (id !== undefined) return world.pageById(Number(id));
  const old = parameters.get('oldid');
  if (old !== undefined) return world.revisionById(Number(old))?.page;
  const reading = readTitle(title);
  return (
    world.page({ namespace: 0, text: title }) ??
    (reading.kind === 'local' ? world.page(reading.title) : undefined)
  );
}

const linked = (text: string, visitor: Visitor): string =>
  escapeHtml(text).replaceAll(
    /\[\[:?([^\]|]+)(?:\|([^\]]*))?\]\]/gu,
    (_, target: string, label?: string) =>
      `<a href="${escapeHtml(pageUrl(visitor, target))}">${label ?? target}</a>`,
  );
