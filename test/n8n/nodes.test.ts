import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { buildN8n } from '#scripts/n8n/build'
import { signedDelivery } from '#sdk/testing'
import { giftBody } from '#test/api-harness'
import { createSdkTestApp } from '#test/sdk-harness'

/*
 * The built nodes, loaded as n8n does and run against a service. n8n itself is too large to install: the contexts of its
 * functions are small stand-ins with real requests.
 */

const testApp = await createSdkTestApp()
const folder = mkdtempSync(join(tmpdir(), 'n8n nodes '))
after(() => rmSync(folder, { recursive: true, force: true }))

type Values = Record<string, unknown>
type Run = (this: object) => Promise<never>
interface NodeClass {
  description: { properties: Values[]; icon: string; credentials: Values[] }
  execute: (this: object) => Promise<{ json: Values; pairedItem: Values }[][]>
  webhook: (this: object) => Promise<Values>
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', Run> }
}

let node: NodeClass
let trigger: NodeClass
let paths: string[]

before(() => {
  buildN8n(folder)
  const stub = join(folder, 'node_modules/n8n-workflow')
  mkdirSync(stub, { recursive: true })
  writeFileSync(
    join(stub, 'index.js'),
    `exports.NodeConnectionTypes = { Main: 'main' }
    exports.NodeApiError = class NodeApiError extends Error {
      constructor(node, error, options = {}) {
        super(options.message ?? error.message)
        if (error instanceof exports.NodeApiError) return error
        Object.assign(this, options, { httpCode: String(error.status ?? '') })
      }
    }
    exports.NodeOperationError = class NodeOperationError extends Error {
      constructor(node, error) { super(error.message ?? error) }
    }`,
  )
  const { n8n } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  paths = [...n8n.credentials, ...n8n.nodes]
  const load = createRequire(join(folder, 'package.json'))
  node = new (load(`./${n8n.nodes[0]}`).Bestow)()
  trigger = new (load(`./${n8n.nodes[1]}`).BestowTrigger)()
})

const requests: { method: string; url: string; headers: Record<string, string> }[] = []
let credentials = { origin: '', token: '' }
before(() => {
  credentials = { origin: `${testApp.origin}/`, token: testApp.token }
})

