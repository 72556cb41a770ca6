import { Command, CommanderError } from '@commander-js/extra-typings'
import { clientCommands, completion } from '#cli'
import type { Environment } from '#platform/config/config'
import { serviceVersion } from '../version.ts'
import { accountCommands } from './accounts.ts'
import { backup, restore } from './backup.ts'
import { campaigns } from './campaigns.ts'
import { deliveries } from './deliveries.ts'
import { doctor } from './doctor.ts'
import { endpoints } from './endpoints.ts'
import { mails } from './mail.ts'
import { migrate } from './migrate.ts'
import { oauthClients } from './oauth-clients.ts'
import { orders } from './orders.ts'
import { parcels } from './parcels.ts'
import { printError } from './print-error.ts'
import { privacyCommands } from './privacy.ts'
import { reencrypt } from './reencrypt.ts'
import { seed } from './seed.ts'
import { serve } from './serve.ts'
import { type Output, type Session, toClientContext } from './session.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

/**
 * To add an operator command: write its file, and add it here. Commands that only need a token belong to the client
 * in `packages/cli/`.
 */
const commands = [
  serve,
  migrate,
  seed,
  doctor,
  accountCommands,
  users,
  tokens,
  oauthClients,
  endpoints,
  campaigns,
  deliveries,
  orders,
  parcels,
  mails,
  privacyCommands,
  backup,
  restore,
  reencrypt,
]

/** Runs the command for these arguments. Returns the exit code. */
export async function run(
  args: readonly string[],
  env: Environment,
  output: Output,
): Promise<number> {
  const session: Session = { ...output, env, isJson: args.includes('--json') }
  try {
    await createProgram(session).parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof CommanderError && args.length === 0) return 0 // `bestow` without arguments prints its help
    printError(error, session)
    return 1
  }
}

export function createProgram(session: Session): Command {
  const program = new Command('bestow').description(
    'Runs and manages a Bestow service with its settings and database, and calls a service with a token.',
  )
  program.version(serviceVersion(), '--version', 'print the version')
  program.commandsGroup('The service:')
  for (const command of commands) program.addCommand(command(session))
  program.commandsGroup('With a token:')
  const context = toClientContext(session)
  for (const command of clientCommands(context)) program.addCommand(command)
  program.addCommand(completion(context, () => program) as unknown as Command)
  for (const command of withSubcommands(program)) {
    command.exitOverride().showSuggestionAfterError()
    command.configureOutput({
      writeOut: (text) => session.out(text.trimEnd()),
      writeErr: (text) => session.err(text.trimEnd()),
      // With --json, `printError` prints each error once, as JSON.
      ...(session.isJson ? { outputError: () => {} } : {}),
    })
    if (command.commands.length === 0)
      command.option('--json', 'print one JSON object instead of text')
  }
  return program
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((one) => withSubcommands(one as Command)),
]
