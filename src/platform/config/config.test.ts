import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { settingNames, settings } from './setting-definitions.ts'

const key = 'k1:dGhpcyBrZXkgaXMgZm9yIHRlc3RzIG9mIHNldHRpbmc='
const database = 'postgresql://bestow:hunter2@127.0.0.1/bestow'

const ownDatabase = {
  BESTOW_DATABASE_URL: database,
  BESTOW_SECRET_KEY: key,
  BESTOW_STAGE: 'staging',
}

const readProblems = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems.map(({ variable }) => variable)
  }
}

test('without settings, the embedded default runs in staging on loopback', () => {
  const config = readConfig({})
  assert.equal(config.port, 3000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.origin, 'http://localhost:3000')
  assert.equal(config.stage, 'staging')
  assert.equal(config.region, 'us')
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.webhookAllowPrivate, true)
  assert.equal(config.seed, 'demo')
  assert.deepEqual(config.webhookRetryDelaysMs, [30_000, 600_000, 7_200_000, 43_200_000])
  assert.deepEqual(config.warnings, [])
})

test('an external database changes the defaults: listens on all addresses, no private webhooks', () => {
  const config = readConfig({ ...ownDatabase, PORT: '8080' })
  assert.equal(config.host, '0.0.0.0')
  assert.equal(config.origin, 'http://localhost:8080')
  assert.equal(config.webhookAllowPrivate, false)
  assert.equal(config.seed, 'none')
  assert.equal(config.mail.isMailboxOpen, false)
  assert.deepEqual(
    config.keyring?.map(({ id }) => id),
    ['k1'],
  )
})

test('all invalid settings are reported at once, each with a valid example', () => {
  const invalid = {
    PORT: 'web',
    BESTOW_ORIGIN: 'https://gifts.example.com/app',
    BESTOW_STAGE: 'prod',
    BESTOW_DATABASE_URL: 'mysql://somewhere',
    BESTOW_SECRET_KEY: 'k1:tooshort',
    BESTOW_WEBHOOK_RETRY_DELAYS: '30s,10m',
    BESTOW_WEBHOOK_ALLOW_PRIVATE: 'yes',
    BESTOW_RATE_LIMIT: '-1',
  }
  assert.deepEqual(readProblems(invalid), Object.keys(invalid))
  const made = '$(openssl rand -base64 32)' // the example is not a usable key, because people copy keys from documentation
  for (const name of settingNames) {
    const { parse, example } = settings[name]
    assert.doesNotThrow(() => parse(example.replace(made, key.slice(3))))
  }
})

test('conflicting settings are rejected', () => {
  assert.deepEqual(readProblems({ BESTOW_DATABASE_URL: database }), [
    'BESTOW_SECRET_KEY',
    'BESTOW_STAGE',
  ])
  assert.deepEqual(readProblems({ PORT: '3000', BESTOW_OPS_PORT: '3000' }), ['BESTOW_OPS_PORT'])
  assert.deepEqual(
    readProblems({ BESTOW_STAGE: 'production', BESTOW_WEBHOOK_ALLOW_PRIVATE: 'true' }),
    ['BESTOW_WEBHOOK_ALLOW_PRIVATE'],
  )
  assert.deepEqual(readProblems({ BESTOW_SECRET_KEY: key, BESTOW_SECRET_KEY_FILE: '/x' }), [
    'BESTOW_SECRET_KEY',
  ])
})

test('the example key of the documentation is rejected in production', () => {
  const published = 'JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
  const production = { BESTOW_DATABASE_URL: database, BESTOW_STAGE: 'production' }
  const own = `2026b:${Buffer.alloc(32, 7).toString('base64')}`
  const problems = (keys: string) => readProblems({ ...production, BESTOW_SECRET_KEY: keys })
  assert.deepEqual(problems(own), [])
  assert.deepEqual(problems(`2026a:${published}`), ['BESTOW_SECRET_KEY'])
  assert.deepEqual(problems(`${own},renamed:${published}`), ['BESTOW_SECRET_KEY'])
})

test('no error prints a usable key', () => {
  for (const env of [{ BESTOW_DATABASE_URL: database }, { BESTOW_SECRET_KEY: 'k' }])
    assert.throws(
      () => readConfig(env),
      ({ message }: Error) => !/[A-Za-z0-9+/]{43}=/.test(message) && /openssl rand/.test(message),
    )
})

test('a drain delay is a duration of at most a minute', () => {
  assert.equal(readConfig({}).drainDelayMs, 0)
  assert.equal(readConfig({ BESTOW_DRAIN_DELAY: '5s' }).drainDelayMs, 5_000)
  assert.equal(readConfig({ BESTOW_DRAIN_DELAY: '0s' }).drainDelayMs, 0)
  for (const invalid of ['5', '61s', '-1s'])
    assert.deepEqual(readProblems({ BESTOW_DRAIN_DELAY: invalid }), ['BESTOW_DRAIN_DELAY'])
})

