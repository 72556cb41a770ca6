import type { Command } from '@commander-js/extra-typings'
import { createProgram } from '#app/cli/program'

const program = createProgram({ env: {}, isJson: false, out: () => {}, err: () => {} })

/** The lines of a block for the shell: continued ones joined, without comments and what follows a command. */
export function shellLines(code: string): string[] {
  return code
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** The arguments for `bestow` in a line that runs it, in any of the ways that documents do. */
export function parseBestowArgs(line: string): string[] | undefined {
  const match = /^(?:npx bestow|bestow|node scripts\/with-node\.js src\/cli\.ts)(?: |$)(.*)$/.exec(
    line,
  )
  if (match === null) return undefined
  const tokens = match[1]?.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const end = tokens.findIndex((word) => /^[>|]/.test(word))
  return end === -1 ? tokens : tokens.slice(0, end)
}

/** What is wrong with a line that runs `bestow`: no such command, no such option, or one that is missing. */
export function validateCommand(args: readonly string[]): string | undefined {
  let command = program as Command
  let rest = [...args]
  while (command.commands.length > 0) {
    const [name, ...more] = rest
    const next = (command.commands as Command[]).find((each) => each.name() === name)
    if (next === undefined) return `no command ${args.join(' ')}`
    command = next
    rest = more
  }
  const names = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? '')
  const unknown = names.find((name) => !command.options.some(({ long }) => long === name))
  if (unknown !== undefined) return `${command.name()} has no ${unknown}`
  const missing = command.options.find(
    ({ long, mandatory }) => mandatory && !names.includes(long ?? ''),
  )
  return missing === undefined ? undefined : `${command.name()} wants ${missing.long}`
}
