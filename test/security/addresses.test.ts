import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { run } from '#app/cli/program'
import { connectToAddresses } from '#platform/http-client/connect'
import { createSsrfAgent } from '#platform/http-client/ssrf-agent'
import { getAccountLimits } from '#platform/postgres/account-limits'
import { createAdminTestApp } from '#test/admin-harness'
import { startDnsServer } from '#test/dns-server'
import { pluck } from '#test/pluck'
import { localNames, privateAnswers, privateHosts, privateUrls } from '#test/private-addresses'
import { startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

/*
 * The tests of all outbound connections whose target a customer controls, with all private addresses. The
 * addresses are literals, or results of a DNS server whose records change (DNS rebinding). A listener at the
 * target counts connections and bytes. The service must not send a single byte to the listener.
 */

const received = { connections: 0, bytes: 0 }
const listener = createServer((socket) => {
  received.connections += 1
  socket.on('data', ({ length }) => {
    received.bytes += length
  })
  socket.on('error', () => {})
})
await new Promise<void>((done) => listener.listen(0, '0.0.0.0', done))
const { port } = listener.address() as AddressInfo
after(() => listener.close())

/** A public address that is not assigned, so that connections to it fail. */
const unroutableAddress = '3000::1'
const recordType = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/**
 * A DNS server in which `n3.answers.test` resolves to the fourth private address. `both.test` and
 * `rebinds.test` behave as their names say.
 */
const dnsServer = await startDnsServer((name, kind) => {
  const [, index] = /^n(\d+)\.answers\.test$/.exec(name) ?? []
  const before = dnsServer.queries.filter((line) => line === `${kind} ${name}`).length
  const records: Record<string, string[]> = {
    'both.test': [unroutableAddress, '127.0.0.1'],
    'rebinds.test':
      before === 1 && kind === 'AAAA' ? [unroutableAddress] : before === 1 ? [] : ['127.0.0.1'],
  }
  const all =
    index === undefined ? (records[name] ?? ['127.0.0.1']) : [privateAnswers[Number(index)]]
  return all.filter((each): each is string => each !== undefined && recordType(each) === kind)
})
after(() => dnsServer.close())

const hostNames = [
  ...privateAnswers.map((_address, index) => `n${index}.answers.test`),
  ...[
    'both.test',
    'plain.test',
    'plain.test.',
    'PLAIN.TEST',
    '127.0.0.1.nip.io',
    'xn--nxasmq6b.test',
  ],
]
const literals = [
  ...privateHosts.map((host) => `http://${host}:${port}/hook`),
  ...privateUrls(port),
]
const localUrls = localNames.map((name) => `http://${name}:${port}/hook`)

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createAdminTestApp({ blockPrivateAddresses: true })
await testApp.run(webhooks.createPartitions, '*')
const ada = await testApp.signIn(testApp.admin)
/** Inserts endpoints with any URL, as a deployment that allows private addresses can. */
const insertEndpoints = (urls: readonly string[]) =>
  testApp.run(async (baseCtx) => {
    const limits = { ...getAccountLimits(baseCtx.deployment), endpoints: 1_000 }
    const ctx = { ...baseCtx, deployment: { ...baseCtx.deployment, limits } }
    const ids: string[] = []
    const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
    const input = { url: 'https://example.com/' }
    for (const url of urls) {
      const { endpoint } = await webhooks.createEndpoint(ctx, owner, input, {
        allowPrivate: false,
      })
      ctx.enqueue('update webhooks.endpoint set url = $2 where id = $1', [endpoint.id, url])
      ids.push(endpoint.id)
    }
    return ids
  })

const invalidParams = (errors: { param: string }[]) => errors.map(({ param }) => param)

describe('private addresses', () => {
  it('are rejected when an endpoint is created or updated in the admin API', async () => {
    const [existing = ''] = await insertEndpoints(['https://example.com/'])
    for (const url of [...literals, ...localUrls]) {
      const created = await ada.post('/endpoints', { url })
      const changed = await ada.patch(`/endpoints/${existing}`, { url })
      for (const { status, json } of [created, changed])
        assert.deepEqual([status, invalidParams(json.errors)], [422, ['url']], url)
    }
    const list = await testApp.run((ctx) => webhooks.listEndpoints(ctx))
    assert.deepEqual(pluck(list, 'url'), ['https://example.com/'])
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, existing))
  })

  // The CLI calls the same function as the admin API. Each run opens a new database connection,
  // so the test uses only a sample.
  it('are rejected by the CLI', async () => {
    const [existing = ''] = await insertEndpoints(['https://example.com/'])
    const env = {
      BESTOW_DATABASE_URL: testApp.url,
      BESTOW_SECRET_KEY: key,
      BESTOW_STAGE: 'staging',
    }
    const sample = [...literals, ...localUrls].filter((_url, index) => index % 16 === 0)
    for (const url of sample)
      for (const args of [
        ['create', '--account', testApp.account.id],
        ['change', '--id', existing],
      ]) {
        const output: string[] = []
        const write = (line: string) => output.push(line)
        const command = ['endpoints', ...args, '--url', url, '--json']
        assert.equal(await run(command, env, { out: write, err: write }), 1, url)
        assert.deepEqual(invalidParams(JSON.parse(output.join('')).errors), ['url'], url)
      }
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, existing))
  })

  it('receive no request from stored endpoints, also after their DNS records change', async () => {
    const before = { ...received }
    const urls = [...literals, ...localUrls, ...hostNames.map((name) => `http://${name}:${port}/`)]
    const ids = await insertEndpoints([`http://rebinds.test:${port}/`, ...urls])
    const [rebinding] = ids
    await testApp.run(async (ctx) => webhooks.recordAll(ctx, [eventInput(testApp.account.id)]))
    const tested = ids.filter((_id, index) => index % 8 === 0)
    for (const id of tested) {
      const { status } = await ada.post(`/endpoints/${id}/test`, { type: 'gift_request_created' })
      assert.equal(status, 201)
    }
    const limits = { connectTimeoutMs: 3_000, responseTimeoutMs: 3_000, dnsTtlMs: 0 }
    const engine = startTestEngine(
      testApp.db,
      { retryDelaysMs: [10, 10, 10, 10] },
      { allowPrivate: false, nameServers: [dnsServer.address], limits },
    )
    const isAbandoned = ({ state }: webhooks.Delivery) => state === 'abandoned'
    const all = await waitForDeliveries(testApp.db, {}, (deliveries) =>
      deliveries.every(isAbandoned),
    )
    await engine.stop()
    assert.equal(all.length, ids.length + tested.length)
    const attempts = all.flatMap((each) =>
      each.attempts.map(({ error }) => ({ error, isRebinding: each.endpoint_id === rebinding })),
    )
    assert.equal(attempts.length, 5 * ids.length + tested.length, 'a test event is sent once')
    const unblocked = attempts.filter(({ error }) => error !== 'address_refused')
    // The first attempts resolve to the public address, and fail. Later attempts are rejected.
    assert.ok(unblocked.length > 0 && unblocked.every(({ isRebinding }) => isRebinding))
    assert.ok(unblocked.length <= 2, String(unblocked.length))
    assert.deepEqual(received, before)
  })

  it('are not reached by libraries with their own HTTP client', async () => {
    const agent = createSsrfAgent('http:', {
      allowPrivate: false,
      nameServers: [dnsServer.address],
    })
    after(() => agent.destroy())
    const fetchOutcome = (url: string) =>
      new Promise<string>((resolve) => {
        get(url, { agent }, () => resolve('response')).on('error', ({ message }) =>
          resolve(message),
        )
      })
    const urls = [...literals, ...hostNames.map((name) => `http://${name}:${port}/`)]
    for (const url of urls) assert.equal(await fetchOutcome(url), 'address_refused', url)
    assert.equal(received.connections, 0)
  })

  it('are detected on the connection, before TLS or HTTP sends a byte', async () => {
    const resolved = [{ address: '127.0.0.1', family: 4 as const }] // simulates the result of a faulty DNS check
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://public.test:${port}/`)
      const deadline = performance.now() + 60_000
      const outcome = await connectToAddresses(url, resolved, { allowPrivate: false }, deadline)
      assert.equal('error' in outcome && outcome.error, 'address_refused')
    }
    assert.deepEqual(received.bytes, 0)
  })
})

