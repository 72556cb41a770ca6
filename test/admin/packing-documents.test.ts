import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, homeAddress, sendDirect } from '#test/admin-fixture'
import { type AdminClient, type Credentials, createAdminTestApp } from '#test/admin-harness'
import { readPdf } from '#test/pdf-text'
import { pluck } from '#test/pluck'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)
const packerUser = await testApp.createUser('packer')
const packer = await testApp.signIn(packerUser)

interface Packed {
  gift_id: string
  parcel_id: string
  barcode: string
}

async function createParcel(email: string): Promise<Packed> {
  const gift_id = await sendDirect(fixture, admin, email)
  await fixture.simulateTo(gift_id, 'ordered')
  return fixture.run(async (ctx) => {
    const [parcel] = await fulfilment.listGiftParcels(ctx, gift_id)
    const gift = await gifting.find(ctx, gift_id)
    return { gift_id, parcel_id: parcel?.id ?? '', barcode: `${gift?.reference}-1` }
  })
}

const lease = (parcel_id: string, user: Credentials, minutes = 20) =>
  fixture.run((ctx) =>
    ctx.query(
      `insert into fulfilment.packing (account_id, parcel_id, leased_by, leased_until)
       values ($1, $2, $3, $4::timestamptz + make_interval(mins => $5::int))
       on conflict (account_id, parcel_id) do update
         set leased_by = excluded.leased_by, leased_until = excluded.leased_until`,
      [ctx.account_id, parcel_id, user.id, ctx.now, minutes],
    ),
  )

const print = (client: AdminClient, kind: string, parcel_ids: unknown, paper = 'a4') =>
  client.post('/packing/documents', { kind, paper, parcel_ids })

/** Downloads a document with fetch, because the admin client reads responses as text, which breaks a PDF. */
async function download(
  client: AdminClient,
  kind: string,
  parcel_ids: string[],
  card_style?: { format: string; has_marks: boolean },
) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${testApp.origin}/admin/api/packing/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: testApp.origin, cookie },
    body: JSON.stringify({ kind, paper: 'a4', parcel_ids, ...(card_style && { card_style }) }),
  })
  return { headers: response.headers, pages: await readPdf(await response.bytes()) }
}

const listAudit = async (action: string, id: string) =>
  (await admin.get(`/audit?subject_id=${id}&action=${action}`)).json.data

