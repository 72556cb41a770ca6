import type { CliContext } from '#cli'
import { type Config, type Environment, readConfig } from '#platform/config/config'
import { createLog, type Log } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { connect } from '../database.ts'

/** One run of the tool: the settings it was given, and whether a program or a person reads. */
export interface Session extends Output {
  env: Environment
  isJson: boolean
}

/** Where lines go: `out` is for the answer, `err` for everything said beside it. */
export interface Output {
  out: (line: string) => void
  err: (line: string) => void
  /** What is piped in; standard input by default. */
  read?: () => Promise<Buffer>
}

/** The same run, as the client's commands see it. */
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

/** What a command works with once the database is there. */
export interface Service {
  config: Config
  db: Database
  /** The database's address, as the role that owns the tables. */
  ownerUrl: string
  /** The migrations that were applied to get here. */
  applied: readonly string[]
  /** One transaction: of an account, or of everyone. */
  run<T>(account_id: string, perform: (ctx: TxContext) => Promise<T>): Promise<T>
  asOperator<T>(perform: (ctx: TxContext) => Promise<T>): Promise<T>
}

/**
 * Attaches to the running database, or starts the embedded one for as long as this takes. The
 * embedded one is brought up to date; of any other only `migrates` says so.
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
    return await use({
      config,
      db,
      ownerUrl: connection.ownerUrl,
      applied: connection.applied,
      run: (account_id, perform) => inTransaction(db, account_id, perform),
      asOperator: (perform) => inTransaction(db, ALL_ACCOUNTS, perform),
    })
  } finally {
    process.removeListener('exit', connection.closeNow)
    await connection.close()
  }
}

const createCliLog = ({ err }: Output): Log =>
  createLog({ level: 'warn', destination: { write: (line) => err(line.trimEnd()) } })