/** All files that can open a connection, each with the reason why a customer cannot choose the target. */
// biome-ignore format: aligned columns
const outboundPaths: Record<string, string> = {
  'src/app/database.ts':                            'the database, from the settings',
  'src/app/run-service.ts':                               'the own port, if another process listens there',
  'src/platform/backup/restore-backup.ts':            'the database',
  'src/platform/backup/create-backup.ts':              'the database',
  'src/platform/postgres/database-errors.ts':         'the database',
  'src/platform/postgres/pg-internals.ts':                    'the database',
  'src/platform/embedded-postgres/embedded-postgres.ts':         'the database',
  'src/platform/postgres/migrations.ts':                   'the database',
  'src/platform/postgres/pool.ts':                  'the database',
  'src/platform/postgres/replica-reads.ts':                 'the database, for the class of its errors',
  'src/platform/postgres/group-commit.ts':                  'the database',
  'src/platform/postgres/notifier.ts':                      'the database',
  'src/platform/http-client/connect.ts':          'checks addresses itself',
  'src/platform/http-client/happy-eyeballs.ts':             'only to addresses that connect.ts gets from dns.ts',
  'src/platform/http-client/proxy.ts':           'the proxy, from the settings; only to addresses that connect.ts gets from dns.ts',
  'src/platform/http-client/tls-settings.ts':           'no connection: reads certificates',
  'src/platform/http-client/tls-reasons.ts': 'no connection: names the reason of a failed one',
  'src/platform/http-client/dns.ts':          'checks addresses itself',
  'src/platform/http-client/ssrf-agent.ts':             'checks addresses itself',
  'src/platform/http-client/guarded-request.ts':      'with the SSRF agent',
  'src/platform/observability/tracing-otlp.ts':              'the trace collector, from the environment',
  'src/platform/observability/otlp/collector-client.ts':     'the collector for metrics and logs, from the settings: private addresses are legitimate',
  'src/platform/http-client/dns-records.ts': 'the name servers of the system or the settings, for records of domains and hosts',
  'src/platform/config/setting-parsers.ts': 'no connection: parses the addresses of name servers',
  'src/platform/http-client/guarded-socket.ts': 'with openGuardedSocket',
  'packages/connectors/nats/nats.ts': 'a broker, over the socket of guarded-transport.ts',
  'packages/connectors/nats/guarded-transport.ts': 'a broker, with openServerSocket',
  'packages/connectors/redis/redis.ts': 'a broker, with openServerSocket',
  'packages/connectors/rabbitmq/open-model.ts': 'no connection: speaks AMQP over the socket of rabbitmq.ts',
  'packages/connectors/openid-connect/discovery.ts': 'an identity provider, with the SSRF agent',
  'packages/connectors/easypost/easypost-client.ts': 'EasyPost, with the SSRF agent',
  'packages/connectors/slack-app/socket.ts': 'the socket of the chat, with the SSRF agent',
  'packages/connectors/smtp/smtp-message.ts': 'the mail server of the settings, or that of an account with openGuardedSocket',
}

it('the list of files that open connections is complete', () => {
  const root = join(import.meta.dirname, '../..')
  const opens =
    /^(?!import type).*(from|import\()\s*'(node:(http|https|http2|net|tls|dns|dgram)(\/promises)?|undici|nodemailer|openid-client|@easypost\/api|@opentelemetry\/exporter[\w-]+|ioredis|@nats-io\/transport-node[^']*|pg)'|(?<![.\w])fetch\(|new WebSocket\(|require\(join\(folder, 'connection\.js'\)\)/m
  const harmless = /import \{[^}]*\b(isIP|isIPv6|createServer)\b[^}]*\} from 'node:net'/
  const paths = globSync(['src/**/*.ts', 'packages/connectors/**/*.ts'], { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return opens.test(
        path === 'src/platform/http-client/connect.ts' ? text : text.replace(harmless, ''),
      )
    })
  assert.deepEqual(paths.sort(), Object.keys(outboundPaths).sort())
})
