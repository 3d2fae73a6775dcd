/** `wikijql completion`: the scripts that complete this command in shells. */
import { type Arguments, optionsOf, refuseExtra, verbNames } from '../inputs/arguments.ts';
import { Failure, type Exit, exits } from '../failure.ts';
import { say } from '../cli-texts.ts';
import type { Program } from '../program.ts';

interface CompletedVerb {
  readonly verb: string;
  /** The options of the verb, with the choices of those that have some. */
  readonly options: readonly { readonly name: string; readonly choices: readonly string[] }[];
}

const completed = (): readonly CompletedVerb[] =>
  verbNames.map(verb => ({
    verb,
    options: Object.entries(optionsOf(verb)).map(([name, { choices = [] }]) => ({
      name: `--${name}`,
      choices,
    })),
  }));

const words = (list: readonly string[]): string => list.join(' ');

function bash(): string {
  const cases = completed().flatMap(({ verb, options }) => [
    ...options
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => `    ${verb}:${name}) words='${words(choices)}' ;;`),
    `    ${verb}:*) [[ $word == -* ]] && words='${words(options.map(({ name }) => name))}' ;;`,
  ]);
  return `_wikijql() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${words(verbNames)} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}:$before" in
${cases.join('\n')}
  esac
  [ -z "$words" ] || COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _wikijql wikijql
`;
}

function zsh(): string {
  const cases = completed().map(({ verb, options }) => {
    const specs = options.map(({ name, choices }) =>
      choices.length > 0 ? `'${name}:choice:(${words(choices)})'` : `'${name}'`,
    );
    return `    ${verb}) _arguments ${specs.join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef wikijql
_wikijql() {
  if (( CURRENT == 2 )); then
    compadd ${words(verbNames)} --help --version
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${cases.join('\n')}
  esac
}
compdef _wikijql wikijql
`;
}

function fish(): string {
  const verbs = verbNames.map(
    verb =>
      `complete -c wikijql -n __fish_use_subcommand -f -a ${verb} -d '${say(`verb.${verb}`).replaceAll("'", '’')}'`,
  );
  const options = completed().flatMap(({ verb, options: verbOptions }) =>
    verbOptions.map(({ name, choices }) => {
      const values = choices.length > 0 ? ` -x -a '${words(choices)}'` : '';
      return `complete -c wikijql -n '__fish_seen_subcommand_from ${verb}' -l ${name.slice(2)}${values}`;
    }),
  );
  return [...verbs, ...options, ''].join('\n');
}

const shells: Readonly<Record<string, () => string>> = { bash, zsh, fish };

/** Writes the script that completes this command in a shell. */
export async function completion(
  { terminal }: Program,
  { paths: [shell = '', ...more] }: Arguments<'completion'>,
): Promise<Exit> {
  refuseExtra(more);
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (script === undefined) throw new Failure('arguments.shell', { values: Object.keys(shells).join(', ') });
  await terminal.out(script());
  return exits.fine;
}
