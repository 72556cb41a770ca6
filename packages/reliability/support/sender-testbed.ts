import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { migrate } from '#platform/postgres/migrations'
import { startScript, terminate } from './instance.ts'

/** What senders are measured on, with nothing of the service but its tables. */
export interface SenderTestbed {
  /** Durable: every commit is on disk before it counts. */
  server: EmbeddedPostgres
  /** Of the server, and for whatever else goes when it goes. */
  dir: string
  /** An address of the receiver, which is a process of its own and answers at once. */
  receiverUrl: string
}

/** Starts a server and a receiver, and takes both away again, however the measurement ends. */
export async function withSenderTestbed(
  measure: (testbed: SenderTestbed) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  const server = await startEmbeddedPostgres({ dataDir: dir })
  try {
    await migrate(server.url)
    const receiver = await startScript('packages/reliability/support/receiver.ts', process.env)
    try {
      await measure({ server, dir, receiverUrl: `http://127.0.0.1:${receiver.line}/hook` })
    } finally {
      await terminate(receiver.child)
    }
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
