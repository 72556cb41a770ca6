import type { CliContext } from '#cli'
import { type Config, type Environment, readConfig } from '#platform/config/config'
import { createLog, type Log } from '#platform/observability/log'
import {
  type Actor,
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { connect } from '../database.ts'

/** The actor of the commands, which run with the settings of the installation. */
const operator: Actor = { kind: 'operator' }

/** One run of the tool: its settings, its input and its output. */
export interface Session extends Output {
  env: Environment
  isJson: boolean
}

/** Output streams: `out` is for the result, `err` for all other messages. */
export interface Output {
  out: (line: string) => void
  err: (line: string) => void
  /** Reads piped input. The default is standard input. */
  read?: () => Promise<Buffer>
}

/** Converts the session to the context of the client commands. */
export const toClientContext = ({ env, isJson, out, err, read }: Session): CliContext => ({
  env,
  isJson,
  out,
  err,
  input: read,
  ...(process.stderr.isTTY
    ? { progress: (text) => process.stderr.write(`\r\u001b[K${text}`) }
    : {}),
})

/** The context of a command that uses the database. */
export interface Service {
  config: Config
  db: Database
  /** The URL of the database for the role that owns the tables. */
  ownerUrl: string
  /** The migrations that were applied when the command connected. */
  applied: readonly string[]
  /** Runs one transaction for one account or for all accounts. */
  run<T>(account_id: string, perform: (ctx: TxContext) => Promise<T>): Promise<T>
  asOperator<T>(perform: (ctx: TxContext) => Promise<T>): Promise<T>
}

/**
 * Attaches to the running embedded database, or starts it for the duration of the command. Migrates the
 * embedded database automatically, and an external database only when `migrates` is set.
 */
export async function withService<T>(
  session: Session,
  use: (service: Service) => Promise<T>,
  options: { migrates?: boolean | 'later' } = {},
): Promise<T> {
  const config = readConfig(session.env)
  for (const warning of config.warnings) session.err(warning)
  const migrates = options.migrates ?? config.databaseUrl === undefined
  const connection = await connect(config, createCliLog(session), { migrates })
  process.once('exit', connection.closeNow)
  try {
    const db = connection.open('cli', 2)
    if (migrates !== 'later') await connection.hosts.refresh(db)
    return await use({
      config,
      db,
      ownerUrl: connection.ownerUrl,
      applied: connection.applied,
      run: (account_id, perform) => inTransaction(db, account_id, perform, db.clock(), operator),
      asOperator: (perform) => inTransaction(db, ALL_ACCOUNTS, perform, db.clock(), operator),
    })
  } finally {
    process.removeListener('exit', connection.closeNow)
    await connection.close()
  }
}

const createCliLog = ({ err }: Output): Log =>
  createLog({ level: 'warn', destination: { write: (line) => err(line.trimEnd()) } })
