import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import * as campaigns from '#campaigns'
import * as gifting from '#gifting'
import { homeAddress } from '#test/admin-fixture'
import { createDeveloperTestApp } from '#test/developer-harness'
import { drain, eventually } from '#test/eventually'
import { startReceiver } from '#test/webhook-receiver'

const testApp = await createDeveloperTestApp()
const adminClient = await testApp.signIn(testApp.admin)

/** Sends a gift directly to an address with this first line. Returns the id of the gift. */
async function sendToAddress(line_1: string): Promise<string> {
  const { data } = await testApp.run((ctx) => campaigns.list(ctx, {}, { limit: 25, order: 'desc' }))
  const direct = data.find((each) => each.invitation_method === 'sender_provided_address')
  const variant_id = direct?.products[0]?.variants[0]?.id
  const { status, json, text } = await adminClient.post('/send', {
    options: { campaign_id: direct?.id, line_items: [{ variant_id, quantity: 1 }] },
    rows: [
      {
        recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
        shipping_address: { ...homeAddress, line_1 },
      },
    ],
  })
  assert.equal(status, 200, text)
  await drain(() => gifting.processDue(testApp.db))
  return json.rows[0].id
}

it('the address of a direct gift is sent to the receiver, and hidden in the displayed event and delivery', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const { json: endpoint } = await adminClient.post('/endpoints', { url: receiver.url })
  const id = await sendToAddress('Lindenweg 7')
  testApp.engine.notify()
  const [received] = await receiver.waitForRequests(1)
  assert.match(received?.body.toString() ?? '', /Lindenweg 7/)
  const delivery = await eventually(
    async () => {
      const { json: log } = await adminClient.get(`/deliveries?endpoint_id=${endpoint.id}`)
      const read = await adminClient.get(`/deliveries/${log.data[0].id}`)
      return read.json.state !== 'pending' && read
    },
    { message: 'the delivery is settled' },
  )

  const { json: events } = await adminClient.get(`/events?gift_request_id=${id}`)
  const event = await adminClient.get(`/events/${events.data[0].id}`)
  assert.doesNotMatch(event.text, /Lindenweg/)
  const hidden = event.json.bodies.filter((each: Displayed) => each.is_address_hidden)
  assert.notDeepEqual(hidden, [])
  for (const { body } of hidden)
    assert.match(body, /"shipping_address":\{"name":"hidden: reveal it/)

  assert.doesNotMatch(delivery.text, /Lindenweg/)
  assert.equal(delivery.json.request.is_address_hidden, true)
  assert.match(delivery.json.request.body, /"shipping_address":\{"name":"hidden: reveal it/)
})

interface Displayed {
  body: string
  is_address_hidden: boolean
}
