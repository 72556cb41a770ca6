import { rmSync } from 'node:fs'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { cleanUpOnSignal } from './end-on-signal.ts'

export interface BenchServer {
  server: EmbeddedPostgres
  /** Stops the server. Deletes its data directory if it is temporary. */
  remove(): Promise<void>
}

/**
 * Starts a durable server. The server is also removed when a signal ends the
 * script, even while the server starts.
 */
export async function startBenchServer(
  options: Pick<EmbeddedPostgresOptions, 'dataDir' | 'settings'>,
  { isTemporary }: { isTemporary: boolean },
): Promise<BenchServer> {
  const starting = startEmbeddedPostgres(options)
  const removeServer = async () => {
    await (await starting).stop()
    if (isTemporary) rmSync(options.dataDir, { recursive: true, force: true })
  }
  const unregister = cleanUpOnSignal(removeServer)
  return {
    server: await starting,
    async remove() {
      await removeServer()
      unregister()
    },
  }
}
