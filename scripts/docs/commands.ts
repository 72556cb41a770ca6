import type { Command } from '@commander-js/extra-typings'
import { createProgram } from '#app/cli/program'

const program = await createProgram({ env: {}, isJson: false, out: () => {}, err: () => {} })

/** Splits a shell block into commands: joins continued lines, and removes comments. */
export function shellLines(code: string): string[] {
  return code
    .replace(/ *\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Parses the arguments of a line that runs `bestow`, in any of the forms that the documents use. */
export function parseBestowArgs(line: string): string[] | undefined {
  const match = /^(?:npx bestow|bestow|node scripts\/run\.js src\/app\/main\.ts)(?: |$)(.*)$/.exec(
    line,
  )
  if (match === null) return undefined
  const tokens = match[1]?.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []
  const end = tokens.findIndex((word) => /^[>|]/.test(word))
  return end === -1 ? tokens : tokens.slice(0, end)
}

/** Returns the error of a `bestow` command: an unknown command, an unknown option or a missing option. */
export function validateCommand(args: readonly string[]): string | undefined {
  let command = program as Command
  let rest = [...args]
  while (command.commands.length > 0) {
    const [name, ...more] = rest
    const next = (command.commands as Command[]).find((each) => each.name() === name)
    if (next === undefined) return `unknown command ${args.join(' ')}`
    command = next
    rest = more
  }
  const names = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? '')
  const unknown = names.find((name) => !command.options.some(({ long }) => long === name))
  if (unknown !== undefined) return `${command.name()} has no option ${unknown}`
  const missing = command.options.find(
    ({ long, mandatory }) => mandatory && !names.includes(long ?? ''),
  )
  return missing === undefined ? undefined : `${command.name()} requires ${missing.long}`
}
