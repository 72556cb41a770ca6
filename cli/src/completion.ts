import { Argument, type Command, Command as Making, type Option } from '@commander-js/extra-typings'
import type { Context } from './context.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/** Made from the tree of commands, so that it knows what there is. */
export const completion = (context: Context, tree: () => Command) =>
  new Making('completion')
    .description('print what a shell needs to complete the commands')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText(
      'after',
      '\nbash: source <(bestow completion bash)\nzsh:  source <(bestow completion zsh)\nfish: bestow completion fish | source',
    )
    .action((shell) => context.out(scripts[shell](wordsOf(tree()))))

/** The words that may follow each chain of commands. */
type Words = ReadonlyMap<string, readonly string[]>

function wordsOf(command: Command, path: readonly string[] = []): Words {
  const own = command.commands as readonly Command[]
  const flags = command.options.flatMap((option: Option) => option.long ?? [])
  const here = [...own.map((each) => each.name()), ...flags, '--help']
  const words = new Map<string, readonly string[]>([[path.join(' '), here]])
  for (const each of own)
    for (const [at, next] of wordsOf(each, [...path, each.name()])) words.set(at, next)
  return words
}

const cases = (words: Words, line: (path: string, next: string) => string) =>
  [...words].map(([path, next]) => line(path, next.join(' '))).join('\n')

/** The commands before the cursor, without options and their values. */
const chain = `  local at="" word longer
  for word in "\${before[@]}"; do
    longer="\${at:+$at/}$word"
    case " $known " in *" $longer "*) at="$longer" ;; esac
  done`

const known = (words: Words) => [...words.keys()].map((path) => path.replaceAll(' ', '/')).join(' ')

const scripts = {
  bash: (words: Words) => `# bestow completion for bash
_bestow() {
  local known="${known(words)}" next=""
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${chain}
  case "$at" in
${cases(words, (path, next) => `    "${path.replaceAll(' ', '/')}") next="${next}" ;;`)}
  esac
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _bestow bestow`,
  zsh: (words: Words) => `#compdef bestow
_bestow() {
  local known="${known(words)}" next=""
  local before=("\${(@)words[2,CURRENT-1]}")
${chain}
  case "$at" in
${cases(words, (path, next) => `    "${path.replaceAll(' ', '/')}") next="${next}" ;;`)}
  esac
  compadd -- \${=next}
}
compdef _bestow bestow`,
  fish: (words: Words) => `# bestow completion for fish
function __bestow_next
  set -l known ${known(words)}
  set -l chain
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l longer (string join / $chain $word)
    contains -- $longer $known; and set chain (string split / $longer)
  end
  switch (string join / $chain)
${cases(words, (path, next) => `    case '${path.replaceAll(' ', '/')}'\n      printf '%s\\n' ${next}`)}
  end
end
complete -c bestow -f -a '(__bestow_next)'`,
}
