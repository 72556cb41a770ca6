import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { createAuthenticator } from '#api-keys'
import type { WireError } from '#contract'
import { newId } from '#platform/lib/ids'
import { ALL_ACCOUNTS } from '#platform/postgres/database'
import { createTestDatabase } from '#test/test-database'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'
import { run } from './program.ts'

const testApp = await createTestDatabase()
after(() => testApp.close())

const env = {
  BESTOW_DATABASE_URL: testApp.url,
  BESTOW_STAGE: 'staging',
  BESTOW_SECRET_KEY: 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk=',
  BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true',
  PATH: process.env.PATH ?? '',
}

interface Ran {
  code: number
  out: string
  err: string
}

async function bestow(args: readonly string[], more: Record<string, string> = {}): Promise<Ran> {
  const output = { out: '', err: '' }
  const code = await run(
    args,
    { ...env, ...more },
    {
      out: (line) => {
        output.out += `${line}\n`
      },
      err: (line) => {
        output.err += `${line}\n`
      },
    },
  )
  return { code, ...output }
}

/** Runs a command with --json. Expects one object on standard output and no other output. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await bestow([...args, '--json'])
  assert.equal(code, 0, err)
  assert.equal(out.trim().split('\n').length, 1, out)
  return JSON.parse(out)
}

/** Runs a command with --json that fails. Returns the API errors from standard error. */
async function jsonErrors(
  args: readonly string[],
  more: Record<string, string> = {},
): Promise<WireError[]> {
  const { code, out, err } = await bestow([...args, '--json'], more)
  assert.equal(code, 1, out)
  assert.equal(out, '')
  return JSON.parse(err).errors
}

const newAccount = async (...more: string[]) => {
  const { account } = (await json('accounts', 'create', '--name', 'Acme', ...more)) as {
    account: { id: string }
  }
  return account.id
}

const keys = (object: unknown) => Object.keys(object as object)

/** Runs a command in its own process, which takes longer. */
const spawned = (args: readonly string[], more: Record<string, string> = {}) =>
  new Promise<Ran>((resolve) => {
    const cli = fileURLToPath(new URL('../main.ts', import.meta.url))
    const ended = (error: { code?: unknown } | null, out: string, err: string) =>
      resolve({ code: Number(error?.code ?? 0), out, err })
    execFile(process.execPath, [cli, ...args], { env: { ...env, ...more } }, ended)
  })

test('the command has an exit code, and prints colour only on request', async () => {
  const [failed, bright, plain] = await Promise.all([
    spawned(['tokens', 'expire', '--id', newId(), '--json']),
    spawned(['accounts', 'list'], { FORCE_COLOR: '1' }),
    spawned(['accounts', 'list'], { FORCE_COLOR: '1', NO_COLOR: '1' }),
  ])
  assert.equal(failed.code, 1)
  assert.equal(failed.out, '')
  assert.equal(JSON.parse(failed.err).errors[0].code, 'not_found')
  assert.ok(bright.out.includes('\u001b['), bright.err)
  assert.equal(plain.out, stripVTControlCharacters(bright.out))
})

