import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import * as gifting from '../index.ts'

const app = await createTestApp()
const otherAccount = await app.createOtherAccount()

const create = async (body: object, api = app.api): Promise<string> => {
  const { status, json } = await api.post('/gift_requests', body)
  assert.equal(status, 201)
  return json.id
}

/** Returns a body for the other account with that account's email campaign. */
async function buildOtherGift(): Promise<object> {
  const { json } = await otherAccount.api.get('/campaigns')
  const campaign = json.data.find(
    (each: { invitation_method: string }) => each.invitation_method === 'email',
  )
  return giftBody(app, { campaign_id: campaign.id })
}

/** Makes every transition of a gift request throw: its items are not valid JSON. */
const corruptItems = (id: string) =>
  app.run((ctx) =>
    ctx.query(`update gifting.gift_request set line_items = 'broken' where id = $1`, [id]),
  )

interface Timer {
  state: string
  due_failures: number
  in_seconds: number | null
}

async function readTimer(id: string): Promise<Timer> {
  const [row] = await app.run(
    (ctx) =>
      ctx.query<Timer>(
        `select state, due_failures, extract(epoch from due_at - $2::timestamptz)::float8 as in_seconds
           from gifting.gift_request where id = $1`,
        [id, ctx.now],
      ),
    ALL_ACCOUNTS,
  )
  assert.ok(row)
  return row
}

it('processes all gift requests except a failing one, in all accounts', async () => {
  const broken = await create(directGiftBody(app))
  await corruptItems(broken)
  const fine = await Promise.all([1, 2, 3, 4, 5].map(() => create(giftBody(app))))
  const others = await create(await buildOtherGift(), otherAccount.api)
  const failures: string[] = []
  const moved = await gifting.processDue(app.db, (_error, where) => failures.push(where))
  assert.equal(moved, 6)
  assert.deepEqual(failures, [`gifts of account ${app.account.id}: gift request ${broken}`])
  for (const id of [...fine, others])
    assert.equal((await readTimer(id)).state, 'awaiting_recipient', 'one that does not fail')
})

it('retries a failing timer with doubling delays, and resets the failures after success', async () => {
  const id = await create(directGiftBody(app))
  const [items] = await app.run((ctx) =>
    ctx.query<{ line_items: string }>('select line_items from gifting.gift_request where id = $1', [
      id,
    ]),
  )
  await corruptItems(id)
  const waits: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await app.run((ctx) =>
      ctx.query('update gifting.gift_request set due_at = $2 where id = $1', [id, ctx.now]),
    )
    await gifting.processDue(app.db, () => {})
    const { in_seconds, due_failures, state } = await readTimer(id)
    assert.deepEqual({ due_failures, state }, { due_failures: round + 1, state: 'created' })
    waits.push(Math.round((in_seconds ?? 0) / 10))
  }
  assert.deepEqual(waits, [1, 2, 4, 8])
  await app.run((ctx) =>
    ctx.query('update gifting.gift_request set line_items = $2, due_at = $3 where id = $1', [
      id,
      items?.line_items,
      ctx.now,
    ]),
  )
  await gifting.processDue(app.db)
  const { state, due_failures } = await readTimer(id)
  assert.deepEqual({ state, due_failures }, { state: 'redeemed', due_failures: 0 })
})

it('finds all accounts with due timers despite a backlog of one account', async () => {
  const one = await create(giftBody(app))
  const late = await create(await buildOtherGift(), otherAccount.api)
  await app.advanceTime()
  // enough rows of one account that are due before the other account's
  await app.run((ctx) =>
    ctx.query(
      `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id,
         sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata, expires_at,
         due_at, created_at, updated_at)
       select account_id, gen_random_uuid(), 'GR-X' || n, 'unclaimed', status, 2, false, sender_id, sender_name,
              sender_email, '', '', '', '', email_message, metadata, $2, $2::timestamptz - interval '1 hour', $2, $2
         from gifting.gift_request, generate_series(1, 450) n where id = $1`,
      [one, ctx.now],
    ),
  )
  await app.run(
    (ctx) =>
      ctx.query(
        `update gifting.gift_request set remind_at = null, expires_at = $2, due_at = $2 where id = $1`,
        [late, ctx.now],
      ),
    otherAccount.account.id,
  )
  assert.equal(await gifting.processDue(app.db), 101)
  assert.equal((await readTimer(late)).state, 'expired')
  await app.advanceTime()
})
