/**
 * Graphile Worker as a peer, with the batching of its performance page: a local queue, and completions that
 * are written in batches.
 */
import pg from 'pg'
import { deliver, finish, type Job, jobs, peerOptions, requirePeer } from './common.ts'

interface Graphile {
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>
    addJobs(specs: { identifier: string; payload: Job }[]): Promise<unknown>
    release(): Promise<void>
  }>
  run(options: object): Promise<{ stop(): Promise<void> }>
  Logger: new (factory: () => () => void) => object
}

const { makeWorkerUtils, run, Logger } = requirePeer<Graphile>('graphile-worker')
const logger = new Logger(() => () => {})
const pgPool = new pg.Pool({ connectionString: peerOptions.url, max: 12 })
pgPool.on('error', console.error)
pgPool.on('connect', (client) => client.on('error', console.error))
const utils = await makeWorkerUtils({ pgPool, logger })
await utils.migrate()
for (const chunk of jobs())
  await utils.addJobs(chunk.map((payload) => ({ identifier: 'deliver', payload })))
await pgPool.query('vacuum (analyze) graphile_worker._private_jobs')

const before = process.cpuUsage()
const runner = await run({
  pgPool,
  logger,
  noHandleSignals: true,
  preset: {
    worker: {
      concurrentJobs: peerOptions.concurrency,
      localQueue: { size: peerOptions.batch },
      completeJobBatchDelay: 10,
      failJobBatchDelay: 10,
    },
  },
  taskList: { deliver: (payload: Job) => deliver(payload) },
})
await finish(async () => {
  const { rows } = await pgPool.query(
    'select exists (select from graphile_worker._private_jobs) as waits',
  )
  return rows[0].waits === false
}, before)
await runner.stop()
await utils.release()
await pgPool.end()
