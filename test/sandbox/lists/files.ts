import { fail, need } from '../api/call.ts';
import { compact } from '../json.ts';
import { defineList } from '../api/list.ts';
import { inOrder, inText } from '../api/select.ts';
import { parsedComment, titleMembers } from '../api/show.ts';
import { stamp } from '../stamps.ts';
import { fileMembers, sha1Of, typeOf } from '../props/imageinfo.ts';
import site from '../world/site.json' with { type: 'json' };
import { dbKey } from '../world/titles.ts';
import type { DeletedPage, FileVersion, Page } from '../world/types.ts';

interface File {
  readonly page: Page;
  readonly version: FileVersion;
}

export const allimages = defineList<File>({
  name: 'allimages',
  rows: call => {
    const { parameters, world } = call;
    const [least, most] = [
      parameters.number('minsize') ?? 0,
      parameters.number('maxsize') ?? Number.POSITIVE_INFINITY,
    ];
    const mimes = parameters.list('mime');
    const user = parameters.text('user');
    const files = world.pages.flatMap((page): File[] => {
      const [version] = page.versions;
      if (!version || version.size < least || version.size > most) return [];
      if (user !== undefined && version.user.name !== user) return [];
      if ((parameters.text('sha1') ?? sha1Of(version)) !== sha1Of(version)) return [];
      return (mimes?.includes(typeOf(page).mime) ?? true) ? [{ page, version }] : [];
    });
    if (parameters.text('sort') !== 'timestamp') {
      if (parameters.has('start') || parameters.has('end')) fail(call, 'invalidparammix', 'start');
      return inText(files, ({ page }) => page.title.text, call, 6);
    }
    const inSpan = files.filter(({ version: { time } }) => {
      const [a = time, b = time] = [parameters.number('start'), parameters.number('end')];
      return time >= Math.min(a, b) && time <= Math.max(a, b);
    });
    return inOrder(
      inSpan.toSorted((a, b) => a.version.time - b.version.time),
      parameters,
    );
  },
  token: ({ page }) => dbKey(page.title.text),
  show: ({ page, version }, call) => ({
    name: dbKey(page.title.text),
    ...fileMembers(page, version, call),
    ...titleMembers(page.title),
  }),
  page: ({ page }) => page.title,
});

export const filearchive = defineList<DeletedPage>({
  name: 'filearchive',
  rows: call => {
    const { parameters } = call;
    if (['description', 'parseddescription'].some(name => parameters.holds('prop', name)))
      need(call, 'deletedhistory');
    if (parameters.holds('prop', 'metadata')) need(call, 'deletedtext');
    return inText(
      call.world.deleted.filter(({ versions }) => versions.length > 0),
      ({ title }) => title.text,
      call,
      6,
    );
  },
  token: ({ title }) => dbKey(title.text),
  // The sizes are texts: the real wiki hands out what its database holds.
  show: ({ title, versions: [version], revision }, call) => {
    const wants = (name: string): boolean => call.parameters.holds('prop', name);
    const sized = {
      size: String(version?.size ?? 0),
      height: String(version?.height ?? 0),
      width: String(version?.width ?? 0),
    };
    return compact({
      id: revision.id,
      name: dbKey(title.text),
      ...titleMembers(title),
      ...(wants('description') ? { description: version?.comment ?? '' } : {}),
      ...(wants('parseddescription')
        ? { parseddescription: parsedComment(version?.comment ?? '', call) }
        : {}),
      ...(wants('user') ? { userid: revision.user.id, user: revision.user.name } : {}),
      sha1: wants('sha1') && version ? sha1Of(version) : undefined,
      timestamp: wants('timestamp') ? stamp(revision.time) : undefined,
      ...(wants('size') || wants('dimensions') ? sized : {}),
      mediatype: wants('mediatype') ? 'BITMAP' : undefined,
      metadata: wants('metadata') ? [] : undefined,
      bitdepth: wants('bitdepth') ? '8' : undefined,
      mime: wants('mime') ? 'image/png' : undefined,
    });
  },
});

export const mystashedfiles = defineList<(typeof site.stash)[number]>({
  name: 'mystashedfiles',
  rows: call => {
    if (!call.user) fail(call, 'stashnotloggedin');
    return site.stash;
  },
  token: ({ filekey }) => filekey,
  show: ({ filekey, status, size, width, height, mimetype, mediatype }, { parameters }) => ({
    filekey,
    status,
    ...(parameters.holds('prop', 'size') ? { size, width, height, bits: 0 } : {}),
    ...(parameters.holds('prop', 'type') ? { mimetype, mediatype } : {}),
  }),
});
