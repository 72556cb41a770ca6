import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as accounts from '#accounts'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { run } from './program.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

const env = {
  BESTOW_DATABASE_URL: testApp.url,
  BESTOW_STAGE: 'staging',
  BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
}

async function json(...args: string[]) {
  let [out, err] = ['', '']
  const voice = {
    out: (line: string) => {
      out += line
    },
    err: (line: string) => {
      err += line
    },
  }
  const code = await run([...args, '--json'], env, voice)
  return { code, ...JSON.parse(code === 0 ? out : err) }
}

test('rejects an account of another stage or region', async () => {
  for (const [name, value] of [
    ['stage', 'production'],
    ['region', 'eu'],
  ] as const) {
    const account = await inTransaction(testApp.openAs({ [name]: value }), ALL_ACCOUNTS, (ctx) =>
      accounts.createAccount(ctx, { name: 'Elsewhere', tier: 'enterprise' }),
    )
    for (const command of [
      ['tokens', 'create', '--account', account.id],
      ['oauth-clients', 'create', '--account', account.id],
      ['endpoints', 'create', '--account', account.id, '--url', 'http://10.0.0.1/x'],
    ]) {
      const { code, errors } = await json(...command)
      assert.equal(code, 1, command.join(' '))
      assert.match(errors[0].message, new RegExp(`Set BESTOW_${name.toUpperCase()}=${value}`))
    }
  }
})

test('a token allows agents a number of sends per day until the operator revokes the permission', async () => {
  const { account } = await json('accounts', 'create', '--name', 'Acme')
  const allowed = async () => {
    const { data } = await json('tokens', 'list', '--account', account.id)
    return Object.fromEntries(
      data.map((token: { id: string; mcp_daily_cap: number | null }) => [
        token.id,
        token.mcp_daily_cap,
      ]),
    )
  }
  const create = ['tokens', 'create', '--account', account.id]
  const reader = await json(...create)
  const sender = await json(...create, '--mcp-send')
  const capped = await json(...create, '--mcp-daily-cap', '5')
  assert.deepEqual(await allowed(), { [reader.id]: null, [sender.id]: 25, [capped.id]: 5 })

  const changed = await json('tokens', 'mcp-send', '--id', reader.id, '--daily-cap', '7')
  assert.deepEqual(changed, { code: 0, id: reader.id, mcp_send: true, daily_cap: 7 })
  await json('tokens', 'mcp-send', '--id', sender.id, '--off')
  assert.deepEqual(await allowed(), { [reader.id]: 7, [sender.id]: null, [capped.id]: 5 })
})

test('rejects invalid permissions', async () => {
  const { account } = await json('accounts', 'create', '--name', 'Acme')
  const { id } = await json('tokens', 'create', '--account', account.id)
  const unknown = await json('tokens', 'mcp-send', '--id', newId())
  assert.equal(unknown.errors[0].code, 'not_found')
  for (const cap of ['0', '10001', '-1', 'many'])
    assert.equal((await json('tokens', 'mcp-send', '--id', id, '--daily-cap', cap)).code, 1, cap)
  await json('tokens', 'expire', '--id', id)
  assert.equal((await json('tokens', 'mcp-send', '--id', id)).errors[0].code, 'not_found')
})

test('the operator creates tokens and OAuth clients with scopes, and changes those of a token', async () => {
  const { account } = await json('accounts', 'create', '--name', 'Scoped')
  const create = ['tokens', 'create', '--account', account.id]
  const limited = await json(...create, '--scopes', 'events:read, campaigns:read')
  const full = await json(...create)
  const scopesById = async () => {
    const { data } = await json('tokens', 'list', '--account', account.id)
    return Object.fromEntries(
      data.map((each: { id: string; scopes: string[] }) => [each.id, each.scopes]),
    )
  }
  assert.deepEqual(await scopesById(), {
    [limited.id]: ['campaigns:read', 'events:read'],
    [full.id]: ['*'],
  })
  const changed = await json('tokens', 'scopes', '--id', full.id, '--scopes', '*,endpoints:write')
  assert.deepEqual(changed, { code: 0, id: full.id, scopes: ['*', 'endpoints:write'] })
  assert.equal((await json(...create, '--scopes', 'everything')).code, 1)

  await json('oauth-clients', 'create', '--account', account.id, '--scopes', 'events:read')
  const { data } = await json('oauth-clients', 'list', '--account', account.id)
  assert.deepEqual(data[0].scopes, ['events:read'])
})

test('a token can expire and be limited to addresses, which the operator can change', async () => {
  const { account } = await json('accounts', 'create', '--name', 'Acme')
  const create = ['tokens', 'create', '--account', account.id]
  const { id, token, ...others } = await json(
    ...create,
    ...['--expires', '90d', '--allow', '203.0.113.7', '2001:DB8::/32'],
  )
  assert.deepEqual(others, { code: 0 })
  assert.match(token, /^svc-v1-staging-/)
  const find = async () => {
    const { data } = await json('tokens', 'list', '--account', account.id)
    return data.find((each: { id: string }) => each.id === id)
  }
  const { created_at, expires_at, allowed_addresses } = await find()
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 90 * 24 * 60 * 60 * 1000)
  assert.deepEqual(allowed_addresses, ['203.0.113.7', '2001:db8::/32'])

  const change = ['tokens', 'addresses', '--id', id]
  assert.deepEqual(await json(...change, '--allow', '198.51.100.0/24'), {
    code: 0,
    id,
    allowed_addresses: ['198.51.100.0/24'],
  })
  const invalid = await json(...change, '--allow', '198.51.100.7/24')
  assert.equal(invalid.errors[0].param, 'allowed_addresses.0')
  for (const contradiction of [[], ['--any', '--allow', '203.0.113.7']])
    assert.equal((await json(...change, ...contradiction)).errors[0].param, '--allow')
  assert.deepEqual((await find()).allowed_addresses, ['198.51.100.0/24'])
  await json(...change, '--any')
  assert.deepEqual((await find()).allowed_addresses, [])

  const dated = await json(...create, '--expires', '2030-01-31T12:00:00Z')
  assert.equal(dated.code, 0)
  for (const when of ['2020-01-31T12:00:00Z', '0d', 'soon', '2030-02-30T12:00:00Z'])
    assert.equal((await json(...create, '--expires', when)).code, 1, when)
})
