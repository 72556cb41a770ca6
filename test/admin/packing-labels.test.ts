import assert from 'node:assert/strict'
import { after, beforeEach, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as fulfilment from '#fulfilment'
import { newId } from '#platform/lib/ids'
import { createAdminFixture, sendDirect } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import { startFakeEasyPost } from '#test/fake-easypost'

/* The tests of labels that EasyPost sells, at the packing station. */

const easyPost = await startFakeEasyPost()
after(() => easyPost.close())
const labels = new URL('/labels', easyPost.url)
const pdf = '%PDF-1.7 label'
easyPost.labelUrl = `${labels.origin}/labels/1.pdf`
beforeEach(() => respondWithLabel(200, 'application/pdf; charset=binary', pdf))

const shipping = shippingFromConfig({
  stage: 'staging',
  carrier: 'easypost',
  simulator: 'manual',
  easyPost: {
    api_key: 'EZTK_test',
    webhook_secret: 'a secret of sixteen letters',
    from: 'adr_home',
    ounces: 16,
    url: easyPost.url,
    allowPrivate: true,
  },
})
const testApp = await createAdminTestApp({ shipping })
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const createPacker = async () => testApp.signIn(await testApp.createUser('packer'))

function respondWithLabel(status: number, type: string, body: string) {
  easyPost.respond((line, response) => {
    if (!line.startsWith('GET /labels/')) return false
    response.writeHead(status, { 'content-type': type }).end(body)
    return true
  })
}

/** Creates a parcel whose rate a packer chooses. The packer takes the parcel. */
async function takeParcel() {
  await testApp.run((ctx) =>
    ctx.query(
      `update campaigns.campaign set rate_rule = '{"kind": "manual"}' where account_id = $1`,
      [ctx.account_id],
    ),
  )
  const gift_request_id = await sendDirect(fixture, admin, `${newId()}@example.com`)
  await drain(() => fulfilment.runOnce(testApp.db, shipping))
  const [parcel] = await fixture.run((ctx) => fulfilment.listGiftParcels(ctx, gift_request_id))
  const id = parcel?.id ?? ''
  const packer = await createPacker()
  const taken = await packer.post('/packing/leases', { parcel: id })
  assert.equal(taken.status, 200, taken.text)
  return { id, packer, parcel: taken.json }
}

it('compares the rates, buys one, prints the label, and hands the parcel over with its number', async () => {
  const { id, packer, parcel } = await takeParcel()
  assert.equal(parcel.needs_rate, true)
  const path = `/packing/parcels/${id}`
  await packer.post(`${path}/pack`, { checked: 'scanned' })
  assert.equal((await packer.post(`${path}/hand-over`, {})).status, 409, 'there is no label yet')
  assert.equal((await packer.get(`${path}/carrier-label`)).status, 409)

  const { json: listed } = await packer.get(`${path}/rates`)
  assert.deepEqual(
    listed.rates.map((rate: { carrier_name: string }) => rate.carrier_name),
    ['USPS', 'FedEx', 'UPS'],
  )
  const bought = await packer.post(`${path}/rate`, { rate_id: listed.rates[1].id })
  assert.equal(bought.json.label.carrier_name, 'FedEx')
  const label = await packer.get(`${path}/carrier-label`)
  assert.equal(label.status, 200, label.text)
  assert.equal(label.headers.get('content-type'), 'application/pdf')
  assert.equal(label.headers.get('cache-control'), 'no-store')
  assert.equal(label.text, pdf)

  const handedOver = await packer.post(`${path}/hand-over`, {})
  assert.equal(handedOver.status, 200, handedOver.text)
  assert.equal(handedOver.json.tracking_code, bought.json.label.tracking_code)
  const { json: audit } = await admin.get(`/audit?subject_id=${id}&order=asc`)
  assert.deepEqual(
    audit.data.map(({ action }: { action: string }) => action),
    ['packing.pack', 'packing.buy_label', 'packing.print_carrier_label', 'packing.hand_over'],
  )
})

it('returns the label only to the packer who has the parcel', async () => {
  const { id, packer } = await takeParcel()
  const path = `/packing/parcels/${id}`
  const { json } = await packer.get(`${path}/rates`)
  await packer.post(`${path}/rate`, { rate_id: json.rates[0].id })
  const other = await createPacker()
  assert.equal((await other.get(`${path}/carrier-label`)).status, 409)
  const stranger = await testApp.createAccount('Stranger')
  const theirs = await testApp.signIn(await testApp.createUser('packer', stranger.id))
  for (const route of ['rates', 'carrier-label'])
    assert.equal((await theirs.get(`${path}/${route}`)).status, 404)
  assert.equal((await theirs.post(`${path}/rate`, { rate_id: 'rate' })).status, 404)
})

it('passes on nothing that is not a label', async () => {
  const { id, packer } = await takeParcel()
  const path = `/packing/parcels/${id}`
  const { json } = await packer.get(`${path}/rates`)
  await packer.post(`${path}/rate`, { rate_id: json.rates[0].id })
  const responses: [status: number, type: string, body: string][] = [
    [200, 'text/html', '<script>'],
    [200, 'image/svg+xml', '<svg>'],
    [404, 'application/pdf', pdf],
    [200, 'application/pdf', 'x'.repeat(5_000_001)],
  ]
  for (const response of responses) {
    respondWithLabel(...response)
    const { status, text } = await packer.get(`${path}/carrier-label`)
    assert.equal(status, 503, text)
  }
})
