import { Command, CommanderError } from '@commander-js/extra-typings'
import type { Environment } from '#platform/config/config'
import { serviceVersion } from '../version.ts'
import { printError } from './print-error.ts'
import { type Output, type Session, toClientContext } from './session.ts'

/** An operator command. Its file adds options, subcommands and the action. */
interface OperatorCommand {
  description: string
  load(): Promise<(command: Command, session: Session) => unknown>
}

/**
 * The operator commands. To add one, write its file and add the command to this list. Commands that only need
 * a token belong to the client in `packages/cli/`. A process loads only the file of the command that it runs,
 * because all together take seconds.
 */
const operatorCommands: Readonly<Record<string, OperatorCommand>> = {
  serve: {
    description: 'start here: run the service until a signal stops it',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    description: 'migrate the database to this version',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  seed: {
    description: 'create the demo catalogue and campaigns in an account',
    load: async () => (await import('./seed.ts')).seed,
  },
  doctor: {
    description: 'check settings, database, row-level security, clock and key',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  accounts: {
    description: 'manage the accounts of this service',
    load: async () => (await import('./accounts.ts')).accountCommands,
  },
  users: {
    description: 'manage users of the admin area',
    load: async () => (await import('./users.ts')).users,
  },
  tokens: {
    description: 'manage API tokens',
    load: async () => (await import('./tokens.ts')).tokens,
  },
  'oauth-clients': {
    description: 'manage OAuth clients, which get tokens that are valid for an hour',
    load: async () => (await import('./oauth-clients.ts')).oauthClients,
  },
  endpoints: {
    description: 'manage webhook endpoints',
    load: async () => (await import('./endpoints.ts')).endpoints,
  },
  campaigns: {
    description: 'manage campaigns',
    load: async () => (await import('./campaigns.ts')).campaigns,
  },
  deliveries: {
    description: 'manage webhook deliveries',
    load: async () => (await import('./deliveries.ts')).deliveries,
  },
  orders: {
    description: 'manage parcels and their problems',
    load: async () => (await import('./orders.ts')).orders,
  },
  parcels: {
    description: 'manage manually shipped and simulated parcels',
    load: async () => (await import('./parcels.ts')).parcels,
  },
  mail: {
    description: 'handle email and bounces',
    load: async () => (await import('./mail.ts')).mails,
  },
  privacy: {
    description: 'export and erase personal data',
    load: async () => (await import('./privacy.ts')).privacyCommands,
  },
  backup: {
    description: 'write the whole database to a new folder, while the service runs',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    description: 'fill a new, empty database from a backup',
    load: async () => (await import('./backup.ts')).restore,
  },
  reencrypt: {
    description:
      're-encrypt all secrets with the first key of BESTOW_SECRET_KEY, while the service runs',
    load: async () => (await import('./reencrypt.ts')).reencrypt,
  },
}

/** Runs the command for these arguments. Returns the exit code. */
export async function run(
  args: readonly string[],
  env: Environment,
  output: Output,
): Promise<number> {
  const session: Session = { ...output, env, isJson: args.includes('--json') }
  try {
    const known = args.length === 0 ? ['--help'] : args
    const program = await createProgram(session, known[0])
    await program.parseAsync(known, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof CommanderError && args.length === 0) return 0 // `bestow` without arguments prints its help
    printError(error, session)
    if (isGuessOfServe(error, args) && !session.isJson) session.err('(Did you mean serve?)')
    return 1
  }
}

/** Returns whether the command is unknown and a usual name for what `serve` does. */
const isGuessOfServe = (error: unknown, [command = '']: readonly string[]) =>
  error instanceof CommanderError &&
  error.code === 'commander.unknownCommand' &&
  ['start', 'run', 'up', 'server'].includes(command)

/** The first arguments whose output depends on the whole tree. */
const needsWholeTree = ['help', 'completion']

/**
 * Creates the tree of commands. For a process whose first argument is known, operator commands are complete only where
 * this argument needs them, and an operator command has no client commands beside it.
 */
export async function createProgram(session: Session, firstArgument?: string): Promise<Command> {
  const program = new Command('bestow').description(
    'Runs and manages a Bestow service with its settings and database, and calls a service with a token.',
  )
  program.version(serviceVersion(), '--version', 'print the version')
  program.commandsGroup('The service:')
  const isWhole = firstArgument === undefined || needsWholeTree.includes(firstArgument)
  for (const [each, { description, load }] of Object.entries(operatorCommands)) {
    const command = program.command(each).description(description)
    if (isWhole || each === firstArgument) (await load())(command as unknown as Command, session)
  }
  if (isWhole || !Object.hasOwn(operatorCommands, firstArgument))
    await addClientCommands(program, session)
  // Otherwise `help` is a group of its own. Subcommands inherit a help command that exists before them.
  program.commandsGroup('The service:').helpCommand(true)
  for (const command of withSubcommands(program)) {
    command.exitOverride().showSuggestionAfterError()
    command.configureOutput({
      writeOut: (text) => session.out(text.trimEnd()),
      writeErr: (text) => session.err(text.trimEnd()),
      // With --json, `printError` prints each error once as JSON, so commander prints none.
      ...(session.isJson ? { outputError: () => {} } : {}),
    })
    if (command.commands.length === 0)
      command.option('--json', 'print one JSON object instead of text')
  }
  return program
}

async function addClientCommands(program: Command, session: Session): Promise<void> {
  const { clientCommands, completion } = await import('#cli')
  program.commandsGroup('With a token:')
  const context = toClientContext(session)
  for (const command of clientCommands(context)) program.addCommand(command)
  program.addCommand(completion(context, () => program) as unknown as Command)
}

const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap((one) => withSubcommands(one as Command)),
]
