import { describedVerb, type Option, optionsOf, type Verb, verbNames } from '../inputs/arguments.ts';
import { say, sayByKey } from '../cli-texts.ts';

/** The help of the program. */
export function programHelp(): string {
  return [
    say('program.summary'),
    '',
    say('usage', { usage: 'wikijql COMMAND [ARGUMENTS]' }),
    '',
    say('program.verbs'),
    ...inColumns(verbNames.map(verb => [verb, say(`verb.${verb}`)])),
    '',
    say('program.more'),
    say('program.exits'),
    '',
  ].join('\n');
}

/** How a verb is used. */
export function verbHelp(verb: Verb): string {
  const { usage } = describedVerb(verb);
  const lines = Object.entries(optionsOf(verb)).map(([name, option]): [string, string] => [
    `${option.short === undefined ? '    ' : `-${option.short}, `}--${name}${placeholder(option)}`,
    describe(option),
  ]);
  return [
    say('usage', { usage }),
    '',
    `${say(`verb.${verb}`)}. ${say(`verb.${verb}.details`)}`,
    '',
    say('help.options'),
    ...inColumns(lines),
    '',
  ].join('\n');
}

function placeholder({ choices, value }: Option): string {
  if (choices !== undefined) return ' CHOICE';
  return value === undefined ? '' : ` ${value}`;
}

const describe = ({ text, choices }: Option): string =>
  choices === undefined
    ? `${sayByKey(text)}.`
    : `${sayByKey(text)}. ${say('help.values', { values: choices.join(', ') })}`;

/** Lines of two columns. */
export function inColumns(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
