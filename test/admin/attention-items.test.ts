import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import * as attention from '#attention'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import * as webhooks from '#webhooks'

const dayMs = 24 * 60 * 60 * 1000
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const [admin, sender] = [await testApp.signIn(testApp.admin), await testApp.signIn(testApp.sender)]
const check = () => attention.checkAccount(testApp.db, testApp.account.id)
const group = { kind: 'expiring', cause: 'not_redeemed', state: 'open' }
const inDays = (days: number) => new Date(fixture.now().getTime() + days * dayMs).toISOString()

/** Creates gifts that expire soon, with their items. */
async function createExpiring(...emails: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const email of emails) ids.push(await fixture.sendGift(email))
  await fixture.run((ctx) =>
    ctx.query('update gifting.gift_request set expires_at = $2 where id = any ($1)', [
      ids,
      new Date(fixture.now().getTime() + 3 * dayMs),
    ]),
  )
  await check()
  return ids
}

const listOpen = async (query = ''): Promise<{ id: string; gift_request_id: string }[]> =>
  (await sender.get(`/attention?state=open&kind=expiring${query}`)).json.data
const lastEntry = async (action: string) =>
  (await admin.get(`/audit?limit=20`)).json.data.find(
    (each: { action: string }) => each.action === action,
  )

const gifts = await createExpiring(
  'a.one@x.example',
  'b.two@x.example',
  'c.three@x.example',
  'd.four@x.example',
)

describe('a group of items', () => {
  it('has its count, its age and its newest items with names', async () => {
    const { json } = await sender.get('/attention/groups')
    const found = json.data.find((each: { kind: string }) => each.kind === 'expiring')
    assert.deepEqual([found.cause, found.count, found.newest.length], ['not_redeemed', 4, 3])
    assert.match(found.newest[0].name, /GR-/)
    assert.equal(found.newest[0].next_actions[0].title, 'Remind the recipient')
    assert.equal((await sender.get('/attention/groups?state=cleared')).status, 400)
  })

  it('hides items about endpoints from those who see none', async () => {
    const { endpoint } = await testApp.run((ctx) =>
      webhooks.createEndpoint(
        ctx,
        { account_id: ctx.account_id, tier: 'enterprise' },
        { url: 'http://127.0.0.1:9/' },
        { allowPrivate: true },
      ),
    )
    await testApp.run((ctx) =>
      ctx.query(`update webhooks.endpoint set signing_error = 'x' where id = $1`, [endpoint.id]),
    )
    await check()
    const kindsFor = async (client: typeof admin) =>
      (await client.get('/attention/groups')).json.data.map((each: { kind: string }) => each.kind)
    assert.ok((await kindsFor(admin)).includes('endpoint_failing'))
    assert.ok(!(await kindsFor(sender)).includes('endpoint_failing'))
    const matching = { kind: 'endpoint_failing', cause: 'cannot_sign', state: 'open' }
    const until = inDays(7)
    assert.deepEqual((await sender.post('/attention/snooze', { matching, until })).json, {
      ...{ done: 0, ids: [], rejected: [] },
    })
    const listed = async () =>
      (await admin.get('/overview/attention')).json.failing_endpoints.length
    assert.equal(await listed(), 1)
    assert.equal((await admin.post('/attention/snooze', { matching, until })).json.done, 1)
    assert.equal(await listed(), 0)
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
  })

  it('is reminded with one bulk action', async () => {
    const request = { request_id: randomUUID(), matching: group }
    const started = await sender.post('/attention/remind', request)
    assert.deepEqual([started.status, started.json.kind, started.json.gifts], [200, 'remind', 4])
    assert.equal((await sender.post('/attention/remind', request)).json.id, started.json.id)
    await drain(() => sends.processBulkActions(testApp.db))
    const { json } = await sender.get(`/bulk-actions/${started.json.id}`)
    assert.deepEqual([json.state, json.done + json.rejected], ['finished', 4])
  })
})

