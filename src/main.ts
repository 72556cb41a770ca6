import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import * as access from '#access'
import type { Config } from '#platform/config'
import { createLog } from '#platform/log'
import { createWaker, type Waker } from '#platform/wake'
import { connect } from './connect.ts'
import { demoAccess } from './first-run.ts'
import { openFront } from './front.ts'
import { welcome } from './welcome.ts'
import { whenThere } from './when-there.ts'
import { startWorker } from './worker.ts'

/** The parts of the service that one process can be: the public API, the pages, and what works behind them. */
export type Role = 'api' | 'web' | 'worker'

const longestStatement = 5_000 // milliseconds, where somebody waits for the answer
const grace = 30_000 // milliseconds until a stop that hangs is ended

/** Runs the service until a signal ends it: then it finishes what is in flight and gives back the rest. */
export async function serve(config: Config, { roles }: { roles: readonly Role[] }): Promise<void> {
  const log = createLog({ level: config.logLevel })
  for (const warning of config.warnings) log.warn(warning)
  let waker: Waker | undefined
  const connection = await connect(config, log, {
    migrates: true,
    stays: true,
    wake: (loop) => waker?.wake(loop),
  })
  process.once('exit', connection.closeNow)
  const { url } = connection
  waker = createWaker({
    url,
    onError: (error) => log.warn({ err: error }, 'no wake-up calls from other processes'),
  })

  const size = Math.max(1, Math.floor(config.databaseConnections / 2))
  const db = connection.open('api', size, longestStatement)
  const demo = await whenThere(() => demoAccess(db, config), log)
  const setupCode = await whenThere(() => access.setupCode(db), log)
  const worker = roles.includes('worker')
    ? startWorker(connection.open('worker', size), waker, config, log)
    : undefined
  let isStopping = false
  const app = await openFront(
    { db, url, config, log, worker, isStopping: () => isStopping },
    { api: roles.includes('api'), web: roles.includes('web') },
  )

  async function stop(): Promise<void> {
    isStopping = true
    await Promise.allSettled([app.close(), worker?.stop()])
    await waker?.stop()
    await connection.close()
  }
  closeWithGrace({ delay: grace, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'the process ends after an error that nobody caught')
    else log.info({ signal }, 'stopping')
    await stop()
  })
  try {
    await listen(app, config)
  } catch (error) {
    await stop()
    throw error
  }
  console.log(welcome(config, demo, setupCode))
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(await whyBusy(port), { cause: error })
  }
}

/** Another of ours on the port is the likeliest reason, and the one with the best advice. */
async function whyBusy(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  const isOurs = answer?.ok === true && answer.headers.has('request-id')
  return isOurs
    ? `Bestow is running already, at port ${port}. For a second process on the same data: PORT=${port + 1} npm start`
    : `Port ${port} is taken by another program. Choose another: PORT=${port + 1} npm start`
}