test('a script creates an account, its admin and its token', async () => {
  const { account } = await json('accounts', 'create', '--name', 'Acme', '--tier', 'on_demand')
  assert.deepEqual(keys(account).toSorted(), [
    'id',
    'name',
    'region',
    'stage',
    'suspended_at',
    'tenant',
    'tier',
  ])
  const { id } = account as { id: string }
  const { data: accounts } = await json('accounts', 'list')
  assert.ok(JSON.stringify(accounts).includes(JSON.stringify(account)))
  const suspended = await json('accounts', 'suspend', '--account', id, '--reason', 'Unpaid')
  assert.match(JSON.stringify(suspended), /"suspension_reason":"Unpaid"/)
  const resumed = await json('accounts', 'resume', '--account', id)
  assert.match(JSON.stringify(resumed), /"suspended_at":null/)

  const made = await json(
    'users',
    'create',
    '--account',
    id,
    '--email',
    'a@b.example',
    '--role',
    'admin',
  )
  assert.deepEqual(keys(made), ['user', 'password'])
  assert.deepEqual(keys(made.user), ['id', 'email', 'role'])

  const { id: token_id, token } = await json('tokens', 'create', '--account', id)
  const authenticate = createAuthenticator(testApp.db, { stage: 'staging', region: 'us' })
  assert.equal((await authenticate(String(token)))?.account_id, id)
  const listed = await bestow(['tokens', 'list', '--account', id, '--json'])
  assert.ok(listed.out.includes(String(token_id)))
  assert.ok(!listed.out.includes(String(token).slice(-30, -4)))

  assert.deepEqual(keys(await json('tokens', 'expire', '--id', String(token_id))), [
    'id',
    'expired_at',
  ])
  assert.equal(await authenticate(String(token)), undefined)
})

test('campaigns list of a seeded account matches the API', async () => {
  const id = await newAccount()
  assert.equal((await json('seed', '--account', id)).seeded, true)
  assert.equal((await json('seed', '--account', id)).seeded, false)
  const { data } = (await json('campaigns', 'list', '--account', id)) as {
    data: { state: string }[]
  }
  assert.ok(data.length > 3)
  assert.deepEqual(keys(data[0]).slice(0, 4), ['id', 'name', 'description', 'state'])
})

test('endpoint commands cover the whole lifecycle of an endpoint', async () => {
  const id = await newAccount()
  const url = 'http://127.0.0.1:4000/hooks'
  const { endpoint, secret } = (await json(
    'endpoints',
    'create',
    '--account',
    id,
    '--url',
    url,
  )) as {
    endpoint: { id: string; events: string[] }
    secret: string
  }
  assert.deepEqual(keys(endpoint), [
    'id',
    'url',
    'events',
    'payload_version',
    'enabled',
    'header_names',
    'max_per_second',
    'filter',
    'ordered',
    'public_key',
    'ca_expires_at',
    'client_certificate_expires_at',
  ])
  assert.equal(endpoint.events.length, 5)
  assert.match(secret, /^svc-whsec-/)
  const one = ['--id', endpoint.id]
  assert.deepEqual((await json('endpoints', 'disable', ...one)).endpoint, {
    ...endpoint,
    enabled: false,
  })
  assert.deepEqual((await json('endpoints', 'enable', ...one)).endpoint, endpoint)
  const rotated = await json('endpoints', 'rotate', ...one)
  assert.deepEqual(rotated.endpoint, endpoint)
  assert.notEqual(rotated.secret, secret)
  assert.deepEqual((await json('endpoints', 'list', '--account', id)).data, [endpoint])
  await json('endpoints', 'delete', ...one)
  assert.deepEqual((await json('endpoints', 'list', '--account', id)).data, [])
  assert.equal((await jsonErrors(['endpoints', 'rotate', ...one]))[0]?.code, 'not_found')
})

test('oauth-clients commands cover the whole lifecycle of a client', async () => {
  const account = ['--account', await newAccount()]
  const made = await json('oauth-clients', 'create', ...account)
  assert.deepEqual(keys(made), ['tenant', 'api_key', 'client_id', 'client_secret'])
  const uri = ['--redirect-uri', 'https://app.example.com/callback']
  const app = await json('oauth-clients', 'create', ...account, '--name', 'App', ...uri)
  assert.deepEqual(keys(app), ['tenant', 'api_key', 'client_id'])
  const { data } = (await json('oauth-clients', 'list', ...account)) as {
    data: { id: string; kind: string }[]
  }
  assert.deepEqual(
    data.map(({ id, kind }) => [id, kind]).toSorted(),
    [
      [made.client_id, 'private'],
      [app.client_id, 'public'],
    ].toSorted(),
  )
  const listed = JSON.stringify(data)
  for (const secret of [made.api_key, made.client_secret, app.api_key])
    assert.ok(!listed.includes(String(secret).slice(-30, -4)))
  const end = ['oauth-clients', 'revoke', '--id']
  assert.deepEqual(keys(await json(...end, String(made.client_id))), ['id', 'revoked_at'])
  assert.equal((await jsonErrors([...end, newId()]))[0]?.code, 'not_found')
})