/** Sends the request of a node as n8n does. */
async function sendRequest(name: string, { method, url, qs, headers, body }: Values) {
  assert.equal(name, 'bestowApi')
  const target = new URL(String(url))
  for (const [key, value] of Object.entries((qs ?? {}) as Values))
    target.searchParams.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const sent = { ...(headers as Record<string, string>), 'content-type': 'application/json' }
  requests.push({ method: String(method), url: target.href, headers: sent })
  const response = await fetch(target, {
    method: String(method),
    headers: { ...sent, authorization: `Bearer ${credentials.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const data = text === '' ? undefined : JSON.parse(text)
  if (!response.ok)
    throw Object.assign(new Error(`status ${response.status}`), {
      status: response.status,
      response: { data },
    })
  return data
}

const common = (parameters: Values) => ({
  getNode: () => ({ id: 'node-1', name: 'Bestow' }),
  getCredentials: async () => credentials,
  getNodeParameter: (name: string, ...rest: unknown[]) => parameters[name] ?? rest.at(-1),
  helpers: { httpRequestWithAuthentication: sendRequest },
})

async function run(parameters: Values, more: Values = {}): Promise<Values[]> {
  const context = {
    ...common(parameters),
    getInputData: () => [{ json: {} }],
    getExecutionId: () => '231',
    continueOnFail: () => false,
    ...more,
  }
  const [items = []] = await node.execute.call(context)
  for (const { pairedItem } of items) assert.deepEqual(pairedItem, { item: 0 })
  return items.map(({ json }) => json)
}

const createParameters = () => ({
  ...{ resource: 'giftRequest', operation: 'create' },
  campaign_id: testApp.campaign('email').id,
  recipient_first_name: 'Ada',
  recipient_last_name: 'Larkin',
  recipient_email: 'ada@example.com',
  additionalFields: { metadata: '{"order":"4711"}', locale: 'de' },
})

describe('the node', () => {
  it('has the files that its package names, no dependencies, and an icon', () => {
    for (const path of paths) assert.ok(existsSync(join(folder, path)), path)
    assert.ok(existsSync(join(folder, 'dist/nodes/Bestow', node.description.icon.slice(5))))
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    assert.deepEqual([dependencies, peerDependencies], [undefined, { 'n8n-workflow': '*' }])
  })

  it('sends a gift, and nothing twice when n8n tries the node again', async () => {
    const [first] = await run(createParameters())
    const [second] = await run(createParameters())
    assert.equal(second?.id, first?.id)
    assert.deepEqual(first?.metadata, { order: '4711' })
    assert.match(
      requests.at(-1)?.headers['Idempotency-Key'] ?? '',
      /^n8n-231-node-1-0-[0-9a-f]{16}$/,
    )
    const [other] = await run(createParameters(), { getExecutionId: () => '232' })
    assert.notEqual(other?.id, first?.id)
    const [looped] = await run({ ...createParameters(), recipient_email: 'grace@example.com' })
    assert.notEqual(looped?.id, first?.id)
    const id = { resource: 'giftRequest', id: first?.id }
    assert.equal((await run({ ...id, operation: 'get' }))[0]?.reference, first?.reference)
    await run({ ...id, operation: 'cancel' })
    assert.equal((await run({ ...id, operation: 'get' }))[0]?.status, 'cancelled')
  })

  it('lists over pages, up to the limit or all, with filters', async () => {
    for (let count = 0; count < 30; count += 1)
      await testApp.bestow.giftRequests.create(giftBody(testApp, { metadata: { run: 'pages' } }))
    const list = { resource: 'giftRequest', operation: 'getAll' }
    assert.equal((await run({ ...list, limit: 27 })).length, 27)
    const all = await run({ ...list, returnAll: true })
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    assert.ok(all.length >= 30)
    const filters = { recipient_email: 'absent@example.com' }
    assert.deepEqual(await run({ ...list, returnAll: true, filters }), [])
    const [campaign] = await run({ resource: 'campaign', operation: 'getAll', limit: 1 })
    assert.equal(typeof campaign?.name, 'string')
  })

  it('names the field that is wrong, and goes on if it shall', async () => {
    const wrong = { ...createParameters(), recipient_email: 'ada' }
    const ids = { getExecutionId: () => '233' }
    await assert.rejects(run(wrong, ids), ({ description }: { description: string }) =>
      /recipient\.email must be an email address/.test(description),
    )
    const [item] = await run(wrong, { ...ids, continueOnFail: () => true })
    assert.match(String(item?.error), /recipient\.email/)
    const json = { ...createParameters(), additionalFields: { metadata: '{' } }
    await assert.rejects(run(json, ids), /metadata must be JSON/)
    const path = { resource: 'giftRequest', operation: 'get', id: '../campaigns' }
    await assert.rejects(run(path), { httpCode: '404' })
  })
})

describe('the trigger', () => {
  const state: { endpoint_id?: string; secret?: string } = {}
  const url = 'https://n8n.example.com/webhook/1'
  const hook = (parameters: Values = { events: ['gift_request_created'] }) => ({
    ...common(parameters),
    getNodeWebhookUrl: () => url,
    getWorkflow: () => ({ id: '1', name: 'Thank you' }),
    getWorkflowStaticData: () => state,
  })
  const call = (name: 'checkExists' | 'create' | 'delete') =>
    trigger.webhookMethods.default[name].call(hook())
  const listUrls = async () =>
    (await testApp.bestow.endpoints.list().toArray({ limit: 25 })).map((each) => each.url)

  async function receive(headers: Values, body: string) {
    let refused: Values | undefined
    const result = await trigger.webhook.call({
      ...hook(),
      getRequestObject: () => ({ rawBody: Buffer.from(body) }),
      getHeaderData: () => headers,
      getResponseObject: () => ({
        status: (status: number) => ({
          send: (text: string) => {
            refused = { status, text }
          },
        }),
      }),
    })
    return { ...result, ...refused }
  }

  it('has one endpoint while it is active, also after a lost answer', async () => {
    assert.equal(await call('checkExists'), false)
    await call('create')
    assert.equal(await call('checkExists'), true)
    delete state.endpoint_id // the answer was lost
    assert.equal(await call('checkExists'), false)
    await call('create')
    assert.deepEqual(await listUrls(), [url])
  })

  it('starts the workflow once for an event, and for nothing that is not signed', async () => {
    const { headers, body } = await signedDelivery({ secret: state.secret ?? '' })
    const first = await receive(headers, body)
    const [[item]] = first.workflowData as [[{ json: Values }]]
    assert.equal(item.json.type, 'gift_request_created')
    assert.deepEqual(await receive(headers, body), { webhookResponse: 'duplicate' })
    for (const [other, text] of [
      [headers, `${body} `],
      [{}, body],
      [{ ...headers, 'service-webhook-signature': '00' }, body],
    ] as const) {
      const refused = await receive(other, text)
      assert.deepEqual([refused.status, refused.workflowData], [400, undefined])
    }
  })

  it('removes its endpoint, also if someone has removed it before', async () => {
    const { endpoint_id } = state
    await call('delete')
    assert.deepEqual(
      [state.endpoint_id, state.secret, await listUrls()],
      [undefined, undefined, []],
    )
    Object.assign(state, { endpoint_id, secret: 'whsec' })
    await call('delete')
    assert.equal(await call('checkExists'), false)
    assert.equal((await receive({}, '{}')).status, 401)
  })
})
