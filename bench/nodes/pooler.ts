import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres'
import { bodyFor, type Holder, headersOf, holderIn } from './accounts.ts'
import { findPgbouncer } from './pgbouncer.ts'
import { createPlace, type Place } from './place.ts'
import { settled } from './settled.ts'

const gifts = Number(process.env.NODES_GIFTS ?? 1_000)
const pool = Number(process.env.NODES_POOL ?? 10)
const perAccount = 4 // clients

/** What the clients saw that they should not have seen. */
interface Seen {
  foreign: number
  unexpected: Map<string, number>
  looks: number
  acknowledged: Set<string>
}

/**
 * Two processes of the service behind a PgBouncer in transaction mode. Three accounts send gift requests
 * side by side and look at lists and at each other's gift requests all the while: connections change
 * hands at each transaction, and whatever one left behind would show.
 */
export async function pooler(): Promise<void> {
  const version = findPgbouncer()
  if (version === undefined) {
    console.log(
      'pooler: skipped, there is no pgbouncer on this machine (apt-get install pgbouncer)',
    )
    return
  }
  await play(await createPlace(), 'without')
  await play(await createPlace({ pool }), `${version}, pool of ${pool}`)
}

async function play(place: Place, name: string): Promise<void> {
  try {
    const nodes = await Promise.all([place.start('api,web,worker'), place.start('api,web,worker')])
    const holders = await Promise.all(['ash', 'elm', 'oak'].map((name) => holderIn(place, name)))
    const bases = nodes.map(({ base }) => base)
    const seen: Seen = { foreign: 0, unexpected: new Map(), looks: 0, acknowledged: new Set() }
    const cpu = () => ({
      service: nodes.reduce((sum, node) => sum + node.cpu(), 0),
      postgres: place.serverCpu(),
      pooler: place.pooler?.cpu() ?? 0,
    })
    const most = watchServers(place)
    const before = cpu()
    await load(holders, bases, seen)
    await settled(place)
    const after = cpu()
    const told = await tell(place)
    const { requests, repeated, strayed } = await place.receiver.counts()
    const each = (what: keyof typeof after) =>
      `${what} ${((after[what] - before[what]) / 1000 / told.gifts).toFixed(2)} ms`
    console.log(
      `pooler: ${name}; at most ${await most.end()} connections to PostgreSQL for two processes; ` +
        `CPU a gift request: ${each('service')}, ${each('postgres')}, ${each('pooler')}`,
    )
    console.log(
      `created ${seen.acknowledged.size}, stored ${told.gifts}, events ${told.events}, received ${requests - repeated}, ` +
        `twice ${repeated}, of another account: ${strayed} delivered, ${seen.foreign} of ${seen.looks} looks`,
    )
    const isRight =
      seen.acknowledged.size === told.gifts &&
      told.events === requests - repeated &&
      strayed + seen.foreign + repeated + seen.unexpected.size === 0
    for (const [what, times] of seen.unexpected) console.log(`  ✖ ${times} times: ${what}`)
    if (!isRight) process.exitCode = 1
  } finally {
    await place.remove()
  }
}

async function load(holders: readonly Holder[], bases: readonly string[], seen: Seen) {
  let left = gifts
  const ids = new Map<string, string[]>(holders.map(({ name }) => [name, []]))
  const client = async (holder: Holder, number: number) => {
    for (let turn = number; left-- > 0; turn++) {
      const base = bases[turn % bases.length] ?? ''
      const id = await create(holder, base, seen)
      if (id !== undefined) ids.get(holder.name)?.push(id)
      if (turn % 4 === 0) await lookAround(holder, base, ids, seen)
    }
  }
  await Promise.all(
    holders.flatMap((holder) =>
      Array.from({ length: perAccount }, (_, number) => client(holder, number)),
    ),
  )
}

/** Comes again, with the same key, while the service says that it cannot reach its database. */
async function create(holder: Holder, base: string, seen: Seen): Promise<string | undefined> {
  const headers = { ...headersOf(holder), 'idempotency-key': randomUUID() }
  const body = bodyFor(holder)
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${base}/api/gift_requests`, { method: 'POST', headers, body })
    const text = await answer.text()
    if (answer.status === 503) await sleep(200)
    else if (answer.status === 201) {
      const { id } = JSON.parse(text) as { id: string }
      seen.acknowledged.add(id)
      return id
    } else {
      note(seen, answer.status, text)
      return undefined
    }
  }
  note(seen, 503, 'for good')
  return undefined
}

/** The list holds nothing of others, and what is theirs is not to be found. */
async function lookAround(
  holder: Holder,
  base: string,
  ids: ReadonlyMap<string, string[]>,
  seen: Seen,
) {
  const headers = headersOf(holder)
  const list = await (await fetch(`${base}/api/gift_requests?limit=50`, { headers })).text()
  const addresses = list.match(/@(ash|elm|oak)\.example\.com/g) ?? []
  seen.foreign += addresses.filter((each) => each !== `@${holder.name}.example.com`).length
  for (const [name, theirs] of ids) {
    const id = theirs.at(-1)
    if (id === undefined) continue
    const { status } = await fetch(`${base}/api/gift_requests/${id}`, { headers })
    if (name !== holder.name && status !== 404) seen.foreign += 1
    if (name === holder.name && status !== 200) note(seen, status, 'its own gift request')
    seen.looks += 1
  }
}

function note({ unexpected }: Seen, status: number, text: string) {
  const what = `${status} ${text}`
  unexpected.set(what, (unexpected.get(what) ?? 0) + 1)
}

async function tell({ db }: Place): Promise<{ gifts: number; events: number }> {
  const [row] = await inTransaction(db, ALL_ACCOUNTS, (ctx) =>
    ctx.query<{ gifts: number; events: number }>(
      `select (select count(*) from gifting.gift_request) as gifts,
              (select sum(cardinality(told)) from gifting.move) as events`,
    ),
  )
  return row ?? { gifts: 0, events: 0 }
}

const opened = (db: Place['db']): Promise<number> =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) => {
    const [row] = await ctx.query<{ n: number }>(
      `select count(*) as n from pg_stat_activity
        where datname = current_database() and application_name ~ '^bestow (api|worker)'`,
    )
    return row?.n ?? 0
  })

function watchServers({ db, pooler: at }: Place) {
  let most = 0 // with no pooler, the connections that the processes have opened
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await (at?.servers() ?? opened(db)))
      await sleep(500)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      return most
    },
  }
}
