import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import { createTestApp, giftBody } from '#test/api-harness'
import { createAttentionFixture } from '#test/attention-fixture'
import * as attention from '../index.ts'

const hourMs = 3_600_000
const testApp = await createTestApp()
const { check, findItem, list, setState, createEndpoint } = createAttentionFixture(testApp)
const { sender, colleague } = await testApp.run(async (ctx) => {
  const [first] = await ctx.query<{ id: string; email: string }>(
    'select id, email from access.user order by id limit 1',
  )
  const { user } = await accounts.createUser(ctx, {
    email: 'grace@larkfield.example',
    role: 'admin',
  })
  return { sender: first ?? { id: '', email: '' }, colleague: user }
})

/** Creates a gift with an open item that is more than an hour old. Returns the id of the item. */
async function createItem(): Promise<string> {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  await setState(json.id, 'shipping_error')
  await check()
  await testApp.advanceTime(2 * hourMs)
  return (await findItem('address_refused', json.id))?.id ?? ''
}

const assign = (id: string, assignee_id: string | null, by = sender.id) =>
  testApp.run((ctx) =>
    attention.assign(ctx, { ids: [id] }, { assignee_id, by, onlyUnassigned: false }),
  )

/** Sends the digests of a later day. Returns the new emails by their readers. */
async function sendNextDay(): Promise<Record<string, { subject: string; text: string }>> {
  const readAll = async () =>
    (await testApp.run((ctx) => mail.list(ctx, {}))).filter(
      ({ kind }) => kind === 'attention_digest',
    )
  await testApp.run((ctx) =>
    ctx.query(`update attention.digest set sent_at = sent_at - interval '25 hours'`),
  )
  const before = new Set((await readAll()).map(({ id }) => id))
  await attention.sendDigests(testApp.db)
  const sent = (await readAll()).filter(({ id }) => !before.has(id))
  const entries = sent.map(async ({ id, to, subject }) => {
    const found = await testApp.run((ctx) => mail.find(ctx, id))
    return [to?.email ?? newId(), { subject: subject ?? '', text: found?.rendered?.text ?? '' }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

it('tells the assignee about an assigned gift, and the sender no longer', async () => {
  const id = await createItem()
  await assign(id, colleague.id)
  const first = await sendNextDay()
  assert.deepEqual(Object.keys(first), [colleague.email])
  assert.equal(first[colleague.email]?.subject, 'One gift needs your attention')
  assert.deepEqual(await sendNextDay(), {}, 'nothing is new')
  await assign(id, null)
  const other = await createItem()
  assert.deepEqual(Object.keys(await sendNextDay()), [sender.email])
  await assign(other, colleague.id)
  const moved = await sendNextDay()
  assert.deepEqual(Object.keys(moved), [colleague.email], 'an old item was assigned')
  await assign(other, null)
  await assign(other, colleague.id, colleague.id)
  assert.deepEqual(await sendNextDay(), {}, 'the colleague took it')
  await testApp.run((ctx) => accounts.suspendMember(ctx, colleague.id, sender.id))
  await createItem()
  const alone = await sendNextDay()
  assert.deepEqual(Object.keys(alone), [sender.email])
  assert.equal(alone[sender.email]?.subject, '3 gifts need your attention')
  await testApp.run((ctx) => accounts.resumeMember(ctx, colleague.id))
})

it('leaves out a snoozed gift, and is sent again when it is back', async () => {
  await testApp.run((ctx) => ctx.query('update attention.item set assignee_id = null'))
  await sendNextDay()
  const id = await createItem()
  const until = await testApp.run(async (ctx) => {
    const at = new Date(ctx.now.getTime() + 48 * hourMs)
    await attention.snooze(ctx, { ids: [id] }, at)
    return at
  })
  assert.deepEqual(await sendNextDay(), {})
  await createItem()
  const without = await sendNextDay()
  assert.equal(without[sender.email]?.subject, '4 gifts need your attention')
  await testApp.advanceTime(
    until.getTime() - (await testApp.run(async (ctx) => ctx.now.getTime())) + 1,
  )
  assert.equal((await sendNextDay())[sender.email]?.subject, '5 gifts need your attention')
  assert.deepEqual(await sendNextDay(), {}, 'it is reported once')
})

it('counts assigned problems that are about no gift', async () => {
  await testApp.run((ctx) => ctx.query('update attention.item set cleared_at = now()'))
  await createEndpoint()
  await testApp.run((ctx) => ctx.query(`update webhooks.endpoint set signing_error = 'x'`))
  await check()
  await testApp.run((ctx) =>
    ctx.query(`update attention.item set raised_at = raised_at - interval '2 hours'`),
  )
  const [item] = await list({ kind: 'endpoint_failing', state: 'open' })
  await assign(item?.id ?? '', colleague.id)
  const { subject, text } = (await sendNextDay())[colleague.email] ?? {}
  assert.equal(subject, 'One problem is assigned to you')
  assert.ok(
    text?.includes(
      `See everything: ${testApp.db.deployment.origin}/attention?state=open&assignee_id=${colleague.id}`,
    ),
    text,
  )
  assert.ok(!text?.includes('the gifts below'))
})
