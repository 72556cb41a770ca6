/**
 * `node packages/reliability/accounts.ts` measures a node at rest, with all roles or with those of
 * `BENCH_ROLES`: its memory and the CPU time of the node and of PostgreSQL, with one account and with 1,000. Each account
 * has an admin, a catalogue, campaigns and a webhook endpoint.
 * The accounts are in the state that they reach after ten minutes without gifts.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import * as accounts from '#accounts'
import { seed } from '#app/demo-data'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { createBenchInstance, terminate } from './support/instance.ts'
import { cpuTime, monitorMemory } from './support/process-stats.ts'
import { openServiceDatabase } from './support/service-harness.ts'

const count = Number(process.env.BENCH_ACCOUNTS ?? 1_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const roles = process.env.BENCH_ROLES ?? 'api,web,worker'
const settleMs = 20_000

const instance = await createBenchInstance()
try {
  console.log('accounts   memory, median   most   CPU of the node   CPU of PostgreSQL')
  await measure(1)
  await createAccounts(count - 1)
  await measure(count)
} finally {
  await instance.remove()
}

async function createAccounts(more: number): Promise<void> {
  const db = openServiceDatabase(instance.database.url, join(instance.env.BESTOW_DATA_DIR ?? ''))
  try {
    for (let n = 0; n < more; n++)
      await inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
        const account = await accounts.createAccount(ctx, {
          name: `Account ${n}`,
          tier: 'enterprise',
        })
        await fill({ ...ctx, account_id: account.id }, n)
      })
  } finally {
    await db.pool.end()
  }
}

async function fill(ctx: TxContext, n: number): Promise<void> {
  await accounts.createUser(ctx, { email: `admin.${n}@example.com`, role: 'admin' })
  await seed(ctx)
  const owner = { account_id: ctx.account_id, tier: 'enterprise' } as const
  const url = `http://127.0.0.1:9/${n}`
  await webhooks.createEndpoint(ctx, owner, { url }, { allowPrivate: true })
}

async function measure(number: number): Promise<void> {
  const node = await instance.serve(roles)
  const pid = node.pid ?? 0
  await sleep(settleMs)
  await rest()
  const memory = monitorMemory(pid)
  const before = [cpuTime(pid), cpuTime(instance.database.pid)] as const
  await sleep(seconds * 1_000)
  const shares = [cpuTime(pid) - before[0], cpuTime(instance.database.pid) - before[1]].map(
    (us) => `${((us / 1e6 / seconds) * 100).toFixed(1)} %`,
  )
  const { medianMb, maxMb } = memory.takeSample()
  memory.stop()
  await terminate(node)
  const cells = [String(number), `${medianMb.toFixed(0)} MB`, `${maxMb.toFixed(0)} MB`, ...shares]
  const widths = [8, 17, 7, 18, 20]
  console.log(cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join(''))
}

/** Spreads the next checks of what needs attention over their ten minutes, as they are without gifts. */
async function rest(): Promise<void> {
  const client = new Client(instance.superuserUrl)
  await client.connect()
  await client.query(
    `update attention.account_check
        set quiet_rounds = 10, next_at = now() + random() * interval '10 minutes'`,
  )
  await client.end()
}
