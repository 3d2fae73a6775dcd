/** The picture of the floors in docs/architecture.md, made from their list. */
import { floors, frontRooms, type Room } from './floors.ts';

const width = 112;

/** One floor: a box for each of its rooms, beside each other. */
function floorLines(rooms: readonly Room[]): readonly string[] {
  const inner = Math.floor((width - 1) / rooms.length) - 1;
  const row = (texts: readonly string[]): string =>
    `│${texts.map(text => ` ${text}`.padEnd(inner)).join('│')}│`;
  return [
    row(rooms.map(({ name, isPure }) => (isPure ? name : `${name} *`))),
    row(rooms.map(({ about }) => about)),
  ];
}

const rule = '─'.repeat(width - 2);

/** The floors from the top down; rooms that are not pure have a star. */
export function floorPicture(): string {
  const front = frontRooms.map(room => ({ ...room, name: room.folder }));
  const all = [front, ...floors.toReversed()].map(rooms => floorLines(rooms).join('\n'));
  return [`┌${rule}┐`, all.join(`\n├${rule}┤\n`), `└${rule}┘`].join('\n');
}
