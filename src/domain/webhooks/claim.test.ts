import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres'
import { freshDatabase } from '#test/database'
import { type WebhookWorld, webhookWorld } from '#test/webhook-world'
import {
  beforeAll,
  type Claimed,
  type ClaimRequest,
  claim,
  type Lane,
  type Rooms,
} from './claim.ts'
import * as webhooks from './index.ts'
import * as queue from './queue.ts'
import { queued } from './tables.ts'

let world: WebhookWorld
before(async () => {
  world = await webhookWorld((await freshDatabase()).url)
})
after(() => world.close())

const engine = <T>(act: (ctx: TxContext) => Promise<T>) =>
  inTransaction(world.db, ALL_ACCOUNTS, act)

beforeEach(async () => {
  const others = await engine((ctx) => webhooks.listEndpoints(ctx))
  for (const { id } of others) await engine((ctx) => webhooks.remove(ctx, id))
})

const rooms = (more: Partial<Rooms> = {}): Rooms => ({
  endpoints: { ids: [], left: [] },
  unlisted: 50,
  accounts: { ids: [], left: [], unlisted: [] },
  ...more,
})

const claims = (more: Partial<ClaimRequest> = {}, lane: Lane = 'fresh') =>
  engine((ctx) =>
    claim(ctx, lane, {
      after: beforeAll,
      free: 50,
      rooms: rooms(),
      perAccount: 50,
      token: randomUUID(),
      lease_seconds: 60,
      ...more,
    }),
  )

const rowOf = async (id: string) => {
  const [row] = await engine((ctx) =>
    ctx.query<{ attempt: number; lease_token: string | null }>(
      'select attempt, lease_token from webhooks.delivery_queue where id = $1',
      [id],
    ),
  )
  return row && [row.lease_token, row.attempt]
}

it('finds the room of each endpoint among thousands that are listed, and of each account', async () => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++)
    ids.push((await world.endpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  for (let n = 0; n < 10; n++) await world.tell()
  const [one = '', two = '', three = '', four = ''] = ids.sort()
  const others = Array.from({ length: 3_000 }, () => [randomUUID(), 0] as const)
  const left = new Map([...others, [one, 1], [two, 0], [three, 7]])
  const endpoints = [...left.keys()].sort()
  const wanted = (unlisted: number) =>
    rooms({
      endpoints: { ids: endpoints, left: endpoints.map((id) => left.get(id) ?? 0) },
      unlisted: 9,
      accounts: { ids: [world.account_id], left: [50], unlisted: [unlisted] },
    })
  const taken = async (unlisted: number) => {
    const { rows } = await claims({ free: 48, rooms: wanted(unlisted) })
    return [one, two, three, four].map((id) => rows.filter((row) => row.endpoint_id === id).length)
  }
  assert.deepEqual(await taken(2), [1, 0, 7, 2], 'the account has less for those not listed')
  assert.deepEqual(await taken(0), [1, 0, 3, 0])
})

it('moves what waits for endpoints that take nothing into a lane of its own, once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 2; n++)
    ids.push((await world.endpoint({ url: 'http://127.0.0.1:9/' })).endpoint.id)
  const [blocked = '', open = ''] = ids
  for (let n = 0; n < 3; n++) await world.tell()
  const notOpen = rooms({ endpoints: { ids: [open], left: [0] } })
  const token = randomUUID()
  const [leased] = (await claims({ free: 1, rooms: notOpen, token })).rows
  await engine((ctx) =>
    ctx.query(
      `update webhooks.delivery_queue set state = $2, attempt = 1 where id = (
         select max(id::text)::uuid from webhooks.delivery_queue where endpoint_id = $1)`,
      [blocked, queued.readyLate],
    ),
  )
  const move = () => engine((ctx) => queue.moveToSlowLane(ctx, [blocked]))
  assert.equal(await move(), 2, 'a first attempt and a retry; what is leased stays')
  assert.equal(await move(), 0)
  assert.deepEqual(await rowOf(leased?.id ?? ''), [token, 1])
  const of = ({ rows }: { rows: Claimed[] }) => new Set(rows.map((row) => row.endpoint_id))
  assert.deepEqual(of(await claims()), new Set([open]))
  assert.equal((await claims({}, 'late')).rows.length, 0)
  const { rows } = await claims({}, 'slow')
  assert.deepEqual(
    rows.map(({ endpoint_id, attempt }) => [endpoint_id, attempt]),
    [
      [blocked, 1],
      [blocked, 2],
    ],
  )
})
