/**
 * pg-boss as a peer: several workers that fetch batches, immediately again while the batches are full. They
 * complete each job separately, because one failing receiver must not repeat a whole batch.
 */
import pg from 'pg'
import { deliver, finish, type Job, jobs, peerOptions, requirePeer } from './common.ts'

interface Boss {
  start(): Promise<unknown>
  stop(options: { graceful: boolean }): Promise<void>
  on(event: 'error', handler: (error: unknown) => void): void
  createQueue(name: string): Promise<void>
  insert(name: string, jobs: { data: Job }[]): Promise<unknown>
  work(
    name: string,
    options: object,
    handler: (jobs: { id: string; data: Job }[]) => Promise<{ id: string; status: string }[]>,
  ): Promise<string>
}

const { PgBoss } = requirePeer<{ PgBoss: new (options: object) => Boss }>('pg-boss')
const boss = new PgBoss({ connectionString: peerOptions.url, max: 12 })
boss.on('error', console.error)
await boss.start()
await boss.createQueue('deliveries')
const database = new pg.Client(peerOptions.url)
await database.connect()
await database.query(`delete from pgboss.job where state = 'completed'`)
for (const chunk of jobs())
  await boss.insert(
    'deliveries',
    chunk.map((data) => ({ data })),
  )
await database.query('vacuum (analyze) pgboss.job')

const before = process.cpuUsage()
const options = {
  batchSize: peerOptions.batch,
  localConcurrency: Math.max(1, Math.round(peerOptions.concurrency / peerOptions.batch)),
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  perJobResults: true,
}
await boss.work('deliveries', options, (batch) =>
  Promise.all(
    batch.map(({ id, data }) =>
      deliver(data).then(
        () => ({ id, status: 'completed' }),
        () => ({ id, status: 'failed' }),
      ),
    ),
  ),
)
await finish(async () => {
  const { rows } = await database.query(
    `select exists (select from pgboss.job where name = 'deliveries' and state < 'completed') as waits`,
  )
  return rows[0].waits === false
}, before)
await boss.stop({ graceful: false })
await database.end()