test('deliveries are listed with their attempts, all of them or filtered', async () => {
  const id = await newAccount()
  const { endpoint } = (await json(
    'endpoints',
    'create',
    '--account',
    id,
    '--url',
    'http://127.0.0.1:4000/h',
  )) as {
    endpoint: { id: string }
  }
  testApp.time.now = new Date() // partitions for events exist only from the current week on
  await testApp.run(ALL_ACCOUNTS, webhooks.createPartitions)
  await testApp.run(id, async (ctx) => {
    webhooks.recordAll(
      ctx,
      Array.from({ length: 250 }, () => eventInput(id)),
    )
  })
  const all = (await json('deliveries', 'list', '--account', id)).data as { event_id: string }[]
  assert.equal(all.length, 250)
  assert.equal(new Set(all.map(({ event_id }) => event_id)).size, 250)
  const [one] = all
  assert.ok(one !== undefined)
  assert.deepEqual(keys(one), ['id', 'event_id', 'event_type', 'endpoint_id', 'state', 'attempts'])
  const some = async (...more: string[]) =>
    (await json('deliveries', 'list', '--account', id, ...more)).data
  assert.deepEqual(await some('--event', one.event_id), [
    { ...one, endpoint_id: endpoint.id, attempts: [] },
  ])
  assert.deepEqual(await some('--state', 'parked'), [])
  assert.deepEqual(await some('--state', 'pending'), all)
  const [wrong] = await jsonErrors(['deliveries', 'list', '--account', id, '--event', 'nonsense'])
  assert.equal(wrong?.param, '--event')
})

test('endpoints create sets the given events, payload version and description', async () => {
  const id = await newAccount()
  const args = ['--account', id, '--url', 'https://a.example/h', '--payload-version', '2025-10']
  const events = ['--events', 'gift_request_delivered, gift_request_created', '--description', 'D']
  const { endpoint } = (await json('endpoints', 'create', ...args, ...events)) as {
    endpoint: { events: string[]; payload_version: string }
  }
  assert.deepEqual(endpoint.events, ['gift_request_created', 'gift_request_delivered'])
  assert.equal(endpoint.payload_version, '2025-10')
})

test('errors have the format of the API', async () => {
  const poor = await newAccount('--tier', 'on_demand')
  const url = ['--url', 'https://a.example/h']
  assert.deepEqual(await jsonErrors(['endpoints', 'create', '--account', poor, ...url]), [
    { type: 'permission_error', code: 'plan_required', message: 'This needs the Enterprise tier.' },
  ])
  for (const account of [newId(), 'nonsense'])
    assert.equal(
      (await jsonErrors(['tokens', 'create', '--account', account]))[0]?.code,
      'not_found',
    )
  assert.equal((await jsonErrors(['tokens', 'expire', '--id', newId()]))[0]?.code, 'not_found')
  const [email] = await jsonErrors([
    'users',
    'create',
    '--account',
    poor,
    '--email',
    'x',
    '--role',
    'admin',
  ])
  assert.equal(email?.param, 'email')
})

test('usage errors have the format of the API', async () => {
  const codes = async (...args: string[]) =>
    (await jsonErrors(args)).map(({ code, param }) => `${code} ${param ?? ''}`.trim())
  assert.deepEqual(await codes('accounts', 'create'), ['required --name'])
  assert.deepEqual(await codes('accounts', 'create', '--name', 'A', '--colour', 'red'), [
    'unknown_parameter --colour',
  ])
  assert.deepEqual(await codes('accounts', 'create', '--name', 'A', '--tier', 'gold'), [
    'invalid --tier',
  ])
  assert.deepEqual(await codes('acounts', 'list'), ['unknown_parameter'])
})