describe('POST /packing/documents', () => {
  it('prints slips for packers and admins, without address and surname', async () => {
    const { parcel_id, barcode } = await createParcel('paula.zimmermann@example.com')
    for (const client of [packer, admin]) {
      const { headers, pages } = await download(client, 'packing_slip', [parcel_id])
      assert.equal(headers.get('content-type'), 'application/pdf')
      assert.equal(headers.get('cache-control'), 'no-store')
      const text = pages.map((page) => page.text).join(' ')
      assert.match(text, new RegExp(barcode))
      assert.doesNotMatch(text, /Zimmermann|Paula|Linden|Berlin|10117/)
    }
    assert.equal((await listAudit('packing.print_slip', parcel_id)).length, 2)
  })

  it('rejects senders', async () => {
    const { parcel_id } = await createParcel('a@example.com')
    assert.equal((await print(sender, 'packing_slip', [parcel_id])).status, 403)
  })

  it('prints a label for the lease holder only', async () => {
    const { parcel_id, barcode } = await createParcel('b@example.com')
    const without = await print(packer, 'address_label', [parcel_id])
    assert.equal(without.status, 403)
    assert.equal(without.json.errors[0].param, 'parcel_ids.0')
    assert.match(without.json.errors[0].message, new RegExp(`${barcode}.*packing station`))
    await lease(parcel_id, packerUser)
    const { pages } = await download(packer, 'address_label', [parcel_id])
    assert.match(pages[0]?.text ?? '', new RegExp(homeAddress.line_1))
    for (const client of [admin, await testApp.signIn(await testApp.createUser('packer'))]) {
      const other = await print(client, 'address_label', [parcel_id])
      assert.equal(other.status, 403)
      assert.match(other.json.errors[0].message, /another person/)
      assert.doesNotMatch(other.text, /Linden/)
    }
    await lease(parcel_id, packerUser, -1)
    assert.equal((await print(packer, 'address_label', [parcel_id])).status, 403)
    const entries = await listAudit('packing.print_label', parcel_id)
    assert.deepEqual(pluck(entries, 'subject'), [{ kind: 'parcel', id: parcel_id, name: barcode }])
  })

  it('rejects all labels when one parcel has no lease, and prints nothing', async () => {
    const first = await createParcel('c@example.com')
    const second = await createParcel('d@example.com')
    await lease(first.parcel_id, packerUser)
    const { status, json } = await print(packer, 'address_label', [
      first.parcel_id,
      second.parcel_id,
    ])
    assert.equal(status, 403)
    assert.deepEqual(pluck(json.errors, 'param'), ['parcel_ids.1'])
    assert.equal((await listAudit('packing.print_label', first.parcel_id)).length, 0)
  })

  it('prints one pick list for the parcels of the packer, without names and addresses', async () => {
    const parcels = [await createParcel('e@example.com'), await createParcel('f@example.com')]
    const ids = parcels.map(({ parcel_id }) => parcel_id)
    const without = await print(packer, 'pick_list', ids)
    assert.equal(without.status, 403)
    assert.deepEqual(pluck(without.json.errors, 'param'), ['parcel_ids.0', 'parcel_ids.1'])
    for (const id of ids) await lease(id, packerUser)
    const { headers, pages } = await download(packer, 'pick_list', ids)
    assert.equal(headers.get('content-disposition'), 'inline; filename="pick-list.pdf"')
    assert.equal(pages.length, 1)
    const text = pages[0]?.text ?? ''
    assert.match(text, /Pick list.*Parcels: 2/)
    for (const { barcode } of parcels) assert.match(text, new RegExp(barcode))
    assert.doesNotMatch(text, /Ada|Larkin|Linden|Berlin|10117/)
    const [line] = await fixture.run(
      async (ctx) => (await fulfilment.findPackingParcel(ctx, ids[0] ?? ''))?.lines ?? [],
    )
    assert.equal(text.split(line?.sku ?? '-').length, 2, 'each item is on the list once')
    for (const id of ids) assert.equal((await listAudit('packing.print_pick_list', id)).length, 1)
  })

  it('rejects the label of a cancelled gift', async () => {
    const { gift_id, parcel_id } = await createParcel('e@example.com')
    await lease(parcel_id, packerUser)
    assert.equal((await admin.post(`/gift_requests/${gift_id}/cancel`)).status, 200)
    const { status, text } = await print(packer, 'address_label', [parcel_id])
    assert.equal(status, 403)
    assert.match(text, /is cancelled; do not send it/)
  })

  it('rejects the parcels of another account', async () => {
    const { parcel_id } = await createParcel('f@example.com')
    const other = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', other.id))
    for (const kind of ['packing_slip', 'address_label', 'greeting_card', 'slip_and_card']) {
      const { status, json } = await print(stranger, kind, [parcel_id])
      assert.equal(status, 422)
      assert.equal(json.errors[0].code, 'invalid_reference')
    }
  })

  // biome-ignore format: one case a line
  const badBodies: readonly (readonly [string, object])[] = [
    ['no parcels',        { kind: 'packing_slip', paper: 'a4', parcel_ids: [] }],
    ['too many parcels',  { kind: 'packing_slip', paper: 'a4', parcel_ids: Array.from({ length: 51 }, () => newId()) }],
    ['an unknown kind',   { kind: 'invoice', paper: 'a4', parcel_ids: [newId()] }],
    ['an unknown paper',  { kind: 'packing_slip', paper: 'a3', parcel_ids: [newId()] }],
    ['an id of no parcel', { kind: 'packing_slip', paper: 'a4', parcel_ids: ["' or 1=1"] }],
    ['an unknown card',   { kind: 'greeting_card', paper: 'a4', parcel_ids: [newId()], card_style: { format: 'a3', has_marks: true } }],
    ['an unknown member', { kind: 'packing_slip', paper: 'a4', parcel_ids: [newId()], x: 1 }],
  ]
  for (const [name, body] of badBodies)
    it(`rejects ${name}`, async () => {
      assert.equal((await packer.post('/packing/documents', body)).status, 422)
    })

  it('rejects a parcel that is listed twice', async () => {
    const { parcel_id } = await createParcel('g@example.com')
    const { status, json } = await print(packer, 'packing_slip', [parcel_id, parcel_id])
    assert.equal(status, 422)
    assert.equal(json.errors[0].param, 'parcel_ids.1')
  })
})

