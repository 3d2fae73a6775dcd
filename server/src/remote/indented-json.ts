import type { Json } from '../protocol/json.ts';

const unit = '  ';
/** What line ends and indentation may add: this much in any case, and so many times the text without them. */
const allowance = { least: 1_000_000, times: 3 };

/**
 * A value as JSON, two blanks a level. Where that would make a long text many times longer, as with brackets in
 * brackets in brackets, the levels further in stay on one line.
 */
export function indentedJson(value: Json): string {
  const plain = JSON.stringify(value);
  const levels = levelsFor(costs(value), allowance.least + allowance.times * plain.length);
  if (levels === Infinity) return JSON.stringify(value, undefined, unit);
  const parts: string[] = [];
  write(value, 0, levels, parts);
  return parts.join('');
}

/** By level: the characters that a line of its own for each of its values costs. */
function costs(value: Json): number[] {
  const found: number[] = [];
  const visit = (each: Json, level: number): void => {
    if (typeof each !== 'object' || each === null) return;
    const items = Object.values(each);
    found[level] =
      (found[level] ?? 0) + items.length * (1 + unit.length * (level + 1)) + 1 + unit.length * level;
    for (const item of items) visit(item, level + 1);
  };
  visit(value, 0);
  return found;
}

/** How many levels fit; `Infinity` = all. */
function levelsFor(byLevel: readonly number[], room: number): number {
  let sum = 0;
  for (const [level, cost] of byLevel.entries()) {
    sum += cost;
    if (sum > room) return level;
  }
  return Infinity;
}

function write(value: Json, level: number, levels: number, parts: string[]): void {
  if (typeof value !== 'object' || value === null || level >= levels || Object.keys(value).length === 0) {
    parts.push(JSON.stringify(value));
    return;
  }
  const isList = Array.isArray(value);
  const line = `\n${unit.repeat(level + 1)}`;
  let before = isList ? '[' : '{';
  for (const [key, item] of Object.entries(value)) {
    parts.push(before, line);
    if (!isList) parts.push(JSON.stringify(key), ': ');
    write(item, level + 1, levels, parts);
    before = ',';
  }
  parts.push('\n', unit.repeat(level), isList ? ']' : '}');
}
