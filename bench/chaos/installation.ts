import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runJson } from '#bench/support/command'
import { end, startScript } from '#bench/support/instance'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres'
import { freePort } from '#scripts/demo/processes'
import { giftMaker, type MakeGift } from './gifts.ts'
import { type Pair, startPair } from './pair.ts'
import { createService, type Service } from './service.ts'
import { startWire, type Wire } from './wire.ts'

/** A throwaway installation as an operator runs it: processes, a durable database, a receiver. */
export interface Installation {
  dataDir: string
  service: Service
  /** A second process on the same data, at another port. */
  second: Service
  /** The server that we run beside the service; undefined when the service brings its own. */
  outside: EmbeddedPostgres | undefined
  /** The same, with a standby that can take its place. */
  pair: Pair | undefined
  /** Between the database that we run and those who were to go through it. */
  wire: Wire | undefined
  /** What the processes are started with. */
  env: NodeJS.ProcessEnv
  account_id: string
  token: string
  makeGift: MakeGift
  receiver: Receiver
  endpoint_id: string
  /** Reaches the database as the superuser, whoever started it. */
  attach(): Promise<EmbeddedPostgres>
  /** Ends everything. Keeps the folder, with the logs in it, when told to. */
  remove(keep?: boolean): Promise<void>
}

export interface InstallationOptions {
  /** Runs PostgreSQL ourselves and hands the service its address. */
  outside?: boolean | 'pair'
  /** Who reaches that database through a wire that can be cut. */
  wired?: 'both' | 'second'
  /** Where the data lies, when it matters. */
  dataDir?: string
  /** Before attempts 2 to 5. */
  retryDelays?: string
}

export async function createInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'bestow-chaos-'))
  mkdirSync(dataDir, { recursive: true })
  const pair = options.outside === 'pair' ? await startPair(dataDir) : undefined
  const outside = options.outside === true ? await startOutside(dataDir) : undefined
  const wire = outside && options.wired ? await startWire(outside.port) : undefined
  const env = environment(dataDir, pair?.url ?? outside?.url, options)
  const wired = wire === undefined ? env : through(wire, env)
  const service = createService(
    await freePort(),
    options.wired === 'both' ? wired : env,
    join(dataDir, 'service.log'),
  )
  const second = createService(await freePort(), wired, join(dataDir, 'second.log'))
  const receiver = await startReceiver(env)
  service.start()
  await service.ready()
  const settled = await settleIn(env, receiver)
  return {
    dataDir,
    service,
    second,
    outside,
    pair,
    wire,
    env,
    ...settled,
    receiver,
    attach: () => startEmbeddedPostgres({ dataDir: pair === undefined ? dataDir : pair.folder() }),
    async remove(keep = false) {
      await Promise.all([service.stop(), second.stop()])
      await end(receiver.child)
      wire?.close()
      if (pair === undefined) await (await startEmbeddedPostgres({ dataDir })).stop('immediate')
      else await pair.stop()
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function through(wire: Wire, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const url = new URL(env.BESTOW_DATABASE_URL ?? '')
  url.port = String(wire.port)
  return { ...env, BESTOW_DATABASE_URL: url.href }
}

/** Durable, as in earnest. */
export const startOutside = (dataDir: string, more: Partial<EmbeddedPostgresOptions> = {}) =>
  startEmbeddedPostgres({ dataDir, ...more })

function environment(
  dataDir: string,
  url: string | undefined,
  { retryDelays = '500ms,1s,2s,4s' }: InstallationOptions,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    BESTOW_DATA_DIR: dataDir,
    BESTOW_ORIGIN: 'http://localhost:3000',
    BESTOW_SEED: 'none',
    BESTOW_STAGE: 'staging',
    BESTOW_RATE_LIMIT: '0',
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

/** What the receiver says of what it has seen. */
export interface Received {
  requests: number
  accepted: number
  events: number
  duplicates: number
  forged: number
  /** Deliveries of an event whose body differs from the first one's. */
  altered: number
  /** Requests for one event, at most. */
  most: number
  /** Requests to the address with `?moved` behind it. */
  moved: number
  /** Requests signed with a secret that is not the latest. */
  outdated: number
}

export interface Receiver {
  child: ChildProcess
  url: string
  counts(): Promise<Received>
  /** Which event the last strike was about. */
  struck(): Promise<string>
  received(): Promise<{ event: string; type: string; gift: string; at: number }[]>
  tell(what: 'secret' | 'mood' | 'strike', text: string): Promise<void>
}

export async function startReceiver(env: NodeJS.ProcessEnv): Promise<Receiver> {
  const { child, line } = await startScript('bench/chaos/receiver.ts', env)
  const ask = async (path: string) => (await fetch(`${line}${path}`)).json()
  return {
    child,
    url: `${line}/hook`,
    counts: async () => (await ask('/counts')) as Received,
    struck: async () => (await ask('/struck')) as string,
    received: async () => (await ask('/received')) as Awaited<ReturnType<Receiver['received']>>,
    async tell(what, text) {
      await fetch(`${line}/${what}`, { method: 'PUT', body: text })
    },
  }
}

/** An account with a catalogue, a token and an endpoint, made by the operator's own tool. */
async function settleIn(env: NodeJS.ProcessEnv, receiver: Receiver) {
  const { account } = (await runJson(
    ['accounts', 'create', '--name', 'Chaos', '--tier', 'enterprise'],
    env,
  )) as { account: { id: string } }
  const of = ['--account', account.id]
  await runJson(['seed', ...of], env)
  const { token } = (await runJson(['tokens', 'create', ...of], env)) as { token: string }
  const endpoint_id = await addEndpoint(env, account.id, receiver)
  const campaigns = await runJson(['campaigns', 'list', ...of], env)
  return { account_id: account.id, token, endpoint_id, makeGift: giftMaker(campaigns) }
}

/** Has the receiver told of these events, or of all; answers the id of the endpoint. */
export async function addEndpoint(
  env: NodeJS.ProcessEnv,
  account_id: string,
  receiver: Receiver,
  ...more: string[]
): Promise<string> {
  const { endpoint, secret } = (await runJson(
    ['endpoints', 'create', '--account', account_id, '--url', receiver.url, ...more],
    env,
  )) as { endpoint: { id: string }; secret: string }
  await receiver.tell('secret', secret)
  return endpoint.id
}