test('an error about a secret does not contain the secret', () => {
  assert.throws(
    () =>
      readConfig({ BESTOW_DATABASE_URL: 'mysql://u:hunter2@h', BESTOW_SECRET_KEY: 'k1:c2VjcmV0' }),
    ({ message }: Error) => !message.includes('hunter2') && !message.includes('c2VjcmV0'),
  )
})

test('secrets can be read from files', () => {
  const files: Record<string, string> = { '/run/url': `${database}\n`, '/run/key': `${key}\n` }
  const read = (path: string) => {
    const text = files[path]
    if (text === undefined) throw new Error('no such file')
    return text
  }
  const env = {
    BESTOW_DATABASE_URL_FILE: '/run/url',
    BESTOW_SECRET_KEY_FILE: '/run/key',
    BESTOW_STAGE: 'production',
  }
  assert.equal(readConfig(env, read).databaseUrl, database)
  assert.throws(
    () => readConfig({ BESTOW_SECRET_KEY_FILE: '/run/none' }, read),
    /BESTOW_SECRET_KEY_FILE.*no such file/,
  )
  files['/run/url'] = 'mysql://db/bestow'
  assert.throws(
    () => readConfig(env, read),
    /BESTOW_DATABASE_URL_FILE names a file whose content must .*\n.*Example: BESTOW_DATABASE_URL_FILE=\//,
  )
})

test('each setting is available under its name', () => {
  assert.equal(readConfig({ BESTOW_DRAIN_DELAY: '3s' }).settings.BESTOW_DRAIN_DELAY, 3_000)
})

test('an external database needs a stage, and the error lists the stages', () => {
  const { BESTOW_STAGE: _, ...unstaged } = ownDatabase
  assert.deepEqual(readProblems(unstaged), ['BESTOW_STAGE'])
  assert.throws(() => readConfig(unstaged), /BESTOW_STAGE is required .* staging .* production/)
})

test('only the embedded database gets demo data by default', () => {
  assert.equal(readConfig({}).seed, 'demo')
  assert.equal(readConfig(ownDatabase).seed, 'none')
  assert.equal(readConfig({ ...ownDatabase, BESTOW_SEED: 'demo' }).seed, 'demo')
})

test('an https origin without a trusted proxy causes a warning', () => {
  const https = { BESTOW_ORIGIN: 'https://gifts.example.com' }
  assert.match(readConfig(https).warnings.join(), /BESTOW_TRUSTED_PROXIES is not set/)
  assert.deepEqual(readConfig({ ...https, BESTOW_TRUSTED_PROXIES: '10.0.0.1' }).warnings, [])
  assert.deepEqual(readConfig({ BESTOW_ORIGIN: 'http://localhost:3000' }).warnings, [])
})

test('an empty variable counts as not set, and an unknown one causes a warning', () => {
  const { host, warnings } = readConfig({
    BESTOW_HOST: ' ',
    BESTOW_RATELIMIT: '5',
    BESTOW_TEST_X: '',
  })
  assert.equal(host, '127.0.0.1')
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /BESTOW_RATELIMIT/)
})

test('webhook ports: two in production, any in staging, or a configured list', () => {
  const ports = (env: Record<string, string>) => readConfig(env).webhookPorts
  const production = {
    BESTOW_STAGE: 'production',
    BESTOW_DATABASE_URL: database,
    BESTOW_SECRET_KEY: key,
  }
  assert.equal(ports({}), undefined)
  assert.deepEqual(ports(production), [443, 8443])
  assert.deepEqual(ports({ ...production, BESTOW_WEBHOOK_PORTS: '443, 9443' }), [443, 9443])
  for (const bad of ['0', '65536', '443-445', '443,'])
    assert.deepEqual(readProblems({ BESTOW_WEBHOOK_PORTS: bad }), ['BESTOW_WEBHOOK_PORTS'])
})

test('an environment that disables certificate verification causes a warning', () => {
  const { warnings } = readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /NODE_TLS_REJECT_UNAUTHORIZED=0 disables/)
  assert.deepEqual(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '1' }).warnings, [])
})

test('durations are parsed with their units', () => {
  const delays = (text: string) =>
    readConfig({ BESTOW_WEBHOOK_RETRY_DELAYS: text }).webhookRetryDelaysMs
  assert.deepEqual(delays('250ms, 1s,2m,3h'), [250, 1_000, 120_000, 10_800_000])
  for (const bad of ['1s,1s,1s,1', '1s,1s,1s,0s', '1s,1s,1s,1d', '1s,1s,1s,9999h', '1s,1s,1s,-1s'])
    assert.throws(() => delays(bad), ConfigError)
})

