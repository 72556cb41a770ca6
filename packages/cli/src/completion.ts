import {
  Argument,
  type Command,
  Command as CommandClass,
  type Option,
} from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/**
 * Creates the command that prints the completion script of a shell. The script comes from the tree of
 * commands, so it covers all commands.
 */
export const completion = (context: CliContext, tree: () => Command) =>
  new CommandClass('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      '\nbash: source <(bestow completion bash)\nzsh:  source <(bestow completion zsh)\nfish: bestow completion fish | source',
    )
    .action((shell) => context.out(scripts[shell](collectCompletions(tree()))))

/** The words that can follow each chain of commands, for completion in a shell. */
type Completions = ReadonlyMap<string, readonly string[]>

function collectCompletions(command: Command, path: readonly string[] = []): Completions {
  const subcommands = command.commands as readonly Command[]
  const flags = command.options.flatMap((option: Option) => option.long ?? [])
  const candidates = [...subcommands.map((each) => each.name()), ...flags, '--help']
  const completions = new Map<string, readonly string[]>([[path.join(' '), candidates]])
  for (const each of subcommands)
    for (const [at, next] of collectCompletions(each, [...path, each.name()]))
      completions.set(at, next)
  return completions
}

const renderCases = (
  completions: Completions,
  renderCase: (path: string, next: string) => string,
) => [...completions].map(([path, next]) => renderCase(path, next.join(' '))).join('\n')

/**
 * A piece of shell script that finds the commands before the cursor. It skips the options and their values.
 */
const findChainScript = `  local at="" word longer
  for word in "\${before[@]}"; do
    longer="\${at:+$at/}$word"
    case " $known " in *" $longer "*) at="$longer" ;; esac
  done`

const knownPaths = (completions: Completions) =>
  [...completions.keys()].map((path) => path.replaceAll(' ', '/')).join(' ')

const scripts = {
  bash: (completions: Completions) => `# bestow completion for bash
_bestow() {
  local known="${knownPaths(completions)}" next=""
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${findChainScript}
  case "$at" in
${renderCases(completions, (path, next) => `    "${path.replaceAll(' ', '/')}") next="${next}" ;;`)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _bestow bestow`,
  zsh: (completions: Completions) => `#compdef bestow
_bestow() {
  local known="${knownPaths(completions)}" next=""
  local before=("\${(@)words[2,CURRENT-1]}")
${findChainScript}
  case "$at" in
${renderCases(completions, (path, next) => `    "${path.replaceAll(' ', '/')}") next="${next}" ;;`)}
  esac
  compadd -- \${=next}
}
compdef _bestow bestow`,
  fish: (completions: Completions) => `# bestow completion for fish
function __bestow_next
  set -l known ${knownPaths(completions)}
  set -l chain
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l longer (string join / $chain $word)
    contains -- $longer $known; and set chain (string split / $longer)
  end
  switch (string join / $chain)
${renderCases(completions, (path, next) => `    case '${path.replaceAll(' ', '/')}'\n      printf '%s\\n' ${next}`)}
  end
end
complete -c bestow -f -a '(__bestow_next)'`,
}
