/**
 * BullMQ as a peer: one worker with many concurrent jobs, on a Redis with an append-only
 * file. Finished jobs are removed.
 */
import { deliver, finish, type Job, jobs, peerOptions, requirePeer } from './common.ts'

interface Closes {
  close(): Promise<void>
}

interface Bull {
  Queue: new (
    name: string,
    options: object,
  ) => Closes & {
    addBulk(jobs: { name: string; data: Job; opts: object }[]): Promise<unknown>
  }
  Worker: new (
    name: string,
    handler: (job: { data: Job }) => Promise<void>,
    options: object,
  ) => Closes & {
    on(event: 'completed', handler: () => void): void
    on(event: 'error', handler: (error: unknown) => void): void
  }
}

interface Redis {
  Redis: new (options: object) => { quit(): Promise<unknown> }
}

const { Queue, Worker } = requirePeer<Bull>('bullmq')
const { Redis } = requirePeer<Redis>('ioredis')
const connectRedis = () =>
  new Redis({ port: peerOptions.redisPort, host: '127.0.0.1', maxRetriesPerRequest: null })
const connections = [connectRedis(), connectRedis()] as const
const queue = new Queue('deliveries', { connection: connections[0] })
const opts = { removeOnComplete: true, removeOnFail: 1000, attempts: 5 }
for (const chunk of jobs())
  await queue.addBulk(chunk.map((data) => ({ name: 'deliver', data, opts })))

const before = process.cpuUsage()
let completed = 0
const worker = new Worker('deliveries', ({ data }) => deliver(data), {
  connection: connections[1],
  concurrency: peerOptions.concurrency,
})
worker.on('completed', () => {
  completed += 1
})
worker.on('error', console.error)
await finish(async () => completed === peerOptions.total, before)
await worker.close()
await queue.close()
await Promise.all(connections.map((connection) => connection.quit()))
