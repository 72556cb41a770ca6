import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { openTracing } from '#platform/tracing'
import { createNotifier, type Notifier } from '#platform/wake'
import * as webhooks from '#webhooks'
import { connect } from './connect.ts'
import { type DemoAccess, demoAccess } from './first-run.ts'
import { openFront } from './front.ts'
import { versionOfService } from './release.ts'
import { watchSchema } from './schema-watch.ts'
import { whenThere } from './when-there.ts'
import { startWorker } from './worker.ts'

/** The parts of the service that one process can be: the public API, the pages, and what works behind them. */
export type Role = 'api' | 'web' | 'worker'

/** One running part of an installation. What it shares with others is the database, and nothing else. */
export interface Node {
  /** Not listening yet. */
  app: FastifyInstance
  /** The operator's routes, where they have a port of their own. Not listening yet. */
  opsApp: FastifyInstance | undefined
  demo: DemoAccess | undefined
  setupCode: string | undefined
  /** Finishes what is in flight and gives back the rest. */
  stop(): Promise<void>
}

export interface NodeOptions {
  roles: readonly Role[]
  /** A newer version has changed the schema in a way that this one cannot live with: it has to stop. */
  onOvertaken: (problem: string) => void
}

const longestStatement = 5_000 // milliseconds, where somebody waits for the answer

/** Starts a service process. When that fails, everything that it has opened is closed, so that the process can exit. */
export async function startNode(config: Config, log: Log, options: NodeOptions): Promise<Node> {
  const closing: Closing[] = []
  try {
    return await open(config, log, options, closing)
  } catch (error) {
    for (const close of closing.toReversed()) await close()?.catch(() => {})
    throw error
  }
}

type Closing = () => Promise<unknown> | undefined

async function open(
  config: Config,
  log: Log,
  { roles, onOvertaken }: NodeOptions,
  closing: Closing[],
): Promise<Node> {
  const tracing = await openTracing(process.env, { version: versionOfService() })
  closing.push(() => tracing?.shutdown())
  let waker: Notifier | undefined
  const connection = await connect(config, log, {
    migrates: true,
    stays: true,
    wake: (loop) => waker?.notify(loop),
    tracing,
  })
  closing.push(() => connection.close())
  process.once('exit', connection.closeNow)
  waker = createNotifier({
    url: connection.directUrl,
    onError: (error) => log.warn({ err: error }, 'no wake-up calls from other processes'),
  })
  closing.push(() => waker?.stop())
  const share = sharesOf(config.databaseConnections, roles)
  const db = connection.open('api', share.front, longestStatement)
  if (await whenThere(() => inTransaction(db, ALL_ACCOUNTS, webhooks.isForeignEncryptionKey), log))
    throw new Error(
      `The key in ${config.keyring === undefined ? config.dataDir : 'BESTOW_SECRET_KEY'} decrypts none of the newest secrets in this database. Set the key that the database was used with, or put it behind the new one, with a comma between them.`,
    )
  const demo = await whenThere(() => demoAccess(db, config), log)
  const setupCode = await whenThere(() => access.issueSetupCode(db), log)
  const worker = roles.includes('worker')
    ? startWorker(connection.open('worker', share.worker), waker, config, log)
    : undefined
  closing.push(() => worker?.stop())
  const schema = watchSchema(db, log, onOvertaken)
  closing.push(() => schema.stop())
  let isStopping = false
  const ground = { db, config, log, worker, schema: schema.status, isStopping: () => isStopping }
  const parts = { api: roles.includes('api'), web: roles.includes('web') }
  const { app, opsApp } = await openFront(ground, parts)
  return {
    app,
    opsApp,
    demo,
    setupCode,
    async stop() {
      isStopping = true
      await Promise.allSettled([
        drain(app, config).then(() => app.close()),
        worker?.stop(),
        schema.stop(),
      ])
      await opsApp?.close() // last, so that probes see the stop
      await waker?.stop()
      await connection.close()
      await tracing
        ?.shutdown()
        .catch((error) => log.warn({ err: error }, 'the last traces were not sent'))
    },
  }
}

/**
 * Load balancers go on sending requests until they have seen that this process is not ready. The listener
 * stays open for them meanwhile.
 */
async function drain(app: FastifyInstance, { drainDelayMs: drainDelay }: Config): Promise<void> {
  if (drainDelay > 0 && app.server.listening) await sleep(drainDelay)
}

const least = 2 // connections with which a worker still answers for its health

/** Who answers and who delivers must not starve each other; who does one of both gets nearly all. */
function sharesOf(connections: number, roles: readonly Role[]) {
  const half = Math.max(1, Math.floor(connections / 2))
  if (!roles.includes('worker')) return { front: connections, worker: 0 }
  if (roles.length > 1) return { front: half, worker: half }
  return { front: Math.min(least, half), worker: Math.max(half, connections - least) }
}
