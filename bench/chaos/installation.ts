import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, startScript } from '#bench/support/instance'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '#platform/embedded-postgres'
import { freePort, runJson } from '#scripts/demo/processes'
import { giftMaker, type MakeGift } from './gifts.ts'
import { type Pair, startPair } from './pair.ts'
import { createService, type Service } from './service.ts'

/** A throwaway installation as an operator runs it: processes, a durable database, a receiver. */
export interface Installation {
  dataDir: string
  service: Service
  /** A second process on the same data, at another port. */
  second: Service
  /** The server that we run beside the service; undefined when the service brings its own. */
  outside: Embedded | undefined
  /** The same, with a standby that can take its place. */
  pair: Pair | undefined
  token: string
  makeGift: MakeGift
  receiver: Receiver
  /** Reaches the database as the superuser, whoever started it. */
  attach(): Promise<Embedded>
  /** Ends everything. Keeps the folder, with the logs in it, when told to. */
  remove(keep?: boolean): Promise<void>
}

export interface InstallationOptions {
  /** Runs PostgreSQL ourselves and hands the service its address. */
  outside?: boolean | 'pair'
  /** Before attempts 2 to 5. */
  retryDelays?: string
}

export async function createInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bestow-chaos-'))
  const pair = options.outside === 'pair' ? await startPair(dataDir) : undefined
  const outside = options.outside === true ? await startOutside(dataDir) : undefined
  const env = environment(dataDir, pair?.url ?? outside?.url, options)
  const service = createService(await freePort(), env, join(dataDir, 'service.log'))
  const second = createService(await freePort(), env, join(dataDir, 'second.log'))
  const receiver = await startReceiver(env)
  service.start()
  await service.ready()
  const { token, makeGift } = await settleIn(env, receiver)
  return {
    dataDir,
    service,
    second,
    outside,
    pair,
    token,
    makeGift,
    receiver,
    attach: () => startEmbedded({ dataDir: pair === undefined ? dataDir : pair.folder() }),
    async remove(keep = false) {
      await Promise.all([service.stop(), second.stop()])
      await end(receiver.child)
      if (pair === undefined) await (await startEmbedded({ dataDir })).stop('immediate')
      else await pair.stop()
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Durable, as in earnest. */
export const startOutside = (dataDir: string, more: Partial<EmbeddedOptions> = {}) =>
  startEmbedded({ dataDir, ...more })

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
}

interface Receiver {
  child: ChildProcess
  url: string
  counts(): Promise<Received>
  received(): Promise<{ event: string; type: string; gift: string; at: number }[]>
  tell(what: 'secret' | 'mood', text: string): Promise<void>
}

async function startReceiver(env: NodeJS.ProcessEnv): Promise<Receiver> {
  const { child, line } = await startScript('bench/chaos/receiver.ts', env)
  const ask = async (path: string) => (await fetch(`${line}${path}`)).json()
  return {
    child,
    url: `${line}/hook`,
    counts: async () => (await ask('/counts')) as Received,
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
  const { secret } = (await runJson(
    ['endpoints', 'create', ...of, '--url', receiver.url],
    env,
  )) as {
    secret: string
  }
  await receiver.tell('secret', secret)
  const campaigns = await runJson(['campaigns', 'list', ...of], env)
  return { token, makeGift: giftMaker(campaigns) }
}
