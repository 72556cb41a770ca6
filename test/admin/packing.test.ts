import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { adminRoutes } from '#http/admin'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { manualShipping } from '#test/packing-fixture'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const createPacker = async () => testApp.signIn(await testApp.createUser('packer'))
const personal = /Unter den Linden|10117|Berlin|Quux|zelda/i

async function createParcel() {
  const gift_request_id = await sendDirect(fixture, admin, `zelda.quux.${newId()}@example.com`)
  await drain(() => fulfilment.runOnce(testApp.db, manualShipping))
  const [parcel] = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_request_id))
  assert.ok(parcel)
  return { id: parcel.id, gift_request_id, variant_id: parcel.lines[0]?.variant_id ?? '' }
}

/** Lets the hand-overs take effect, as after the time in which they can be undone. */
async function passUndo() {
  await fixture.run((ctx) =>
    ctx.query('update fulfilment.pending_hand_over set due_at = $1', [ctx.real_now]),
  )
  await drain(() => fulfilment.runOnce(testApp.db, manualShipping))
}

const auditActions = async (id: string) => {
  const { json } = await admin.get(`/audit?subject_id=${id}&order=asc`)
  return pluck(json.data, 'action')
}

describe('the packing station', () => {
  it('takes, shows the address, packs and hands over, and records each step', async () => {
    const { id, gift_request_id } = await createParcel()
    const packer = await createPacker()
    const taken = await packer.post('/packing/leases', { parcel: id })
    assert.equal(taken.status, 200)
    assert.equal(taken.json.ended, null)
    const { json: address } = await packer.post(`/packing/parcels/${id}/address`)
    assert.deepEqual(address.lines, ['Ada Larkin', 'Unter den Linden 1', '10117 Berlin'])
    const packed = await packer.post(`/packing/parcels/${id}/pack`, { checked: 'scanned' })
    assert.ok(packed.json.packed_at)
    const handedOver = await packer.post(`/packing/parcels/${id}/hand-over`, {
      tracking_code: ' 1Z999AA10123456784 ',
      carrier_name: '',
    })
    assert.deepEqual([handedOver.status, handedOver.json.carrier], [200, 'UPS'])
    const again = await packer.post(`/packing/parcels/${id}/hand-over`, {
      tracking_code: '1Z999AA10123456784',
    })
    assert.equal(again.status, 200, 'a repeated request succeeds')
    assert.deepEqual(await auditActions(id), [
      'packing.show_address',
      'packing.pack',
      'packing.hand_over',
    ])
    const findState = () =>
      fixture.run(async (ctx) => (await gifting.find(ctx, gift_request_id))?.state)
    assert.equal(await findState(), 'ordered')
    await passUndo()
    assert.equal(await findState(), 'in_transit')
  })

  it('takes a hand-over back for another packer, once, and records it', async () => {
    const { id, gift_request_id } = await createParcel()
    const packer = await createPacker()
    await packer.post('/packing/leases', { parcel: id })
    await packer.post(`/packing/parcels/${id}/pack`, { checked: 'by_hand' })
    const handedOver = await packer.post(`/packing/parcels/${id}/hand-over`, {})
    const { handed_over_at, undo_until } = handedOver.json
    assert.equal(Date.parse(undo_until) - Date.parse(handed_over_at), fulfilment.undoMs)
    const other = await createPacker()
    const { json: list } = await other.get('/packing/parcels?queue=handed_over')
    const row = list.data.find((each: { id: string }) => each.id === id)
    assert.deepEqual([row.hand_over.undo_until, row.hand_over.is_cancelled], [undo_until, false])
    assert.doesNotMatch(JSON.stringify(list), personal)
    const { json: summary } = await other.get('/packing/summary')
    assert.ok(summary.handed_over >= 1)
    for (const _ of [1, 2]) {
      const undone = await other.post(`/packing/parcels/${id}/undo-hand-over`)
      assert.deepEqual([undone.status, undone.json.handed_over_at], [200, null])
    }
    assert.deepEqual((await auditActions(id)).slice(-2), [
      'packing.hand_over',
      'packing.undo_hand_over',
    ])
    await passUndo()
    const gift = await fixture.run((ctx) => gifting.find(ctx, gift_request_id))
    assert.equal(gift?.state, 'ordered')
    await other.post(`/packing/parcels/${id}/hand-over`, {})
    await passUndo()
    const late = await other.post(`/packing/parcels/${id}/undo-hand-over`)
    assert.equal(late.status, 409)
    assert.match(late.text, /This parcel has left/)
  })

  it('records the view of an address once for each lease', async () => {
    const { id } = await createParcel()
    const packer = await createPacker()
    const countViews = async () =>
      (await auditActions(id)).filter((action: string) => action === 'packing.show_address').length
    for (const _ of [1, 2, 3]) {
      await packer.post('/packing/leases', { parcel: id })
      assert.equal((await packer.post(`/packing/parcels/${id}/address`)).status, 200)
    }
    assert.equal(await countViews(), 1)
    await packer.delete(`/packing/leases/${id}`)
    await packer.post('/packing/leases/next', {})
    await packer.post('/packing/leases', { parcel: id })
    await packer.post(`/packing/parcels/${id}/address`)
    assert.equal(await countViews(), 2)
    await packer.delete(`/packing/leases/${id}`)
    const other = await createPacker()
    await other.post('/packing/leases', { parcel: id })
    await other.post(`/packing/parcels/${id}/address`)
    assert.equal(await countViews(), 3)
  })

  it('shows no name and no address to another packer on any route', async () => {
    const { id, variant_id } = await createParcel()
    const holder = await createPacker()
    assert.equal((await holder.post('/packing/leases', { parcel: id })).status, 200)
    const other = await createPacker()
    const routes = adminRoutes.filter(({ path }) => path.startsWith('/packing'))
    assert.ok(routes.length >= 14)
    // every body that a route may accept
    const bodies = [
      {},
      { parcel: id },
      { count: 50 },
      { checked: 'scanned' },
      { variant_id },
      { tracking_code: 'X' },
      { kind: 'address_label', paper: 'a4', parcel_ids: [id] },
      { kind: 'packing_slip', paper: 'a4', parcel_ids: [id] },
    ]
    for (const { method, path } of routes)
      for (const body of method === 'POST' ? bodies : [undefined]) {
        const { text } = await other.send(method, path.replace(':id', id), { body })
        assert.doesNotMatch(text, personal, `${method} ${path}`)
      }
    assert.equal((await other.post(`/packing/parcels/${id}/address`)).status, 409)
    assert.equal((await holder.post(`/packing/parcels/${id}/address`)).status, 200)
  })

  it('returns nothing of another account', async () => {
    const { id } = await createParcel()
    const account = await testApp.createAccount('Elsewhere')
    const stranger = await testApp.signIn(await testApp.createUser('packer', account.id))
    for (const [path, body] of [
      ['/packing/leases', { parcel: id }],
      [`/packing/parcels/${id}/address`, undefined],
      [`/packing/parcels/${id}/pack`, { checked: 'by_hand' }],
      [`/packing/parcels/${id}/hand-over`, {}],
      [`/packing/parcels/${id}/address-unusable`, undefined],
    ] as const)
      assert.equal((await stranger.post(path, body)).status, 404, path)
    assert.deepEqual((await stranger.get('/packing/parcels')).json.data, [])
    assert.equal((await stranger.get('/packing/summary')).json.waiting, 0)
    assert.deepEqual((await stranger.post('/packing/leases/next', {})).json.ids, [])
  })

  it('names the carrier of a tracking number, for packers only', async () => {
    const packer = await createPacker()
    const name = async (code: string) => {
      const { status, json } = await packer.get(
        `/packing/carrier?tracking_code=${encodeURIComponent(code)}`,
      )
      assert.equal(status, 200)
      return json.carrier_name
    }
    assert.equal(await name('1Z999AA10123456784'), 'UPS')
    assert.equal(await name('A courier 7'), null)
    assert.equal(await name('1Z'.repeat(100)), null)
    const sender = await testApp.signIn(testApp.sender)
    assert.equal((await sender.get('/packing/carrier?tracking_code=1Z')).status, 403)
  })

  it('takes several parcels, extends them, and releases one', async () => {
    await createParcel()
    await createParcel()
    const packer = await createPacker()
    const { json } = await packer.post('/packing/leases/next', { count: 2 })
    assert.equal(json.ids.length, 2)
    assert.equal((await packer.post('/packing/leases/renew')).status, 204)
    assert.equal((await packer.delete(`/packing/leases/${json.ids[0]}`)).status, 204)
    const leases = (await packer.get('/packing/leases')).json.data
    assert.deepEqual(pluck(leases, 'id'), [json.ids[1]])
  })

  it('names the field and the remedy of bad input', async () => {
    const { id } = await createParcel()
    const packer = await createPacker()
    await packer.post('/packing/leases', { parcel: id })
    // biome-ignore format: one request a line
    const requests: [path: string, body: unknown, status: number, param: string | undefined][] = [
      ['/packing/leases/next',                  { count: 51 },                          422, 'count'],
      ['/packing/leases/next',                  { count: 0 },                           422, 'count'],
      ['/packing/leases/next',                  { warehouse_id: 'x' },                  422, 'warehouse_id'],
      ['/packing/leases',                       { parcel: '' },                         422, 'parcel'],
      ['/packing/leases',                       { parcel: 'x'.repeat(65) },             422, 'parcel'],
      ['/packing/leases',                       { parcel: 'GR-AAAAAAAA-1' },            404, undefined],
      [`/packing/parcels/${id}/pack`,           { checked: 'maybe' },                   422, 'checked'],
      [`/packing/parcels/${id}/hand-over`,      { tracking_code: 'x'.repeat(65) },      422, 'tracking_code'],
      [`/packing/parcels/${id}/hand-over`,      { tracking_code: '1Z\u0000' },          422, 'tracking_code'],
      [`/packing/parcels/${id}/hand-over`,      { carrier_name: 'a\nb' },               422, 'carrier_name'],
      [`/packing/parcels/${id}/hand-over`,      {},                                     409, undefined],
      [`/packing/parcels/${id}/out-of-stock`,   { variant_id: newId() },                422, 'variant_id'],
      [`/packing/parcels/${id}/damaged`,        { variant_id: "'" },                    422, 'variant_id'],
      [`/packing/parcels/${id}/damaged`,        { variant_id: "'", report_id: newId() },  422, 'variant_id'],
      [`/packing/parcels/${id}/damaged`,        { variant_id: newId(), report_id: "'" }, 422, 'report_id'],
      ['/packing/parcels/not-an-id/address',    undefined,                              404, undefined],
    ]
    for (const [path, body, status, param] of requests) {
      const response = await packer.post(path, body)
      assert.equal(response.status, status, `${path} ${JSON.stringify(body)} ${response.text}`)
      assert.equal(response.json.errors[0].param, param, path)
    }
    for (const query of ['queue=lost', 'warehouse_id=x', 'after=x', `after=${newId()}`, 'limit=0'])
      assert.equal((await packer.get(`/packing/parcels?${query}`)).status, 400, query)
  })

  it('reports problems, and records them', async () => {
    const packer = await createPacker()
    const damaged = await createParcel()
    await packer.post('/packing/leases', { parcel: damaged.id })
    const unchanged = await packer.post(`/packing/parcels/${damaged.id}/damaged`, {
      variant_id: damaged.variant_id,
    })
    assert.deepEqual([unchanged.status, unchanged.json.outcome], [200, 'unchanged'])
    const returned = await packer.post(`/packing/parcels/${damaged.id}/address-unusable`)
    assert.deepEqual([returned.status, returned.json.outcome], [200, 'returned'])
    assert.deepEqual(await auditActions(damaged.id), [
      'packing.report_damaged',
      'packing.report_address',
    ])
    const missing = await createParcel()
    await packer.post('/packing/leases', { parcel: missing.id })
    const report = { variant_id: missing.variant_id, report_id: newId() }
    for (const attempt of ['first', 'retry']) {
      const replanned = await packer.post(`/packing/parcels/${missing.id}/out-of-stock`, report)
      assert.deepEqual([replanned.status, replanned.json.outcome], [200, 'replanned'], attempt)
    }
    assert.deepEqual(await auditActions(missing.id), ['packing.report_out_of_stock'])
    assert.deepEqual((await packer.get('/packing/leases')).json.data, [])
  })
})

describe('the role packer', () => {
  it('is invited with an email about packing, and cannot replace the last admin', async () => {
    const invited = await admin.post('/invitations', {
      email: 'pat@example.com',
      name: 'Pat',
      role: 'packer',
    })
    assert.deepEqual([invited.status, invited.json.role], [201, 'packer'])
    const own = await admin.patch(`/members/${testApp.admin.id}`, { role: 'packer' })
    assert.equal(own.status, 409)
  })

  it('ends the access to gifts with the next request', async () => {
    const user = await testApp.createUser('sender')
    const client = await testApp.signIn(user)
    assert.equal((await client.get('/gift_requests')).status, 200)
    assert.equal((await client.get('/packing/parcels')).status, 403)
    await admin.patch(`/members/${user.id}`, { role: 'packer' })
    assert.equal((await client.get('/gift_requests')).status, 403)
    assert.equal((await client.get('/stream?topic=gift_requests')).status, 403)
    assert.equal((await client.get('/search?q=zelda')).status, 403)
    assert.equal((await client.get('/packing/parcels')).status, 200)
    assert.equal((await client.get('/sessions')).status, 200)
  })
})