test('all invalid settings are named', async () => {
  const errors = await jsonErrors(['accounts', 'list'], { BESTOW_STAGE: 'prod', PORT: 'x' })
  assert.deepEqual(errors.map(({ param }) => param).toSorted(), ['BESTOW_STAGE', 'PORT'])
  const { code, err } = await bestow(['accounts', 'list'], { BESTOW_STAGE: 'prod' })
  assert.equal(code, 1)
  assert.match(err, /BESTOW_STAGE must be staging or production, not 'prod'/)
})

test('an unavailable database is reported', async () => {
  const [error] = await jsonErrors(['accounts', 'list'], {
    BESTOW_DATABASE_URL: 'postgresql://x:hunter2@127.0.0.1:1/x',
  })
  assert.equal(error?.code, 'unavailable')
  assert.ok(!error.message.includes('hunter2'))
})

test('human-readable output is a table, without colour when colour is disabled', async () => {
  const id = await newAccount()
  const { code, out, err } = await bestow(['accounts', 'list'])
  assert.equal(code, 0, err)
  assert.match(stripVTControlCharacters(out), /^ID +NAME +TIER +TENANT +STATE\n/)
  assert.ok(out.includes(id))
  const wrong = await bestow(['tokens', 'create', '--account', newId()])
  assert.equal(wrong.code, 1)
  assert.match(stripVTControlCharacters(wrong.err), /^✖ There is no account/)
  const help = await bestow(['tokens', 'create', '--help'])
  assert.equal(help.code, 0)
  assert.match(help.out, /--account <id>[\s\S]*--json/)
})

test('the help and a guessed name lead to serve', async () => {
  const help = await bestow([])
  assert.equal(help.code, 0)
  assert.match(help.out, /The service:\n +serve \[options\] +start here: run the service/)
  assert.doesNotMatch(help.out, /^Commands:/m)
  assert.match(help.out, /^The service:[\s\S]+^ +help \[command\][\s\S]+^With a token:/m)
  assert.doesNotMatch((await bestow(['tokens', '--help'])).out, /The service:/)
  const start = await bestow(['start'])
  assert.deepEqual([start.code, start.out], [1, ''])
  assert.match(start.err, /unknown command 'start'[\s\S]*\(Did you mean serve\?\)/)
})

test('a missing token is reported in a sentence', async () => {
  const { code, err } = await bestow(['gifts', 'list'], { BESTOW_API_CONFIG: '/nowhere' })
  assert.equal(code, 1)
  const sentence =
    '✖ BESTOW_API_TOKEN is not set, and no token is saved. Set it, or run: bestow login'
  assert.equal(stripVTControlCharacters(err).trim(), sentence)
})

test('doctor reports passed and failed checks', async () => {
  const { checks } = (await json('doctor')) as { checks: { check: string; is_ok: boolean }[] }
  assert.deepEqual(
    checks.map(({ check, is_ok }) => [check, is_ok]),
    ['settings', 'database', 'encoding', 'migrations', 'row-level security', 'clock', 'key'].map(
      (name) => [name, true],
    ),
  )
  const id = await newAccount()
  await json('endpoints', 'create', '--account', id, '--url', 'https://a.example/h')
  const { code, out } = await bestow(['doctor', '--json'], {
    BESTOW_SECRET_KEY: 'other:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  })
  assert.equal(code, 1)
  const { checks: ill } = JSON.parse(out) as { checks: typeof checks }
  assert.deepEqual(
    ill.filter(({ is_ok }) => !is_ok).map(({ check }) => check),
    ['key'],
  )
})

test('migrating an up-to-date database changes nothing', async () => {
  assert.deepEqual(await json('migrate'), { applied: [] })
})