describe('the card of a parcel', () => {
  const textOf = async (...request: Parameters<typeof download>) =>
    (await download(...request)).pages.map((page) => page.text).join(' ')
  const findParcel = async (parcel_id: string) =>
    (await packer.get(`/packing/parcels/${parcel_id}`)).json

  it('has the message, its sender and the link, for the lease holder only', async () => {
    const { gift_id, parcel_id, barcode } = await createParcel('h.kern@example.com')
    for (const kind of ['greeting_card', 'slip_and_card'])
      assert.equal((await print(packer, kind, [parcel_id])).status, 403)
    await lease(parcel_id, packerUser)
    assert.equal((await print(admin, 'greeting_card', [parcel_id])).status, 403)
    assert.equal((await findParcel(parcel_id)).card_printed_at, null)
    const gift = await fixture.run((ctx) => gifting.find(ctx, gift_id))
    assert.ok(gift)
    const [start = ''] = gifting.readMessage(gift).body.split(/[\n.!]/)
    const compact = (text: string) => text.replace(/\s/g, '')
    const text = compact(await textOf(packer, 'greeting_card', [parcel_id]))
    assert.ok(text.includes(compact(start)), text)
    assert.match(text, /SentbyAdaadmin/)
    assert.match(text, /Scanthecode/)
    assert.doesNotMatch(text, /Linden|10117/)
    const folded = { format: 'letter_folded', has_marks: true }
    const { pages } = await download(packer, 'slip_and_card', [parcel_id], folded)
    assert.equal(pages.length, 4)
    assert.ok((pages[2]?.width ?? 0) > 792)
    const entries = await listAudit('packing.print_card', parcel_id)
    assert.deepEqual(pluck(entries, 'details'), [
      { card_format: 'letter_folded' },
      { card_format: 'a6' },
    ])
    assert.equal(entries[0].subject.name, barcode)
    assert.notEqual((await findParcel(parcel_id)).card_printed_at, null)
  })

  it('is not printed for a campaign without cards', async () => {
    const { parcel_id, gift_id } = await createParcel('i@example.com')
    await lease(parcel_id, packerUser)
    const gift = await fixture.run((ctx) => gifting.find(ctx, gift_id))
    const setPrintsCard = (prints_card: boolean) =>
      admin.patch(`/campaigns/${gift?.campaign_id}`, { prints_card })
    assert.equal((await setPrintsCard(false)).status, 200)
    assert.equal((await findParcel(parcel_id)).has_card, false)
    const refused = await print(packer, 'greeting_card', [parcel_id])
    assert.equal(refused.status, 422)
    assert.match(refused.text, /have no card: their campaign prints none/)
    const { pages } = await download(packer, 'slip_and_card', [parcel_id])
    assert.equal(pages.length, 1)
    assert.equal((await listAudit('packing.print_card', parcel_id)).length, 0)
    assert.equal((await findParcel(parcel_id)).card_printed_at, null)
    assert.equal((await setPrintsCard(true)).status, 200)
    assert.equal((await findParcel(parcel_id)).has_card, true)
  })
})
