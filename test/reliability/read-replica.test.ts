import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, it } from 'node:test'
import * as audit from '#audit'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres'
import { newId } from '#platform/lib/ids'
import { type Database, inTransaction } from '#platform/postgres/database'
import { migrate } from '#platform/postgres/migrations'
import { replicaReadResults } from '#platform/postgres/read-replica'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { eventually } from '#test/eventually'
import { queryOnce, startPrimary, startReplica } from '#test/streaming-replica'
import { openProcessDatabase } from '#test/test-database'

/* The tests of lists on a real streaming replica that lags, hangs, dies and is promoted. */

const folder = mkdtempSync(join(tmpdir(), 'bestow-read-replica-'))
const primaryDir = join(folder, 'primary')
const replicaDir = join(folder, 'replica')
const primary = await startPrimary(primaryDir)
await migrate(primary.url)
let replica = await startReplica(primary, primaryDir, replicaDir)

const databases: Database[] = []
function openDatabase(replicaUrl = replica.url) {
  const db = openProcessDatabase({
    url: primary.url,
    maxConnections: 5,
    name: 'test',
    replicaUrl,
    onError: () => {},
  })
  databases.push(db)
  return db
}
/** Two processes on the same database. The second process never writes. */
const [writer, reader] = [openDatabase(), openDatabase()]

after(async () => {
  await Promise.all(databases.flatMap(({ pool, replica }) => [pool.end(), replica?.pool.end()]))
  await replica.stop('immediate')
  await primary.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => eventually(usesReplica, { timeoutMs: 60_000 }))

const account_id = newId()
await inTransaction(writer, account_id, (ctx) =>
  ctx.query(
    `insert into access.account (id, name, tier, tenant, region, stage, created_at)
     values ($1::uuid, 'Larkfield', 'enterprise', $1::uuid::text, 'us', 'staging', now())`,
    [account_id],
  ),
)

let written = 0
async function write() {
  await inTransaction(writer, account_id, async (ctx) =>
    audit.recordEntry(ctx, {
      action: 'a.b',
      subject: { kind: 'thing', id: '1' },
    }),
  )
  written += 1
}

/** Returns the number of entries of a list, and whether the list ran on the replica. */
const list = (db = reader, account = account_id) =>
  readFromReplica(db, account, async (ctx) => {
    const [row] = await ctx.query<{ count: number; is_replica: boolean }>(
      'select count(*)::int as count, pg_is_in_recovery() as is_replica from access.audit_entry',
    )
    return row ?? { count: -1, is_replica: false }
  })

const usesReplica = async () => (await list()).is_replica

const countReads = () =>
  Object.fromEntries(
    replicaReadResults.map((result) => [result, reader.replica?.reads.get(result) ?? 0]),
  ) as Record<(typeof replicaReadResults)[number], number>

async function assertReadsOwnWrites(rounds: number) {
  for (let round = 0; round < rounds; round++) {
    await write()
    assert.equal((await list()).count, written)
  }
}

it('reads each write at once, and from the replica', async () => {
  await eventually(usesReplica)
  const before = countReads()
  await eventually(async () => {
    await assertReadsOwnWrites(100)
    // if the replica is slow on a busy machine, the reads of the next second use the primary
    return countReads().replica - before.replica > 10
  })
  assert.deepEqual((await list(reader, newId())).count, 0, 'row-level security applies')
})

it('reads from the primary while the replica lags, until it has caught up', async () => {
  await queryOnce(replica.superuserUrl, 'select pg_wal_replay_pause()')
  try {
    assert.ok(await usesReplica(), 'nothing was written since')
    const before = countReads()
    await assertReadsOwnWrites(30)
    const reads = countReads()
    assert.equal(reads.replica, before.replica)
    assert.ok(reads.lagging > before.lagging)
    assert.ok((reader.replica?.lagBytes ?? 0) > 0)
  } finally {
    await queryOnce(replica.superuserUrl, 'select pg_wal_replay_resume()')
  }
})

it('reads each write while the replica applies commits late', async () => {
  const setDelay = async (delay: string) => {
    await queryOnce(replica.superuserUrl, `alter system set recovery_min_apply_delay = '${delay}'`)
    await queryOnce(replica.superuserUrl, 'select pg_reload_conf()')
  }
  await setDelay('40ms')
  await Promise.all([1, 2, 3].map(() => list())) // several readers share one query for the position
  await assertReadsOwnWrites(40)
  await setDelay('3s')
  await assertReadsOwnWrites(20)
  await setDelay('0')
})

it('reads from the primary while the replica hangs', async () => {
  process.kill(replica.pid, 'SIGSTOP')
  const backends = backendsOf()
  for (const pid of backends) process.kill(pid, 'SIGSTOP')
  try {
    const startedAt = performance.now()
    await assertReadsOwnWrites(3)
    assert.ok(performance.now() - startedAt < 10_000)
  } finally {
    for (const pid of [...backends, replica.pid]) process.kill(pid, 'SIGCONT')
  }
})

function backendsOf(): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(replica.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number)
}

it('reads from the primary while the replica is dead', async () => {
  const before = countReads()
  process.kill(replica.pid, 'SIGKILL')
  await assertReadsOwnWrites(10)
  const reads = countReads()
  assert.ok(reads.unavailable + reads.failed > before.unavailable + before.failed)
  const { port } = replica
  replica = await startEmbeddedPostgres({ dataDir: replicaDir, settings: followPrimary() })
  assert.equal(replica.port, port)
})

/** Returns the URL of the service's database for a role to which row-level security does not apply. */
function asSuperuser(server: EmbeddedPostgres): string {
  const url = new URL(server.superuserUrl)
  url.pathname = new URL(server.url).pathname
  return url.href
}

function followPrimary() {
  const { hostname, port, username, password } = new URL(primary.superuserUrl)
  return {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  }
}

it('does not read from a server of another cluster, or as a role without row-level security', async () => {
  const otherDir = join(folder, 'other')
  const other = await startEmbeddedPostgres({ dataDir: otherDir })
  try {
    for (const url of [other.url, asSuperuser(replica), primary.url]) {
      const db = openDatabase(url)
      assert.deepEqual(await list(db), { count: written, is_replica: false })
      assert.equal(db.replica?.reads.get('unavailable'), 1)
    }
  } finally {
    await other.stop('immediate')
  }
})

it('does not read from a promoted replica', async () => {
  const promoted = await startReplica(primary, primaryDir, join(folder, 'promoted'))
  try {
    const db = openDatabase(promoted.url)
    await eventually(async () => (await list(db)).is_replica)
    await queryOnce(promoted.superuserUrl, 'select pg_promote()')
    await queryOnce(
      asSuperuser(promoted),
      `insert into access.account (id, name, tier, tenant, region, stage, created_at)
       values (gen_random_uuid(), 'x', 'enterprise', 'x', 'us', 'staging', now())`,
    )
    for (let round = 0; round < 5; round++) {
      await write()
      assert.deepEqual(await list(db), { count: written, is_replica: false })
    }
  } finally {
    await promoted.stop('immediate')
  }
})
