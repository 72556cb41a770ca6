import { rmSync } from 'node:fs'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { cleanUpOnSignal } from './end-on-signal.ts'

export interface BenchServer {
  server: EmbeddedPostgres
  /** Stops the server, and deletes a temporary data directory. */
  remove(): Promise<void>
}

/** Starts a durable server. It is also removed when a signal ends the script, even while it starts. */
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
