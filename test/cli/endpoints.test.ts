import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createTestApp } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'

const testApp = await createTestApp()
const origin = await testApp.listen()
const cli = createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: testApp.token })
const path = join(cli.folder, 'endpoints.json')

const write = (...endpoints: object[]) => writeFileSync(path, JSON.stringify({ endpoints }))
const apply = (...args: string[]) => cli.json('endpoints', 'apply', path, ...args)
const actions = ({ plan }: { plan: { action: string; url: string }[] }) =>
  plan.map(({ action, url }) => `${action} ${url}`)

const erp = 'https://erp.example.com/bestow'
const shop = 'https://shop.example.com/bestow'
const listEndpoints = async () => (await testApp.api.get('/endpoints?order=asc')).json.data

describe('endpoints apply', () => {
  it('plans, creates, changes and deletes, and repeats without changes', async () => {
    write({ url: erp, events: ['gift_request_redeemed'] }, { url: shop, enabled: false })
    const dry = await apply('--dry-run')
    assert.deepEqual(actions(dry), [`create ${erp}`, `create ${shop}`])
    assert.equal((await listEndpoints()).length, 0)

    const { secrets, ...first } = await apply()
    assert.deepEqual(actions(first), actions(dry))
    assert.deepEqual(Object.keys(secrets), [erp, shop])
    const [created, disabled] = await listEndpoints()
    assert.deepEqual([created.events, created.enabled], [['gift_request_redeemed'], true])
    assert.deepEqual([disabled.url, disabled.enabled], [shop, false])
    assert.deepEqual(actions(await apply()), [])

    const events = ['gift_request_delivered', 'gift_request_redeemed']
    write({ url: erp, events, description: 'ERP' })
    const changed = await apply()
    assert.deepEqual(changed.plan, [
      { action: 'update', url: erp, id: created.id, settings: { events, description: 'ERP' } },
    ])
    assert.deepEqual(changed.secrets, {})
    assert.deepEqual(actions(await apply()), [], 'the API sorts events')
    assert.deepEqual(actions(await apply('--prune')), [`delete ${shop}`])
    assert.deepEqual(
      (await listEndpoints()).map(({ url }: { url: string }) => url),
      [erp],
    )
    const { out } = await cli.run('endpoints', 'apply', path)
    assert.match(out, /No changes/)
  })

  it('prints the secrets of a run that fails halfway, and a second run continues', async () => {
    const good = 'https://good.example.com/'
    write({ url: good }, { url: 'https://127.0.0.1/private' })
    const { code, out, err } = await cli.run('endpoints', 'apply', path)
    assert.equal(code, 1)
    assert.match(out, /Save these signing secrets now/)
    assert.match(err, /must not point to a private or reserved address/)
    write({ url: good })
    assert.deepEqual(actions(await apply()), [])
  })

  it('names the invalid member of the file', async () => {
    const rows: [object[], string | undefined][] = [
      [[{ description: 'x' }], 'endpoints.0.url'],
      [[{ url: erp }, { url: erp }], 'endpoints.1.url'],
      [[{ url: erp, secret: 'mine' }], 'endpoints.0.secret'],
      [[{ url: erp, enabled: 'yes' }], 'endpoints.0.enabled'],
      [['x' as unknown as object], 'endpoints.0'],
    ]
    for (const [endpoints, param] of rows) {
      write(...endpoints)
      const [error] = await cli.runRejected('endpoints', 'apply', path)
      assert.equal(error.param, param)
    }
    writeFileSync(path, '{')
    assert.match((await cli.runRejected('endpoints', 'apply', path))[0].message, /as JSON/)
  })

  it('names the missing scope of a token with full access', async () => {
    const { token } = await testApp.run((ctx) => apiKeys.createToken(ctx))
    const limited = createCliRunner({ BESTOW_API_URL: origin, BESTOW_API_TOKEN: token })
    write({ url: 'https://new.example.com/' })
    const { code, err } = await limited.run('endpoints', 'apply', path)
    assert.equal(code, 1)
    assert.match(err, /endpoints:write/)
  })
})
