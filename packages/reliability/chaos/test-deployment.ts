import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { startScript, terminate } from '#reliability/support/instance'
import { runJson } from '#reliability/support/run-cli'
import { freePort } from '#scripts/demo/processes'
import type { AttachedDatabase, DatabaseCluster } from './database-cluster.ts'
import { createGiftFactory, type GiftFactory } from './gift-factory.ts'
import { type PatroniCluster, startPatroniCluster } from './patroni/cluster.ts'
import { type PgProxy, startPgProxy } from './pg-proxy.ts'
import { type ReplicationPair, startReplicationPair } from './replication-pair.ts'
import { type ChaosService, createChaosService } from './service-process.ts'

/** A temporary deployment as an operator runs it: service processes, a durable database and a receiver. */
export interface TestDeployment {
  dataDir: string
  service: ChaosService
  /** Creates a second service process on the same data, at another port. */
  second: ChaosService
  /** The database server beside the service. Undefined for the embedded database. */
  externalDatabase: EmbeddedPostgres | undefined
  /** The external database server with a standby that can be promoted. */
  replicationPair: ReplicationPair | undefined
  /** Three database servers with automatic failover. */
  patroniCluster: PatroniCluster | undefined
  /** The worker processes without the API, if the deployment has separate processes for each role. */
  workers: readonly ChaosService[]
  /** The proxy between the external database and the processes that use it. */
  proxy: PgProxy | undefined
  /** The environment of the service processes. */
  env: NodeJS.ProcessEnv
  account_id: string
  token: string
  giftFactory: GiftFactory
  receiver: ChaosReceiver
  endpoint_id: string
  /** Connects to the database as the superuser, for embedded and external servers. */
  attach(): Promise<AttachedDatabase>
  /** Stops everything. Does not delete the folder with the logs if `keepFiles` is true. */
  remove(keepFiles?: boolean): Promise<void>
}

export interface TestDeploymentOptions {
  /** The maximum number of requests of a token in a second. The default is 0, which means no limit. */
  rateLimit?: number
  /** Runs an external PostgreSQL and passes its address to the service. */
  externalDatabase?: boolean | 'pair' | 'patroni'
  /** Runs the API and the worker in separate processes, two of each. */
  separateRoles?: boolean
  /** The processes that connect to the database through the proxy: both, or only the second one. */
  proxied?: 'both' | 'second'
  /** The data directory, if a scenario needs a specific one. */
  dataDir?: string
  /** The delays before the attempts 2 to 5. */
  retryDelays?: string
}

