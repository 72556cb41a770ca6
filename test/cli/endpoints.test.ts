import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createTestApp } from '#test/api-harness'
import { createCliRunner } from '#test/cli-runner'
import { pluck } from '#test/pluck'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'

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
    assert.deepEqual(pluck(await listEndpoints(), 'url'), [erp])
    const { out } = await cli.run('endpoints', 'apply', path)
    assert.match(out, /No changes/)
  })

  it('applies the connection settings, with secrets from variables and files', async () => {
    const [tls, renewed] = [createSelfSignedCertificate(), createSelfSignedCertificate(48)]
    writeFileSync(join(cli.folder, 'ca.pem'), tls.cert)
    writeFileSync(join(cli.folder, 'client.pem'), tls.cert)
    writeFileSync(join(cli.folder, 'client.key'), tls.key)
    const gateway = 'https://gateway.example.com/bestow'
    const entry = {
      url: gateway,
      headers: [
        { name: 'X-Api-Key', value_env: 'GATEWAY_KEY' },
        { name: 'X-Env', value: 'eu' },
      ],
      max_per_second: 20,
      filter: 'has(body.metadata.team)',
      ordered: true,
      ed25519: true,
      ca_file: 'ca.pem',
      client_certificate_file: 'client.pem',
      client_key_file: 'client.key',
    }
    write(entry)
    const [error] = await cli.runRejected('endpoints', 'apply', path)
    assert.equal(error.param, 'endpoints.0.headers.0.value_env')
    assert.match(error.message, /GATEWAY_KEY/)

    const secretValue = 'gateway-key-93f1c2'
    const withKey = createCliRunner({
      BESTOW_API_URL: origin,
      BESTOW_API_TOKEN: testApp.token,
      GATEWAY_KEY: secretValue,
    })
    const run = (...args: string[]) => withKey.json('endpoints', 'apply', path, ...args)
    const created = await run()
    assert.deepEqual(actions(created), [`create ${gateway}`])
    const [{ settings }] = created.plan
    assert.deepEqual(settings.headers, ['X-Api-Key', 'X-Env'])
    const printed = JSON.stringify(created)
    assert.ok(!printed.includes(secretValue) && !printed.includes('PRIVATE KEY'))
    const findGateway = async () =>
      (await listEndpoints()).find(({ url }: { url: string }) => url === gateway)
    const stored = await findGateway()
    assert.deepEqual(stored.header_names, ['X-Api-Key', 'X-Env'])
    assert.match(stored.public_key, /^whpk_/)
    assert.deepEqual([stored.filter, stored.ordered], [entry.filter, true])
    assert.equal(stored.client_certificate_subject, 'CN=localhost')
    assert.deepEqual(actions(await run()), [], 'nothing has changed')

    const [forced] = (await run('--write-secrets', '--dry-run')).plan
    assert.deepEqual(forced.settings, {
      headers: ['X-Api-Key', 'X-Env'],
      ca: 'CN=localhost',
      client_certificate: 'CN=localhost',
    })
    writeFileSync(join(cli.folder, 'ca.pem'), renewed.cert)
    const rest = { ed25519: false, max_per_second: null, filter: null, ordered: false }
    write({ ...entry, headers: [{ name: 'X-Api-Key' }], ...rest })
    const [changed] = (await run()).plan
    assert.deepEqual(changed.settings, {
      headers: ['X-Api-Key'],
      ...rest,
      ca: 'CN=localhost',
    })
    const { client_key_file: _removed, ...others } = entry
    write({ ...others, headers: [], ca_file: null, client_certificate_file: null })
    await run()
    const removed = await findGateway()
    assert.deepEqual(
      [removed.header_names, removed.ca_subject, removed.client_certificate_subject],
      [[], null, null],
    )
    assert.deepEqual(actions(await run('--write-secrets')), [])
    write()
    await run('--prune')
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
      [[{ url: erp, headers: [{ name: 'X-A', value: 5 }] }], 'endpoints.0.headers'],
      [[{ url: erp, headers: [null] }], 'endpoints.0.headers'],
      [
        [{ url: erp, headers: [{ name: 'X-A', value: 'a', value_env: 'PATH' }] }],
        'endpoints.0.headers.0.value_env',
      ],
      [[{ url: erp, ca_file: 'missing.pem' }], 'endpoints.0.ca_file'],
      [[{ url: erp, client_key: 'inline' }], 'endpoints.0.client_key'],
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
