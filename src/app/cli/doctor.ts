import type { Command } from '@commander-js/extra-typings'
import { type DoctorCheck, printChecks, runDoctor } from '#cli/doctor'
import { ConfigError } from '#platform/config/config'
import { checkKeys } from '#platform/jobs/check-keys'
import type { TxContext } from '#platform/postgres/database'
import { encryptedColumns, keySource } from '../encrypted-columns.ts'
import { countLeft } from './reencrypt.ts'
import { type Service, type Session, toClientContext, withService } from './session.ts'

/** Checks everything that the service depends on, without changing anything. Fails if a check fails. */
export const doctor = (command: Command, session: Session) =>
  command
    .option('--api', 'check the connection to an API instead, with the current token')
    .option('--profile <name>', 'with --api: the profile with the token and URL to use')
    .option('--url <url>', 'with --api: the URL of the API')
    .action(async ({ api, ...source }) => {
      if (api) return runDoctor(toClientContext(session), source)
      printChecks(session, await runChecks(session))
    })

async function runChecks(session: Session): Promise<DoctorCheck[]> {
  const settings: DoctorCheck = { check: 'settings', is_ok: true, detail: 'valid' }
  try {
    return await withService(
      session,
      async (service) => [
        settings,
        ...(await checkDatabase(service)),
        await checkKey(service),
        ...(await checkOlderKeys(service)),
      ],
      { migrates: false },
    )
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return error instanceof ConfigError
      ? [{ ...settings, is_ok: false, detail }]
      : [settings, { check: 'database', is_ok: false, detail }]
  }
}

interface DatabaseFacts {
  version: number
  version_name: string
  encoding: string
  role: string
  is_bound: boolean
  database_time: Date
}

/** The oldest supported version of PostgreSQL. */
const minPostgresVersion = 15
/**
 * The maximum clock difference in milliseconds. Retries, leases and expiry use the clocks of
 * the service and of the database.
 */
const maxSkewMs = 2_000

async function checkDatabase({ asOperator }: Service): Promise<DoctorCheck[]> {
  const sentAt = Date.now()
  const facts = await asOperator(readFacts)
  const receivedAt = Date.now()
  const databaseTime = facts.database_time.getTime()
  const skew =
    databaseTime < sentAt ? databaseTime - sentAt : Math.max(0, databaseTime - receivedAt)
  return [
    {
      check: 'database',
      is_ok: facts.version >= minPostgresVersion,
      detail: `PostgreSQL ${facts.version_name}${facts.version >= minPostgresVersion ? '' : `; ${minPostgresVersion} or later is needed`}`,
    },
    {
      check: 'encoding',
      is_ok: facts.encoding === 'UTF8',
      detail: `${facts.encoding}${facts.encoding === 'UTF8' ? '' : '; the database must be created with UTF8'}`,
    },
    { check: 'migrations', is_ok: true, detail: 'the schema matches this version' },
    {
      check: 'row-level security',
      is_ok: facts.is_bound,
      detail: facts.is_bound
        ? `binds ${facts.role}`
        : `does not apply to ${facts.role}: remove SUPERUSER and BYPASSRLS from the role`,
    },
    {
      check: 'clock',
      is_ok: Math.abs(skew) <= maxSkewMs,
      detail: `the database clock is ${Math.abs(skew)} ms ${skew < 0 ? 'behind' : 'ahead'}`,
    },
  ]
}

async function readFacts(ctx: TxContext): Promise<DatabaseFacts> {
  const [facts] = await ctx.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_version') as version_name,
            current_setting('server_encoding') as encoding, current_user as role,
            row_security_active('access.account') as is_bound, clock_timestamp() as database_time`,
  )
  if (facts === undefined) throw new Error('the database returned no row')
  return facts
}

/** Checks whether the key exists and has encrypted the values in the database. */
async function checkKey({ asOperator, config }: Service): Promise<DoctorCheck> {
  const source = keySource(config)
  const checks = await asOperator((ctx) => checkKeys(ctx, encryptedColumns))
  const columns = checks.filter(({ unreadable }) => unreadable > 0).map(({ column }) => column)
  return {
    check: 'key',
    is_ok: columns.length === 0,
    detail:
      columns.length === 0
        ? `from ${source}`
        : `the key from ${source} does not decrypt all values of ${columns.join(', ')}; add the old key after it`,
  }
}

/** Reports whether the service still needs the older keys. */
async function checkOlderKeys(service: Service): Promise<DoctorCheck[]> {
  const [first, ...others] = service.db.deployment.cipher.keyIds
  if (others.length === 0) return []
  let remaining = 0
  for (const column of encryptedColumns) remaining += await countLeft(service, column)
  const names = others.join(', ')
  const detail =
    remaining === 0
      ? `all secrets are encrypted with ${first}; you can remove ${names}, but keep the removed keys with older backups`
      : `${remaining} values are not encrypted with ${first}. Run: npx bestow reencrypt`
  return [{ check: 'older keys', is_ok: remaining === 0, detail }]
}
