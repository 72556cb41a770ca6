import { Command, CommanderError } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { printError } from './errors.ts'
import { campaigns, clientCommands, completion, doctor, endpoints } from './index.ts'
import { packageVersion } from './sdk.ts'

/** Runs the command that the arguments name. Returns the exit code: 0 for success, 1 for failure. */
export async function run(
  args: readonly string[],
  baseContext: Omit<CliContext, 'isJson'>,
): Promise<number> {
  const context: CliContext = { ...baseContext, isJson: args.includes('--json') }
  try {
    await createProgram(context).parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    printError(error, context)
    return 1
  }
}

export function createProgram(context: CliContext): Command {
  const program = new Command('bestow')
    .description('Send gifts and receive webhooks about them.')
    .version(packageVersion, '-V, --version')
  for (const command of clientCommands(context)) program.addCommand(command)
  program.addCommand(campaigns(context) as unknown as Command)
  program.addCommand(endpoints(context) as unknown as Command)
  program.addCommand(doctor(context) as unknown as Command)
  program.addCommand(completion(context, () => program) as unknown as Command)
  for (const command of withSubcommands(program)) {
    command.exitOverride().showSuggestionAfterError()
    command.configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
      // With `--json`, the function `printError` prints the error once, as JSON.
      ...(context.isJson ? { outputError: () => {} } : {}),
    })
    if (command.commands.length === 0)
      command.option('--json', 'print one JSON object instead of text')
  }
  return program
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((subcommand) => withSubcommands(subcommand as Command)),
]
