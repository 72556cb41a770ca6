import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp, directGiftBody, giftBody } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'
import { pluck } from '#test/pluck'

const testApp = await createTestApp()
const origin = await testApp.listen()
const cli = createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: testApp.token })

it('creates a gift in a language and from a sender', async () => {
  const { campaign_id, recipient } = giftBody(testApp)
  const gift = await cli.json(
    ...['gifts', 'create', '--campaign', campaign_id, '--first-name', 'Ada'],
    ...['--last-name', 'Larkin', '--email', recipient.email],
    ...['--locale', 'fr', '--sender-name', 'The Larkfield team'],
  )
  assert.equal(gift.sender.name, 'The Larkfield team')
  assert.equal((await cli.json('gifts', 'details', gift.id)).locale, 'fr')
})

it('changes the message and the metadata, and nothing in a dry run', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  const update = ['gifts', 'update', json.id, '--metadata', 'order=4711']
  assert.deepEqual((await cli.json(...update, '--dry-run')).metadata, { order: '4711' })
  assert.deepEqual((await cli.json('gifts', 'get', json.id)).metadata, {})
  const message = ['--subject', 'For you', '--message', 'Thanks']
  const changed = await cli.json(...update, ...message)
  assert.deepEqual(changed.metadata, { order: '4711' })
  assert.deepEqual(changed.email_message, { subject: 'For you', body: 'Thanks' })
  const [missing] = await cli.runRejected('gifts', 'update', json.id, '--subject', 'For you')
  assert.equal(missing.param, 'email_message.body')
})

it('shows and changes the card', async () => {
  const { json } = await testApp.api.post('/gift_requests', giftBody(testApp))
  const greeting = ['gifts', 'greeting', json.id]
  const isOwn = async () => (await cli.json(...greeting)).is_own
  assert.equal((await cli.json(...greeting, '--card', 'wedding', '--dry-run')).card, 'wedding')
  assert.equal(await isOwn(), false)
  assert.equal((await cli.json(...greeting, '--card', 'birthday')).card, 'birthday')
  assert.equal((await cli.json(...greeting, '--card', 'none')).card, null)
  assert.equal(await isOwn(), true)
  assert.equal((await cli.json(...greeting, '--delete')).is_own, false)
  assert.equal((await cli.runRejected(...greeting, '--card', 'easter'))[0].param, 'card')
})

it('changes the address of a parcel that is not on its way', async () => {
  const { json } = await testApp.api.post('/gift_requests', directGiftBody(testApp))
  await testApp.advanceTime()
  const address = [
    ...['--name', 'Ada Larkin', '--line-1', 'Ring 5', '--city', 'Berlin'],
    ...['--postal-code', '10117', '--country', 'DE'],
  ]
  const change = ['gifts', 'change-address', json.id, ...address]
  const lineOf = (gift: { shipping_address: { line_1: string } }) => gift.shipping_address.line_1
  const before = lineOf(json)
  assert.equal(lineOf(await cli.json(...change, '--dry-run')), 'Ring 5')
  assert.equal(lineOf(await cli.json('gifts', 'get', json.id)), before)
  assert.equal(lineOf(await cli.json(...change)), 'Ring 5')
  const errors = await cli.runRejected('gifts', 'change-address', json.id, '--country', 'DE')
  assert.deepEqual(pluck(errors, 'param'), ['shipping_address.name', 'shipping_address.line_1'])
})

it('ships the items of a lost parcel again, once', async () => {
  const shop = await createCups(testApp, { Red: 50, Blue: 50 })
  const shipper = createFulfilmentRunner(testApp)
  const id = await createRedeemedGift(testApp, shop, { metadata: { simulator: 'split' } })
  await shipper.run()
  for (const number of [1, 2]) await shipper.recordScan(id, { state: 'in_transit' }, number)
  await shipper.recordScan(id, { state: 'delivered' })
  await shipper.recordScan(id, { state: 'lost' }, 2)
  const { data } = await cli.json('gifts', 'parcels', id)
  const ship = ['gifts', 'ship-again', id, '--parcel', data[1].id]
  assert.equal((await cli.json(...ship, '--dry-run')).data.length, 3)
  assert.equal((await cli.json('gifts', 'parcels', id)).data.length, 2)
  const shipped = await cli.json(...ship)
  assert.equal(shipped.data[2].replaces, data[1].id)
  assert.equal((await cli.runRejected(...ship))[0].code, 'invalid_transition')
})
