import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { bodyFor, type Holder, headersOf, holderIn } from './accounts.ts'
import { createPlace, type Node, type Place } from './place.ts'
import { settled } from './settled.ts'

const gifts = Number(process.env.NODES_GIFTS ?? 1_000)
const clients = 8

/** What one gift request leaves behind, in bytes and processor time: when it was made and told, and when it has arrived. */
export async function sizes(): Promise<void> {
  const place = await createPlace()
  try {
    const node = await place.start('api,web,worker')
    const holder = await holderIn(place, 'ash')
    const ids = await each(
      Array.from({ length: 50 }, () => ''),
      () => create(node, holder),
    ) // the first ones pay for catalogue pages and plans
    await settled(place)
    const start = await look(place, node)
    const made = await each(Array.from({ length: gifts }), () => create(node, holder))
    await settled(place)
    const told = await look(place, node)
    await each(made, (id) => advance(node, holder, id))
    await settled(place)
    const arrived = await look(place, node)
    console.log(`sizes: of ${made.length} gift requests after ${ids.length} to begin with`)
    report('made and told', start, told)
    report('made, told and brought to delivered', start, arrived)
  } finally {
    await place.remove()
  }
}

async function each<From, To>(
  from: readonly From[],
  act: (one: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = []
  let next = 0
  const client = async () => {
    while (next < from.length) done.push(await act(from[next++] as From))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return done
}

async function send(node: Node, holder: Holder, path: string, body: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${node.base}/api${path}`, {
      method: 'POST',
      headers: headersOf(holder),
      body,
    })
    const text = await answer.text()
    if (answer.ok) return text
    if (answer.status !== 503) throw new Error(`${answer.status} ${text}`)
  }
  throw new Error('the service cannot reach its database')
}

const create = async (node: Node, holder: Holder): Promise<string> =>
  (JSON.parse(await send(node, holder, '/gift_requests', bodyFor(holder))) as { id: string }).id

const advance = (node: Node, holder: Holder, id: string): Promise<string> =>
  send(node, holder, `/test_helpers/gift_requests/${id}/advance`, '{"to":"delivered"}')

interface Look {
  tables: Map<string, { bytes: number; rows: number }>
  wal: number
  service: number
  postgres: number
}

async function look({ db, serverCpu }: Place, node: Node): Promise<Look> {
  return inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const rows = await ctx.query<{ name: string; bytes: number }>(
      `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
              sum(pg_total_relation_size(c.oid)) as bytes
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname in ('access', 'gifting', 'webhooks', 'mail', 'fulfilment', 'catalogue')
        group by 1`,
    )
    const tables = new Map<string, { bytes: number; rows: number }>()
    for (const { name, bytes } of rows) {
      const [count] = await ctx.query<{ n: number }>(`select count(*) as n from ${name}`)
      tables.set(name, { bytes: Number(bytes), rows: count?.n ?? 0 })
    }
    const [wal] = await ctx.query<{ at: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as at`,
    )
    return { tables, wal: Number(wal?.at), service: node.cpu(), postgres: serverCpu() }
  })
}

function report(name: string, from: Look, to: Look): void {
  const per = (bytes: number) => (bytes / gifts).toFixed(0)
  let sum = 0
  const lines: string[] = []
  for (const [table, { bytes, rows }] of to.tables) {
    const before = from.tables.get(table)
    const grown = bytes - (before?.bytes ?? 0)
    if (grown < gifts) continue // less than a byte for each
    sum += grown
    const more = (rows - (before?.rows ?? 0)) / gifts
    lines.push(
      `  ${table.padEnd(30)} ${per(grown).padStart(6)} bytes  ${more.toFixed(1).padStart(5)} rows`,
    )
  }
  console.log(
    `${name}, each: ${per(sum)} bytes in tables and indexes, ${per(to.wal - from.wal)} bytes of WAL, ` +
      `CPU: service ${((to.service - from.service) / 1000 / gifts).toFixed(2)} ms, PostgreSQL ${((to.postgres - from.postgres) / 1000 / gifts).toFixed(2)} ms`,
  )
  for (const line of lines.sort()) console.log(line)
}
