import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import type { Config } from '#platform/config'
import type { Log } from '#platform/log'
import { openTracing } from '#platform/tracing'
import { createWaker, type Waker } from '#platform/wake'
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

export async function startNode(
  config: Config,
  log: Log,
  { roles, onOvertaken }: NodeOptions,
): Promise<Node> {
  const tracing = await openTracing(process.env, { version: versionOfService() })
  let waker: Waker | undefined
  const connection = await connect(config, log, {
    migrates: true,
    stays: true,
    wake: (loop) => waker?.wake(loop),
    tracing,
  })
  process.once('exit', connection.closeNow)
  waker = createWaker({
    url: connection.directUrl,
    onError: (error) => log.warn({ err: error }, 'no wake-up calls from other processes'),
  })
  const share = sharesOf(config.databaseConnections, roles)
  const db = connection.open('api', share.front, longestStatement)
  const demo = await whenThere(() => demoAccess(db, config), log)
  const setupCode = await whenThere(() => access.setupCode(db), log)
  const worker = roles.includes('worker')
    ? startWorker(connection.open('worker', share.worker), waker, config, log)
    : undefined
  const schema = watchSchema(db, log, onOvertaken)
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
      await Promise.allSettled([app.close(), worker?.stop(), schema.stop()])
      await opsApp?.close() // last, so that probes see the stop
      await waker?.stop()
      await connection.close()
      await tracing
        ?.stop()
        .catch((error) => log.warn({ err: error }, 'the last traces were not sent'))
    },
  }
}

const least = 2 // connections with which a worker still answers for its health

/** Who answers and who delivers must not starve each other; who does one of both gets nearly all. */
function sharesOf(connections: number, roles: readonly Role[]) {
  const half = Math.max(1, Math.floor(connections / 2))
  if (!roles.includes('worker')) return { front: connections, worker: 0 }
  if (roles.length > 1) return { front: half, worker: half }
  return { front: Math.min(least, half), worker: Math.max(half, connections - least) }
}
