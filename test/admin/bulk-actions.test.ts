import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { readGiftPage } from '#test/gift-page'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const [admin, sender] = [await testApp.signIn(testApp.admin), await testApp.signIn(testApp.sender)]
const path = '/bulk-actions'

const start = (body: object, client: AdminClient = sender) =>
  client.post(path, { request_id: randomUUID(), ...body })
const processAll = () => drain(() => sends.processBulkActions(testApp.db))

/** Starts an action and processes it. Returns the action with its reasons. */
async function runAction(body: object) {
  const { status, json, text } = await start(body)
  assert.equal(status, 200, text)
  await processAll()
  return (await sender.get(`${path}/${json.id}`)).json
}

const findExpiry = async (id: string): Promise<number> =>
  Date.parse((await readGiftPage(sender, id)).expires_at)

describe('bulk actions', () => {
  it('process the selected gifts, and show progress, reasons and the gifts that did not change', async () => {
    const open = await fixture.sendGift('ben.open@bulk.example')
    const shipped = await fixture.sendGift('cleo.gone@bulk.example')
    await fixture.simulateTo(shipped, 'in_transit')
    const started = await start({ kind: 'cancel', ids: [open, shipped, testApp.admin.id] })
    const { id } = started.json
    assert.deepEqual(
      [started.json.state, started.json.gifts, started.json.requested_by],
      ['running', 2, { id: testApp.sender.id, name: 'Ada sender' }],
    )
    await processAll()
    const { json } = await sender.get(`${path}/${id}`)
    assert.deepEqual(
      [json.state, json.done, json.rejected, json.can_undo],
      ['finished', 1, 1, false],
    )
    const reason = 'It was dispatched and cannot be recalled.'
    assert.deepEqual(json.reasons, [{ code: 'invalid_transition', reason, count: 1 }])
    const rejected = await sender.get(`${path}/${id}/rejected`)
    const { reference } = await readGiftPage(sender, shipped)
    assert.deepEqual(rejected.json, {
      data: [{ id: shipped, reference, state: 'in_transit', recipient_name: 'Cleo Gone', reason }],
      has_more: false,
    })
    const others = await sender.get(`${path}/${id}/rejected?reason=It%20has%20arrived.`)
    assert.deepEqual(others.json.data, [])
    const csv = await sender.get(`${path}/${id}/rejected.csv`)
    assert.deepEqual(csv.text.replace('\ufeff', '').trim().split('\n'), [
      'reference,id,state,recipient,reason',
      `${reference},${shipped},in_transit,Cleo Gone,${reason}`,
    ])
    const { data } = (await sender.get(`${path}?limit=1`)).json
    assert.deepEqual([data.length, data[0].id], [1, id])
  })

  it('select what the filters of the list match', async () => {
    const ids = [
      await fixture.sendGift('dora@matching.example'),
      await fixture.sendGift('eve@matching.example'),
    ]
    const before = await findExpiry(ids[0] ?? '')
    const action = await runAction({
      ...{ kind: 'extend', days: 7 },
      matching: { q: 'matching.example', status: 'submitted' },
    })
    assert.deepEqual([action.done, action.days, action.can_undo], [2, 7, true])
    assert.equal((await findExpiry(ids[0] ?? '')) - before, 7 * 24 * 60 * 60 * 1000)
    const undo = await sender.post(`${path}/${action.id}/undo`)
    assert.equal(undo.json.undo_of, action.id)
    await processAll()
    assert.equal(await findExpiry(ids[0] ?? ''), before)
    assert.equal((await sender.get(`${path}/${action.id}`)).json.undone_by, undo.json.id)
    assert.equal((await sender.post(`${path}/${undo.json.id}/undo`)).status, 409)
  })

  it('remind recipients at most once an hour, and send failed gifts again once', async () => {
    const id = await fixture.sendGift('finn@hour.example')
    const skipped = await runAction({ kind: 'remind', ids: [id] })
    assert.match(skipped.reasons[0].reason, /^The last email was sent less than an hour ago\.$/)
    await fixture.advanceClock(61 * 60 * 1000)
    assert.equal((await runAction({ kind: 'remind', ids: [id] })).done, 1)
    const open = await runAction({ kind: 'send_again', ids: [id] })
    assert.match(open.reasons[0].reason, /^Only gifts that expired, were declined or did not/)
    await fixture.simulateTo(id, 'expired')
    assert.equal((await runAction({ kind: 'send_again', ids: [id] })).done, 1)
    const again = await runAction({ kind: 'send_again', ids: [id] })
    assert.deepEqual(again.reasons[0].reason, 'It was sent again before.')
  })

  it('are in the report of the bell for 24 hours after their end, for the user who started them', async () => {
    const listEnded = async (client: AdminClient) =>
      (await client.get('/overview/attention')).json.ended_actions
    const ids = [await fixture.sendGift('ben.bell@bulk.example')]
    const { id } = (await start({ kind: 'extend', days: 3, ids })).json
    const isListed = async (client: AdminClient) =>
      (await listEnded(client)).some((action: { id: string }) => action.id === id)
    assert.equal(await isListed(sender), false, 'the action is running')
    await processAll()
    const { ended_at } = (await sender.get(`${path}/${id}`)).json
    assert.deepEqual((await listEnded(sender))[0], {
      ...{ id, kind: 'extend', days: 3, gifts: 1, done: 1, ended_at },
    })
    assert.equal(await isListed(admin), false, 'another user started it')
    const setEnd = (age: string) =>
      testApp.run((ctx) =>
        ctx.query(
          `update gifting.bulk_action set ended_at = $2::timestamptz - $3::interval where id = $1`,
          [id, ctx.real_now, age],
        ),
      )
    await setEnd('23 hours 59 minutes')
    assert.equal(await isListed(sender), true)
    await setEnd('24 hours 1 minute')
    assert.equal(await isListed(sender), false)
  })

  it('stop for any sender of the account, and are in the audit log', async () => {
    const ids = [await fixture.sendGift('gina@stop.example')]
    const { id } = (await start({ kind: 'cancel', ids })).json
    const stopped = await admin.post(`${path}/${id}/stop`)
    assert.deepEqual([stopped.json.state, stopped.json.stopped_by], ['stopped', 'Ada admin'])
    assert.equal((await sender.post(`${path}/${id}/stop`)).json.stopped_by, 'Ada admin')
    await processAll()
    assert.equal((await readGiftPage(sender, ids[0])).state, 'awaiting_recipient')
    const { data } = (await admin.get(`/audit?subject_id=${id}`)).json
    assert.deepEqual(
      data.map((entry: { action: string; actor: { id: string } }) => [
        entry.action,
        entry.actor.id,
      ]),
      [
        ['bulk_action.stop', testApp.admin.id],
        ['bulk_action.start', testApp.sender.id],
      ],
    )
  })

  it('reject invalid bodies with the field', async () => {
    const ids = [testApp.admin.id]
    for (const [body, param] of [
      [{ kind: 'extend', ids }, 'days'],
      [{ kind: 'cancel', days: 7, ids }, 'days'],
      [{ kind: 'cancel' }, 'ids'],
      [{ kind: 'cancel', ids: [] }, 'ids'],
      [{ kind: 'cancel', ids, matching: {} }, 'matching'],
      [{ kind: 'cancel', matching: { status: 'lost' } }, 'matching.status'],
      [{ kind: 'cancel', matching: { color: 'red' } }, 'matching.color'],
      [{ kind: 'cancel', ids }, 'ids'],
      [{ kind: 'restore_expiry', ids }, 'kind'],
    ] as const) {
      const { status, json, text } = await start(body)
      assert.deepEqual([status, json.errors[0].param], [422, param], text)
    }
  })

  it('cannot be read, stopped or undone in another account, or changed by viewers', async () => {
    const ids = [await fixture.sendGift('hugo@wall.example')]
    const { id } = (await start({ kind: 'extend', days: 7, ids })).json
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    const viewer = await testApp.signIn(await testApp.createUser('viewer'))
    for (const each of ['', '/rejected', '/rejected.csv'])
      assert.equal((await stranger.get(`${path}/${id}${each}`)).status, 404, each)
    for (const each of ['stop', 'undo'])
      assert.equal((await stranger.post(`${path}/${id}/${each}`)).status, 404, each)
    const foreign = await start({ kind: 'cancel', ids }, stranger)
    assert.deepEqual([foreign.status, foreign.json.errors[0].param], [422, 'ids'])
    assert.equal((await viewer.get(`${path}/${id}`)).status, 200)
    assert.equal((await viewer.post(`${path}/${id}/stop`)).status, 403)
    assert.equal((await start({ kind: 'cancel', ids }, viewer)).status, 403)
    assert.equal((await viewer.get(`${path}/${id}/rejected.csv`)).status, 403)
    await processAll()
  })
})
