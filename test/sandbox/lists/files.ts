import { fail } from '../api/call.ts';
import { defineList } from '../api/list.ts';
import { inOrder, inText } from '../api/select.ts';
import { titleMembers } from '../api/show.ts';
import { fileMembers, sha1Of, typeOf } from '../props/imageinfo.ts';
import { dbKey } from '../world/titles.ts';
import type { FileVersion, Page } from '../world/types.ts';

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
