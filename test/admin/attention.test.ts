import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as accounts from '#accounts'
import { connectors } from '#app/connectors'
import * as attention from '#attention'
import { createRegistry } from '#connections'
import { createShippingConfig, manual } from '#fulfilment'
import { admin } from '#http/admin'
import { type AdminClient, createAdminClient } from '#test/admin-harness'
import { createTestApp } from '#test/api-harness'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'
import * as webhooks from '#webhooks'

const shipping = createShippingConfig([manual], { connectors: createRegistry(connectors) })
const testApp = await createTestApp()
await testApp.app.register(admin({ db: testApp.db, webhookAllowPrivate: true, shipping }), {
  prefix: '/admin/api',
})
const origin = await testApp.listen()
const adminClient = await createSignedInClient('admin')
const sender = await createSignedInClient('sender')

interface Entry {
  cause: string
  subject: { id: string }
}

/** Creates a user with this role. Returns a client with a session of the user. */
async function createSignedInClient(role: accounts.Role): Promise<AdminClient> {
  const email = `${role}@larkfield.example`
  const { password } = await testApp.run((ctx) => accounts.createUser(ctx, { email, role }))
  const client = createAdminClient(origin)
  assert.equal((await client.post('/session', { email, password })).status, 201)
  return client
}

it('shows items about endpoints to admins only', async () => {
  const { endpoint } = await testApp.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: ctx.account_id, tier: 'enterprise' },
      { url: 'http://127.0.0.1:9/', description: 'ERP' },
      { allowPrivate: true },
    ),
  )
  await testApp.run((ctx) =>
    ctx.query(`update webhooks.endpoint set signing_error = 'x' where id = $1`, [endpoint.id]),
  )
  await attention.checkAccount(testApp.db, testApp.account.id)
  const path = '/attention?kind=endpoint_failing'
  const [item] = (await adminClient.get(path)).json.data
  assert.equal(item.name, 'ERP')
  assert.deepEqual((await sender.get(path)).json.data, [])
  assert.equal((await adminClient.get(`/attention/${item.id}`)).status, 200)
  assert.equal((await sender.get(`/attention/${item.id}`)).status, 404)
  await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
})

it('has an item for every variant and endpoint that the overview lists', async () => {
  const { endpoint } = await testApp.run((ctx) =>
    webhooks.createEndpoint(
      ctx,
      { account_id: ctx.account_id, tier: 'enterprise' },
      { url: 'http://127.0.0.1:9/', description: 'CRM' },
      { allowPrivate: true },
    ),
  )
  await testApp.run((ctx) =>
    ctx.query(`update webhooks.endpoint set signing_error = 'x' where id = $1`, [endpoint.id]),
  )
  await attention.checkAccount(testApp.db, testApp.account.id)
  const { low_codes, failing_endpoints } = (await adminClient.get('/overview/attention')).json
  const open = (kind: string) => adminClient.get(`/attention?state=open&limit=100&kind=${kind}`)
  const stock: Entry[] = (await open('stock_low')).json.data
  const endpoints: Entry[] = (await open('endpoint_failing')).json.data
  assert.ok(low_codes.length > 0, 'the demo is low on one voucher')
  assert.deepEqual(
    low_codes.map((each: { variant_id: string }) => each.variant_id).toSorted(),
    stock
      .filter(({ cause }) => cause === 'few_codes' || cause === 'no_codes')
      .map(({ subject }) => subject.id)
      .toSorted(),
  )
  assert.deepEqual(
    failing_endpoints.map(({ id }: { id: string }) => id),
    endpoints.map(({ subject }) => subject.id),
  )
  assert.ok(failing_endpoints.some(({ id }: { id: string }) => id === endpoint.id))
  await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, endpoint.id))
})

it('shows certificates of endpoints that expire within 30 days to admins', async () => {
  const add = (description: string, input: object) =>
    testApp.run(async (ctx) => {
      const { endpoint } = await webhooks.createEndpoint(
        ctx,
        { account_id: ctx.account_id, tier: 'enterprise' },
        { url: 'https://hooks.example.com/', description, ...input },
        { allowPrivate: true },
      )
      return endpoint.id
    })
  const [soon, late] = [createSelfSignedCertificate(29 * 24), createSelfSignedCertificate(31 * 24)]
  const client = { client_certificate: soon.cert, client_key: soon.key }
  const first = await add('ERP', { ...client, ca: late.cert })
  const second = await add('Shop', { ca: createSelfSignedCertificate(1).cert })
  const others = [await add('CRM', { ca: late.cert }), await add('Disabled', client)]
  await testApp.run((ctx) => webhooks.disableEndpoint(ctx, others[1] ?? ''))
  const list = async (user: typeof adminClient) => {
    const { expiring_certificates } = (await user.get('/overview/attention')).json
    return expiring_certificates.map((each: Record<string, string>) => [
      each.endpoint_id,
      each.certificate,
    ])
  }
  const expected = [
    [second, 'ca'],
    [first, 'client_certificate'],
  ]
  assert.deepEqual(await list(adminClient), expected)
  assert.deepEqual(await list(sender), [])
  await testApp.run((ctx) =>
    webhooks.updateEndpoint(ctx, first, { ca: soon.cert }, { allowPrivate: true }),
  )
  assert.deepEqual(await list(adminClient), [expected[0], [first, 'ca']])
  for (const id of [first, second, ...others])
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, id))
  assert.deepEqual(await list(adminClient), [])
})

it('lets only admins manage chats, and never shows a URL', async () => {
  const chat = { format: 'slack', name: '#gifts', url: 'http://127.0.0.1:9/services/very-secret' }
  assert.equal((await sender.post('/chats', chat)).status, 403)
  const { status, json, text } = await adminClient.post('/chats', chat)
  assert.equal(status, 201)
  assert.equal(json.host, '127.0.0.1:9')
  assert.ok(!text.includes('very-secret'))
  assert.equal((await adminClient.post(`/chats/${json.id}/test`)).status, 202)
  const changed = await adminClient.patch(`/chats/${json.id}`, { enabled: false })
  assert.equal(changed.json.enabled, false)
  const list = await adminClient.get('/chats')
  assert.equal(list.json.data.length, 1)
  assert.ok(!list.text.includes('very-secret'))
  const log = await adminClient.get('/audit?limit=10')
  assert.ok(log.text.includes('chat.create'))
  assert.ok(!log.text.includes('very-secret'))
  assert.equal((await adminClient.delete(`/chats/${json.id}`)).status, 204)
  assert.equal((await adminClient.delete(`/chats/${json.id}`)).status, 404)
})
