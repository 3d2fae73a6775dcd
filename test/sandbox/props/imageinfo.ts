import { type JsonObject, compact } from '../json.ts';
import type { Call } from '../api/call.ts';
import { defineProp } from '../api/prop.ts';
import { commentMembers, sha1, userMembers } from '../api/show.ts';
import { digitStamp, stamp } from '../stamps.ts';
import { pageUrl } from '../api/visitor.ts';
import site from '../world/site.json' with { type: 'json' };
import { dbKey, fullTitle, sameTitle } from '../world/titles.ts';
import type { FileVersion, Page } from '../world/types.ts';

type FileType = (typeof site.fileTypes)[keyof typeof site.fileTypes];

/** The type of a file, by the end of its name. */
export function typeOf({ title }: Page): FileType {
  const types = new Map<string, FileType>(Object.entries(site.fileTypes));
  return types.get(title.text.split('.').at(-1) ?? '') ?? site.fileTypes.png;
}

export const sha1Of = ({ seed }: FileVersion): string => sha1(seed);

const fileUrl = (page: Page, { base }: Call): string =>
  `${base}/images/${encodeURIComponent(dbKey(page.title.text))}`;

/** The members of a file version that `prop` selects. */
export function fileMembers(page: Page, version: FileVersion, call: Call): JsonObject {
  const { parameters } = call;
  const wants = (name: string): boolean => parameters.holds('prop', name);
  const type = typeOf(page);
  const name = fullTitle(page.title);
  const size =
    wants('size') || wants('dimensions')
      ? {
          size: version.size,
          width: version.width,
          height: version.height,
          ...(type.mime === 'application/pdf' ? { pagecount: 4 } : {}),
        }
      : {};
  const width = Math.min(parameters.number('urlwidth') ?? -1, version.width);
  const thumb =
    width > 0
      ? {
          thumburl: `${fileUrl(page, call)}?width=${width}`,
          thumbwidth: width,
          thumbheight: Math.round((width * version.height) / version.width),
        }
      : {};
  const url = {
    url: fileUrl(page, call),
    descriptionurl: pageUrl(call, name),
    descriptionshorturl: `${call.base}/index.php?curid=${page.id}`,
  };
  return compact({
    timestamp: wants('timestamp') ? stamp(version.time) : undefined,
    ...userMembers(version.user, parameters),
    ...size,
    ...commentMembers(version.comment, call),
    canonicaltitle: wants('canonicaltitle') ? name : undefined,
    ...(wants('url') ? { ...thumb, ...url } : {}),
    thumbmime: wants('thumbmime') && width > 0 ? 'image/png' : undefined,
    sha1: wants('sha1') ? sha1Of(version) : undefined,
    metadata: wants('metadata') ? [{ name: 'Artist', value: version.user.name }] : undefined,
    commonmetadata: wants('commonmetadata') ? [{ name: 'Artist', value: version.user.name }] : undefined,
    extmetadata: wants('extmetadata')
      ? {
          DateTime: { value: stamp(version.time), source: 'mediawiki-metadata', hidden: '' },
          ObjectName: {
            value: page.title.text.replace(/\.\w+$/u, ''),
            source: 'mediawiki-metadata',
            hidden: '',
          },
        }
      : undefined,
    mime: wants('mime') || wants('thumbmime') ? type.mime : undefined,
    mediatype: wants('mediatype') ? type.mediatype : undefined,
    archivename:
      wants('archivename') && version !== page.versions[0]
        ? `${digitStamp(version.time)}!${dbKey(page.title.text)}`
        : undefined,
    bitdepth: wants('bitdepth') ? type.bitdepth : undefined,
    badfile: wants('badfile') ? false : undefined,
  });
}

export const imageinfo = defineProp<{ page: Page; version: FileVersion }>({
  name: 'imageinfo',
  // The number of versions is per file here, unlike the limits of other modules.
  unlimited: true,
  items: ({ page }, { parameters }) => {
    if (!page) return [];
    const [start, end] = [
      parameters.number('start') ?? Number.POSITIVE_INFINITY,
      parameters.number('end') ?? 0,
    ];
    const versions = page.versions.filter(({ time }) => time <= start && time >= end);
    return versions.slice(0, parameters.number('limit') ?? 1).map(version => ({ page, version }));
  },
  show: ({ page, version }, call) => fileMembers(page, version, call),
  beside: ({ title, page }) =>
    title?.namespace === 6 ? { imagerepository: page?.versions.length ? 'local' : '' } : {},
});

export const duplicatefiles = defineProp<Page>({
  name: 'duplicatefiles',
  items: ({ page, title }, { parameters, world }) => {
    const [version] = page?.versions ?? [];
    if (!version || !title) return [];
    const same = world.pages.filter(
      other =>
        !sameTitle(other.title, title) && other.versions[0] && sha1Of(other.versions[0]) === sha1Of(version),
    );
    return parameters.text('dir') === 'descending' ? same.toReversed() : same;
  },
  token: ({ title }) => dbKey(title.text),
  show: ({ title, versions: [version] }) => ({
    name: dbKey(title.text),
    timestamp: stamp(version?.time ?? 0),
    user: version?.user.name ?? '',
    shared: false,
  }),
  page: ({ title }) => title,
});