describe('an assigned item', () => {
  it('names its assignee, and records who assigned what', async () => {
    const [item] = await listOpen()
    const { data } = (await sender.get('/attention/assignees')).json
    const own = data.find(({ id }: { id: string }) => id === testApp.sender.id)
    assert.deepEqual(own, {
      ...{ id: testApp.sender.id, name: 'Ada sender' },
      hidden: ['endpoint', 'connection', 'domain'],
    })
    const body = { ids: [item?.id], assignee_id: testApp.sender.id }
    assert.deepEqual((await admin.post('/attention/assign', body)).json, {
      ...{ done: 1, ids: [item?.id], rejected: [] },
    })
    const [listed] = (await sender.get(`/attention?assignee_id=${testApp.sender.id}`)).json.data
    assert.deepEqual(
      [listed.id, listed.assignee_id, listed.assignee_name],
      [item?.id, testApp.sender.id, 'Ada sender'],
    )
    const entry = await lastEntry('attention.assign')
    assert.deepEqual(entry.subject, { kind: 'attention', id: item?.id, name: 'expiring' })
    assert.deepEqual(entry.details, {
      ...{ before: { assignee: [] }, after: { assignee: 'Ada sender' } },
      ...{ items: 1, gift_request_ids: [item?.gift_request_id] },
    })
    const all = { matching: group, assignee_id: testApp.admin.id, only_unassigned: true }
    const { done, rejected } = (await admin.post('/attention/assign', all)).json
    assert.deepEqual([done, rejected], [3, [{ reason: 'assigned', count: 1 }]])
    assert.equal((await listOpen('&assignee_id=none')).length, 0)
  })

  it('refuses requests without items, with both selections, and for strangers', async () => {
    const { id: stranger } = await testApp.run(async () => ({ id: randomUUID() }))
    const cases = [
      [{ assignee_id: null }, 'ids'],
      [{ ids: [gifts[0]], matching: group, assignee_id: null }, 'matching'],
      [{ ids: [gifts[0]], assignee_id: stranger }, 'assignee_id'],
      [{ ids: [], assignee_id: null }, 'ids'],
    ] as const
    for (const [body, param] of cases) {
      const { status, json } = await sender.post('/attention/assign', body)
      assert.deepEqual([status, json.errors[0].param], [422, param], JSON.stringify(body))
    }
  })
})

describe('a snoozed group', () => {
  it('leaves list, groups and counts, is in the filter, and comes back', async () => {
    const until = inDays(7)
    const { json } = await sender.post('/attention/snooze', { matching: group, until })
    assert.deepEqual([json.done, json.ids.length, json.rejected], [4, 4, []])
    assert.deepEqual(await listOpen(), [])
    const kinds = (await sender.get('/overview/attention')).json.counts.map(
      (each: { kind: string }) => each.kind,
    )
    assert.ok(!kinds.includes('expiring'))
    const [snoozed] = (await sender.get('/attention/groups?state=snoozed&kind=expiring')).json.data
    assert.deepEqual([snoozed.count, snoozed.newest[0].snoozed_until], [4, until])
    const { details } = await lastEntry('attention.snooze')
    assert.deepEqual([details.items, details.until], [4, until])
    const wake = { matching: { ...group, state: 'snoozed' }, until: null }
    assert.equal((await sender.post('/attention/snooze', wake)).json.done, 4)
    assert.equal((await listOpen()).length, 4)
    const far = await sender.post('/attention/snooze', { matching: group, until: inDays(120) })
    assert.deepEqual([far.status, far.json.errors[0].param], [422, 'until'])
  })

  it('says how many items have ended', async () => {
    const [first, second] = await listOpen()
    await fixture.simulateTo(second?.gift_request_id ?? '', 'delivered')
    await check()
    const ids = [first?.id, second?.id]
    const { json } = await sender.post('/attention/snooze', { ids, until: inDays(1) })
    assert.deepEqual(json, {
      ...{ done: 1, ids: [first?.id], rejected: [{ reason: 'ended', count: 1 }] },
    })
  })
})
