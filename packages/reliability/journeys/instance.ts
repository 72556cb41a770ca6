import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { connectAsSuperuser } from '#reliability/chaos/reconcile'
import { type ChaosService, createChaosService } from '#reliability/chaos/service-process'
import { runJson } from '#reliability/support/run-cli'
import { freePort } from '#scripts/demo/processes'
import { type AdminClient, createAdminClient } from '#test/admin-harness'

/**
 * A production instance with its own database, as an operator starts it, and with an
 * account that has the demo catalogue.
 */
export interface ProductionInstance {
  service: ChaosService
  origin: string
  token: string
  /** The admin area, for an admin of the account. */
  admin: AdminClient
  cli(...args: string[]): Promise<Record<string, unknown>>
  createUser(role: 'admin' | 'packer', name: string): Promise<{ email: string; password: string }>
  /** Runs SQL as the superuser of the database. */
  query<T>(text: string): Promise<T[]>
  remove(): Promise<void>
}

export async function startProductionInstance(): Promise<ProductionInstance> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-journey-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = buildEnv(dataDir, origin)
  const service = createChaosService(port, env, join(dataDir, 'service.log'))
  const cli = (...args: string[]) => runJson(args, env)
  service.start()
  await service.waitUntilReady()
  const { account } = (await cli('accounts', 'create', '--name', 'Larkfield')) as {
    account: { id: string }
  }
  await cli('seed', '--account', account.id)
  const { token } = (await cli('tokens', 'create', '--account', account.id)) as { token: string }
  const createUser = async (role: 'admin' | 'packer', name: string) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@larkfield.example`
    const options = ['--account', account.id, '--email', email, '--name', name, '--role', role]
    return { email, password: String((await cli('users', 'create', ...options)).password) }
  }
  const admin = createAdminClient(origin)
  const { status, text } = await admin.post('/session', await createUser('admin', 'Ana Admin'))
  if (status !== 201) throw new Error(`the admin could not sign in: ${text}`)
  return {
    service,
    origin,
    token,
    admin,
    cli,
    createUser,
    async query(text) {
      const server = await startEmbeddedPostgres({ dataDir })
      const client = await connectAsSuperuser(server.superuserUrl)
      try {
        return (await client.query(text)).rows
      } finally {
        await client.end()
        await server.detach()
      }
    },
    async remove() {
      await service.stop()
      await (await startEmbeddedPostgres({ dataDir })).stop('immediate')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the environment of a production instance with the default carrier. Leaves out the
 * settings of the caller's shell.
 */
function buildEnv(dataDir: string, origin: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^BESTOW_|^PORT$/.test(name))
  return {
    ...Object.fromEntries(inherited),
    BESTOW_DATA_DIR: dataDir,
    BESTOW_HOST: '127.0.0.1',
    BESTOW_ORIGIN: origin,
    BESTOW_STAGE: 'production',
    BESTOW_SEED: 'none',
    BESTOW_RATE_LIMIT: '0',
    BESTOW_LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  }
}
