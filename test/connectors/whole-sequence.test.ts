import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { connect } from 'amqplib'
import type * as accounts from '#accounts'
import { shippingFromConfig } from '#app/shipping'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as connections from '#connections'
import * as contacts from '#contacts'
import { toEmailKey } from '#contract'
import * as gifting from '#gifting'
import { systemClock } from '#platform/lib/clock'
import { readTable } from '#platform/tables/index'
import * as sends from '#sends'
import { createTestApp } from '#test/api-harness'
import { brokerUser, hasRabbitMq, startRabbitMq } from '#test/brokers'
import { homeAddress, redeem } from '#test/catalogue-fixture'
import { createChatAppFixture } from '#test/chat-app-fixture'
import { eventually } from '#test/eventually'
import { hubSpotToken, startHubSpotStub } from '#test/fake-hubspot'
import { pressPayload, type SlackUser } from '#test/fake-slack'
import { startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { createOccasionFixture } from '#test/occasion-fixture'
import { connectShop } from '#test/shop-fixture'
import { createTestUser } from '#test/test-user'
import { startTestEngine } from '#test/webhook-engine-fixture'
import * as webhooks from '#webhooks'

/*
 * A gift that begins and ends in other systems: a start date in a file of the HR, the approval in a chat, the choice of the
 * recipient, a shop that ships, and the end of the gift in the chat, in the CRM and in a message broker. The services
 * outside are stubs, but the broker, which is RabbitMQ where it is installed.
 */

const testApp = await createTestApp()
const { run, db, account } = testApp
const shipping = {
  ...shippingFromConfig({
    ...{ stage: 'staging', carrier: 'manual', simulator: 'manual' },
    ...{ easyPost: undefined, webhookAllowPrivate: true },
  }),
  retryDelaysMs: [0],
}
const registry = shipping.connectors
const email = 'grace@new.example'

/** Connects the CRM and the broker, each with an endpoint. Returns what they have received. */
async function connectDestinations() {
  const hubspot = await startHubSpotStub()
  after(() => hubspot.close())
  hubspot.contacts.set('1', { email })
  const crm = { access_token: hubSpotToken, url: hubspot.url, unknown_contacts: 'ignore' }
  await publishTo('hubspot', crm)
  const readBroker = hasRabbitMq ? await connectBroker() : undefined
  const engine = startTestEngine(db, {}, {}, systemClock, registry)
  after(() => engine.stop())
  return { hubspot, readBroker, engine }
}

const publishTo = (kind: string, settings: connections.NewConnection['settings']) =>
  run(async (ctx) => {
    const { id } = await connections.create(ctx, { kind, name: kind, settings }, registry)
    const owner = { account_id: account.id, tier: 'enterprise' } as const
    const input = { connection_id: id, ordered: true }
    await webhooks.endpointCommands.createPublishing(ctx, owner, input, registry)
  })

async function connectBroker(): Promise<() => Promise<string[]>> {
  const server = await startRabbitMq()
  const { user: username, password } = brokerUser
  const client = await connect({
    ...{ protocol: 'amqp', hostname: '127.0.0.1', port: server.port, username, password },
  })
  after(async () => {
    await client.close()
    await server.close()
  })
  const channel = await client.createChannel()
  await channel.assertQueue('gifts', { durable: true })
  await publishTo('rabbitmq', {
    ...{ host: '127.0.0.1', port: server.port, security: 'none', ca: '', virtual_host: '/' },
    ...{ exchange: '', user: username, password, routing: 'gifts' },
  })
  const types: string[] = []
  return async () => {
    for (;;) {
      const message = await channel.get('gifts', { noAck: true })
      if (message === false) return types
      types.push(String(message.properties.headers?.['cloudEvents:type']))
    }
  }
}

const addUser = (address: string, role: accounts.Role) =>
  run(async (ctx) => (await createTestUser(ctx, { email: address, role })).user)

it('runs from a start date in a file to the events of its gift, without a step by hand', async () => {
  const owner = await addUser('sender@larkfield.example', 'sender')
  const approver = await addUser('approver@larkfield.example', 'admin')
  const chat = await createChatAppFixture(testApp)
  const { slack } = chat
  await chat.connect()
  const [ownerInChat, approverInChat] = [owner, approver].map((user) => slack.addUser(user.email))
  assert.ok(ownerInChat && approverInChat)
  const woo = await startFakeWoo()
  after(() => woo.close())
  woo.items.set(1, { id: 1, name: 'Mug', sku: 'MUG', category: 'gifts', stock: 3, price: '8.90' })
  const settings = { url: woo.url, ...wooKeys, webhook_secret: wooWebhookSecret, category: 'gifts' }
  const shop = await connectShop(testApp, registry, {
    ...{ kind: 'woocommerce', name: 'Corner shop', settings },
  })
  await shop.run()
  const { hubspot, readBroker, engine } = await connectDestinations()

  // The HR file brings a person who starts in three days.
  const startsOn = new Date(db.clock().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const file = `Employee ID,First name,Last name,Work email,Hire date\nN-1,Grace,Hopper,${email},${startsOn}\n`
  const rows = contacts.toImportRows(readTable(file, contacts.getReadOptions()))
  await run((ctx) => contacts.importRows(ctx, rows, { source: 'import', file_name: 'hr.csv' }))

  // A rule for first days offers the mug of the shop, and asks for approval.
  const variant_id = await run(
    async (ctx) => (await catalogue.findSkuOwners(ctx, ['MUG'])).get('MUG')?.variant_id ?? '',
  )
  const template = testApp.campaign('email')
  const campaign_id = await run((ctx) =>
    campaigns.create(ctx, {
      ...{ ...template, name: 'First day', selection_mode: 'all', max_choices: 1 },
      ...{ sender_id: template.sender.id, variant_ids: [variant_id] },
    }),
  )
  const { addRule, check } = createOccasionFixture(testApp)
  const setting = { account_id: account.id, owner_id: owner.id, campaign_id }
  await addRule(setting, { kind: 'first_day', campaign_id, needs_approval: true })
  await check()

  // The approver presses the button in the chat.
  await chat.post()
  const send = await eventually(() => findButton(slack.messages, approverInChat, 'approve'))
  await slack.deliver('interactive', pressPayload(approverInChat.id, 'approve', send))
  await sends.processApprovals(db)
  const findGift = () =>
    run(async (ctx) => {
      const filter = { email_key: toEmailKey(email) }
      return (await gifting.list(ctx, filter, { limit: 2, order: 'desc' })).data
    })
  const [gift, ...others] = await findGift()
  assert.ok(gift)
  assert.equal(others.length, 0)
  await testApp.advanceTime(3 * 86_400_000)

  // The recipient confirms, the shop ships, and its next reading brings the tracking back.
  await redeem(testApp, gift.id, { shipping_address: homeAddress })
  const shipper = createFulfilmentRunner(testApp, shipping)
  await shipper.run()
  const [order] = woo.orders.values()
  assert.equal(order?.shipping.address_1, homeAddress.line_1)
  Object.assign(order, { status: 'completed' })
  order.meta_data.push({
    key: '_wc_shipment_tracking_items',
    value: [
      { tracking_provider: 'DHL', tracking_number: '00340', tracking_id: 'a', date_shipped: '1' },
    ],
  })
  await shop.runAgain()
  Object.assign(order, { status: 'delivered' })
  await shop.runAgain()

  // The thank-you note reaches the sender in the chat.
  await run((ctx) => gifting.saveThankYouNote(ctx, gift.id, { text: 'What a start!' }))
  await chat.post()
  assert.match(lastDirect(slack.messages, ownerInChat), /What a start!/)

  // The CRM has the last status, and the broker every event in its order.
  await eventually(() => hubspot.find(email)?.bestow_gift_status === 'delivered', {
    timeoutMs: 60_000,
    message: () => JSON.stringify(hubspot.find(email)),
  })
  if (readBroker !== undefined) {
    const expected = ['created', 'redeemed', 'dispatched', 'delivered'].map(
      (name) => `gift_request_${name}`,
    )
    await eventually(async () => (await readBroker()).length === expected.length, {
      timeoutMs: 60_000,
    })
    assert.deepEqual(await readBroker(), expected)
  }
  assert.deepEqual([chat.errors, engine.errors], [[], []])
  assert.equal((await findGift()).length, 1)
})

type Messages = Awaited<ReturnType<typeof createChatAppFixture>>['slack']['messages']

const directMessages = (messages: Messages, user: SlackUser) =>
  [...messages].filter(([key]) => key.startsWith(`D-${user.id} `)).map(([, body]) => body)

const lastDirect = (messages: Messages, user: SlackUser): string =>
  JSON.stringify(directMessages(messages, user).at(-1) ?? {})

/** Returns the value of a button in the last message to a person. */
function findButton(messages: Messages, user: SlackUser, action: string): string | undefined {
  const blocks = directMessages(messages, user).at(-1)?.blocks ?? []
  return blocks
    .flatMap(
      ({ elements = [] }: { elements?: { action_id?: string; value?: string }[] }) => elements,
    )
    .find(({ action_id }: { action_id?: string }) => action_id?.startsWith(action))?.value
}
