/** Where the help about a proposal is shown: beside the list of proposals, or if that is too narrow, below or above it. */
import type { Rect } from '@codemirror/view';

interface Place {
  readonly style: string;
  readonly class?: string;
}

/** The height that the help needs to be readable, and its maximum width, in CSS pixels. */
const leastHeight = 40;
const mostWidth = 400;

/** The place beside, below or above the list, which it never covers. */
export function placeHelp(_: unknown, list: Rect, option: Rect, help: Rect, space: Rect): Place {
  const [before, after] = [list.left - space.left, space.right - list.right];
  const room = Math.max(before, after);
  if (help.right - help.left <= room) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - (help.bottom - help.top))) - list.top;
    return {
      style: `top: ${top}px; max-width: ${Math.min(mostWidth, room)}px`,
      class: `cm-completionInfo-${after >= before ? 'right' : 'left'}`,
    };
  }
  const [above, below] = [list.top - space.top, space.bottom - list.bottom];
  const isBelow = below >= Math.min(help.bottom - help.top, above);
  const height = Math.floor(isBelow ? below : above);
  if (height < leastHeight) return { style: 'visibility: hidden' };
  const width = Math.floor(Math.min(mostWidth, space.right - list.left));
  const side = isBelow ? 'top' : 'bottom';
  return {
    style: `${side}: 100%; left: 0; max-width: ${width}px; max-height: ${height}px; overflow: auto`,
  };
}