test('a warehouse with an API: an https URL, or http on loopback, and a secret of Standard Webhooks', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const read = (url: string, key = secret) =>
    readConfig({
      BESTOW_CARRIER: 'http',
      BESTOW_HTTP_CARRIER_URL: url,
      BESTOW_HTTP_CARRIER_SECRET: key,
    }).httpCarrier
  assert.deepEqual(read('https://warehouse.example.com/v1/'), {
    url: 'https://warehouse.example.com/v1',
    secret,
  })
  assert.equal(read('http://127.0.0.1:4100')?.url, 'http://127.0.0.1:4100')
  for (const url of ['http://warehouse.example.com', 'https://a:b@example.com', 'https://a.com/?b'])
    assert.throws(() => read(url), ConfigError, url)
  for (const key of ['whsec_c2hvcnQ=', secret.slice(6), `${secret}=`, 'svc-whsec-x'])
    assert.throws(() => read('https://a.example.com', key), ConfigError, key)
  assert.throws(() => readConfig({ BESTOW_CARRIER: 'http' }), ConfigError)
})

test('the carrier: the simulator in staging, manual in production, EasyPost with all of its settings', () => {
  assert.equal(readConfig({}).carrier, 'simulator')
  assert.equal(readConfig({ BESTOW_STAGE: 'production' }).carrier, 'manual')
  assert.equal(readConfig({}).easyPost, undefined)
  const readProblems = (env: Record<string, string>) => {
    try {
      readConfig(env)
    } catch (error) {
      return error instanceof ConfigError ? error.problems.map(({ variable }) => variable) : [error]
    }
    return []
  }
  const live = { BESTOW_STAGE: 'production', BESTOW_CARRIER: 'simulator' }
  assert.deepEqual(readProblems(live), ['BESTOW_CARRIER'])
  const easyPost = {
    BESTOW_EASYPOST_API_KEY: 'EZTK',
    BESTOW_EASYPOST_WEBHOOK_SECRET: 'a secret of sixteen letters',
    BESTOW_EASYPOST_FROM: 'adr_home',
  }
  assert.deepEqual(readProblems({ BESTOW_CARRIER: 'easypost' }), Object.keys(easyPost))
  assert.deepEqual(readProblems({ ...easyPost, BESTOW_EASYPOST_WEBHOOK_SECRET: 'short' }), [
    'BESTOW_EASYPOST_WEBHOOK_SECRET',
  ])
  assert.deepEqual(readConfig({ ...easyPost, BESTOW_CARRIER: 'easypost' }).easyPost, {
    api_key: 'EZTK',
    webhook_secret: 'a secret of sixteen letters',
    from: 'adr_home',
    ounces: 16,
  })
})

test('a collector has a base URL, headers with encoded values, and an interval', () => {
  assert.deepEqual(readConfig({}).telemetry, { url: undefined, headers: {}, intervalMs: 15_000 })
  const { telemetry } = readConfig({
    BESTOW_OTLP_URL: 'https://collector.example.com/otlp/',
    BESTOW_OTLP_HEADERS: 'Authorization=Basic%20YTpi, X-Tenant = a=b',
    BESTOW_OTLP_INTERVAL: '1m',
  })
  assert.deepEqual(telemetry, {
    url: 'https://collector.example.com/otlp',
    headers: { authorization: 'Basic YTpi', 'x-tenant': 'a=b' },
    intervalMs: 60_000,
  })
  assert.deepEqual(readProblems({ BESTOW_OTLP_HEADERS: 'a=b' }), ['BESTOW_OTLP_URL'])
  const base = { BESTOW_OTLP_URL: 'http://collector:4318' }
  for (const url of ['collector:4318', 'ftp://a', 'http://a:b@c', 'http://a/?key=1'])
    assert.deepEqual(readProblems({ BESTOW_OTLP_URL: url }), ['BESTOW_OTLP_URL'], url)
  for (const interval of ['0s', '999ms', '6m', '15'])
    assert.deepEqual(readProblems({ ...base, BESTOW_OTLP_INTERVAL: interval }), [
      'BESTOW_OTLP_INTERVAL',
    ])
  const many = Array.from({ length: 21 }, (_, index) => `h${index}=1`).join(',')
  for (const headers of ['a', '=b', 'a=', 'a b=c', 'a=%', 'a=%0d%0ab', 'a=é', 'Host=x', many])
    assert.deepEqual(
      readProblems({ ...base, BESTOW_OTLP_HEADERS: headers }),
      ['BESTOW_OTLP_HEADERS'],
      headers,
    )
})

test('the targets of hosts are names and addresses, in one spelling', () => {
  const read = (text: string) =>
    readConfig({ BESTOW_HOST_TARGETS: text }).settings.BESTOW_HOST_TARGETS
  assert.deepEqual(read('Pages.Bestow.example., 203.0.113.7,2001:DB8:0::7'), [
    'pages.bestow.example',
    '203.0.113.7',
    '2001:db8::7',
  ])
  for (const text of ['', 'localhost', 'https://bestow.example', '*.bestow.example', '10.0.0.1/8'])
    assert.deepEqual(readProblems({ BESTOW_HOST_TARGETS: `${text},bestow.example` }), [
      'BESTOW_HOST_TARGETS',
    ])
})