export async function createTestDeployment(
  options: TestDeploymentOptions = {},
): Promise<TestDeployment> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'bestow-chaos-'))
  mkdirSync(dataDir, { recursive: true })
  const replicationPair =
    options.externalDatabase === 'pair' ? await startReplicationPair(dataDir) : undefined
  const patroniCluster =
    options.externalDatabase === 'patroni' ? await startPatroniCluster(dataDir) : undefined
  const cluster: DatabaseCluster | undefined = replicationPair ?? patroniCluster
  const externalDatabase =
    options.externalDatabase === true ? await startExternalDatabase(dataDir) : undefined
  const proxy =
    externalDatabase && options.proxied ? await startPgProxy(externalDatabase.port) : undefined
  const env = buildEnv(dataDir, cluster?.url ?? externalDatabase?.url, options)
  const proxiedEnv = proxy === undefined ? env : withProxy(proxy, env)
  const createService = async (
    name: string,
    serviceEnv: NodeJS.ProcessEnv,
    role: 'api' | 'worker' = 'api',
  ) => {
    const roles = options.separateRoles ? [role] : undefined
    return createChaosService(await freePort(), serviceEnv, join(dataDir, `${name}.log`), roles)
  }
  const service = await createService('service', options.proxied === 'both' ? proxiedEnv : env)
  const second = await createService('second', proxiedEnv)
  const workers = options.separateRoles
    ? await Promise.all(['worker', 'worker-2'].map((name) => createService(name, env, 'worker')))
    : []
  const receiver = await startReceiver(env)
  service.start()
  await service.waitUntilReady()
  for (const worker of workers) worker.start()
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  const account = await createAccount(env, receiver)
  return {
    dataDir,
    service,
    second,
    externalDatabase,
    replicationPair,
    patroniCluster,
    workers,
    proxy,
    env,
    ...account,
    receiver,
    attach: () => cluster?.attach() ?? startEmbeddedPostgres({ dataDir }),
    async remove(keepFiles = false) {
      await Promise.all([service, second, ...workers].map((each) => each.stop()))
      await terminate(receiver.child)
      proxy?.close()
      if (cluster === undefined) await (await startEmbeddedPostgres({ dataDir })).stop('immediate')
      else await cluster.stop()
      if (!keepFiles) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function withProxy(proxy: PgProxy, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const url = new URL(env.BESTOW_DATABASE_URL ?? '')
  url.port = String(proxy.port)
  return { ...env, BESTOW_DATABASE_URL: url.href }
}

/** Starts a durable database server, as in production. */
export const startExternalDatabase = (
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
) => startEmbeddedPostgres({ dataDir, ...options })

function buildEnv(
  dataDir: string,
  url: string | undefined,
  { retryDelays = '500ms,1s,2s,4s', rateLimit = 0 }: TestDeploymentOptions,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    BESTOW_DATA_DIR: dataDir,
    BESTOW_ORIGIN: 'http://localhost:3000',
    BESTOW_SEED: 'none',
    BESTOW_STAGE: 'staging',
    BESTOW_RATE_LIMIT: String(rateLimit),
    BESTOW_LOG_LEVEL: 'warn',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
    BESTOW_WEBHOOK_RETRY_DELAYS: retryDelays,
    ...(url === undefined
      ? {}
      : {
          BESTOW_DATABASE_URL: url,
          BESTOW_SECRET_KEY: `chaos:${Buffer.alloc(32, 7).toString('base64')}`,
        }),
  }
}

/** The counters of the webhook receiver. */
export interface ReceiverCounts {
  requests: number
  accepted: number
  events: number
  duplicates: number
  forged: number
  /** The number of deliveries whose body differs from the first delivery of the same event. */
  altered: number
  /** The maximum number of requests that arrived for one event. */
  maxPerEvent: number
  /** The number of requests to the address with `?moved`. */
  moved: number
  /** The number of requests that are signed with an older secret. */
  outdated: number
}

export interface ChaosReceiver {
  child: ChildProcess
  url: string
  counts(): Promise<ReceiverCounts>
  lastKillEvent(): Promise<string>
  received(): Promise<{ event: string; type: string; gift: string; at: number }[]>
  configure(setting: 'secret' | 'mode' | 'kill-order', text: string): Promise<void>
}

export async function startReceiver(env: NodeJS.ProcessEnv): Promise<ChaosReceiver> {
  const { child, line: origin } = await startScript('packages/reliability/chaos/receiver.ts', env)
  const getJson = async (path: string) => (await fetch(`${origin}${path}`)).json()
  return {
    child,
    url: `${origin}/hook`,
    counts: async () => (await getJson('/counts')) as ReceiverCounts,
    lastKillEvent: async () => (await getJson('/last-kill')) as string,
    received: async () =>
      (await getJson('/received')) as Awaited<ReturnType<ChaosReceiver['received']>>,
    async configure(setting, text) {
      await fetch(`${origin}/${setting}`, { method: 'PUT', body: text })
    },
  }
}

/** Creates an account with a catalogue, a token and an endpoint through the command line of the operator. */
async function createAccount(env: NodeJS.ProcessEnv, receiver: ChaosReceiver) {
  const { account } = (await runJson(
    ['accounts', 'create', '--name', 'Chaos', '--tier', 'enterprise'],
    env,
  )) as { account: { id: string } }
  const accountFlags = ['--account', account.id]
  await runJson(['seed', ...accountFlags], env)
  const { token } = (await runJson(['tokens', 'create', ...accountFlags], env)) as { token: string }
  const endpoint_id = await addEndpoint(env, account.id, receiver)
  const campaigns = await runJson(['campaigns', 'list', ...accountFlags], env)
  return { account_id: account.id, token, endpoint_id, giftFactory: createGiftFactory(campaigns) }
}

/** Creates an endpoint for the given events, or for all events. Returns its id. */
export async function addEndpoint(
  env: NodeJS.ProcessEnv,
  account_id: string,
  receiver: ChaosReceiver,
  ...flags: string[]
): Promise<string> {
  const { endpoint, secret } = (await runJson(
    ['endpoints', 'create', '--account', account_id, '--url', receiver.url, ...flags],
    env,
  )) as { endpoint: { id: string }; secret: string }
  await receiver.configure('secret', secret)
  return endpoint.id
}
