/** Writes a value as indented JSON of bounded length. */
import type { Json } from '#shared/protocol/json.ts';

const unit = '  ';
/** Characters that line breaks and indentation may add: always this many, and this many times the text without them. */
const allowance = { minimum: 1_000_000, times: 3 };

/**
 * A value as JSON, indented by two spaces a level. If that would make a long text many times longer, as for deeply nested
 * values, the inner levels stay on one line.
 */
export function indentedJson(value: Json): string {
  const plain = JSON.stringify(value);
  const levels = levelsFor(costs(value), allowance.minimum + allowance.times * plain.length);
  if (levels === Infinity) return JSON.stringify(value, undefined, unit);
  const parts: string[] = [];
  write(value, 0, levels, parts);
  return parts.join('');
}

/** By level: the characters that one line per value adds. */
function costs(value: Json): number[] {
  const charactersByLevel: number[] = [];
  const visit = (each: Json, level: number): void => {
    if (typeof each !== 'object' || each === null) return;
    const items = Object.values(each);
    charactersByLevel[level] =
      (charactersByLevel[level] ?? 0) +
      items.length * (1 + unit.length * (level + 1)) +
      1 +
      unit.length * level;
    for (const item of items) visit(item, level + 1);
  };
  visit(value, 0);
  return charactersByLevel;
}

/** The number of levels to indent; `Infinity` = all. */
function levelsFor(byLevel: readonly number[], budget: number): number {
  let sum = 0;
  for (const [level, cost] of byLevel.entries()) {
    sum += cost;
    if (sum > budget) return level;
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
