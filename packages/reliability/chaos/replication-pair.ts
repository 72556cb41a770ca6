import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import type { DatabaseCluster } from './database-cluster.ts'
import { processTree, signalAll } from './postgres-processes.ts'

/**
 * A primary and a hot standby, as an operator would run them: with synchronous streaming replication, and one
 * address for both. `failOver` does the work of Patroni or of a cloud provider: it detects the dead primary
 * and promotes the standby.
 */
export interface ReplicationPair extends DatabaseCluster {
  /**
   * Kills the primary, promotes the standby, and redirects the address to it. Returns the duration in
   * milliseconds.
   */
  failOver(): Promise<number>
}

const standbyName = 'chaos_standby'

export async function startReplicationPair(dataDir: string): Promise<ReplicationPair> {
  const primary = await startPrimary(dataDir)
  const standby = await startStandby(dataDir, primary)
  const proxy = await startTcpProxy(primary.port)
  await waitForSyncReplication(primary)
  let primaryDir = dataDir
  const url = new URL(primary.url)
  url.port = String(proxy.port)
  return {
    url: url.href,
    attach: () => startEmbeddedPostgres({ dataDir: primaryDir }),
    async failOver() {
      const startedAt = performance.now()
      signalAll(processTree(primary.pid), 'SIGKILL')
      await query(standby.superuserUrl, 'select pg_promote()')
      primaryDir = join(dataDir, 'standby')
      proxy.retarget(standby.port)
      return performance.now() - startedAt
    },
    async stop() {
      proxy.close()
      await standby.stop('immediate')
      await primary.stop('immediate')
    },
  }
}

/** Starts a primary that confirms a commit only after the standby has written it to disk. */
async function startPrimary(dataDir: string): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ dataDir })
  appendFileSync(
    join(dataDir, 'postgres', 'pg_hba.conf'),
    'host replication postgres 127.0.0.1/32 scram-sha-256\n',
  )
  await first.stop('fast')
  mkdirSync(join(dataDir, 'standby'), { mode: 0o711 })
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), join(dataDir, 'standby', 'postgres')])
  return startEmbeddedPostgres({
    dataDir,
    settings: { synchronous_standby_names: standbyName, synchronous_commit: 'on' },
  })
}

/** Creates the standby from a copy of the folder of the stopped primary. The standby follows the primary. */
async function startStandby(dataDir: string, primary: EmbeddedPostgres): Promise<EmbeddedPostgres> {
  const standbyDir = join(dataDir, 'standby')
  const folder = join(standbyDir, 'postgres')
  rmSync(join(folder, 'postmaster.pid'), { force: true })
  writeFileSync(join(folder, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary.superuserUrl)
  return startEmbeddedPostgres({
    dataDir: standbyDir,
    settings: {
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=${standbyName}`,
    },
  })
}

/** Waits until the primary uses the standby for synchronous commits. */
async function waitForSyncReplication(primary: EmbeddedPostgres): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const rows = await query(primary.superuserUrl, 'select sync_state from pg_stat_replication')
    if (rows.some(({ sync_state }) => sync_state === 'sync')) return
    await sleep(50)
  }
  throw new Error('the standby does not follow the primary')
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a proxy with one address for the current primary, like HAProxy or a cloud endpoint. */
async function startTcpProxy(initialPort: number) {
  let target = initialPort
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = dial({ host: '127.0.0.1', port: target })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: address.port,
    retarget(port: number) {
      target = port
      closeSockets()
    },
    close() {
      server.close()
      closeSockets()
    },
  }
}
