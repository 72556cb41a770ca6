import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { migrate } from '#platform/postgres/migrations'
import { startBenchServer } from './bench-server.ts'
import { startScript, terminate } from './instance.ts'

/** The environment of sender measurements: the tables of the service, but no process of the service. */
export interface SenderTestbed {
  /** A durable server, on which every commit is on disk before it counts. */
  server: EmbeddedPostgres
  /** The data directory of the server. It may also contain other temporary files. */
  dir: string
  /** A URL of the receiver. The receiver is a separate process and responds at once. */
  receiverUrl: string
}

/** Starts a server and a receiver. Removes both at the end, even after a failed measurement. */
export async function withSenderTestbed(
  measure: (testbed: SenderTestbed) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'bestow-bench-'))
  const { server, remove } = await startBenchServer({ dataDir: dir }, { isTemporary: true })
  try {
    await migrate(server.url)
    const receiver = await startScript('packages/reliability/support/receiver.ts', process.env)
    try {
      await measure({ server, dir, receiverUrl: `http://127.0.0.1:${receiver.line}/hook` })
    } finally {
      await terminate(receiver.child)
    }
  } finally {
    await remove()
  }
}
