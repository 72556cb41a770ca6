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
import { localNames, privateAnswers, privateHosts, privateUrls } from '#test/private-addresses'
import { startTestEngine, waitForDeliveries } from '#test/webhook-engine-fixture'
import { eventInput } from '#test/webhook-harness'
import * as webhooks from '#webhooks'

/*
 * Every way out of the service that a stranger has a say in, with every address that must not be reached:
 * written as an address, and answered by a server of DNS that changes its mind. A listener stands where
 * they lead to. It must never be sent a byte.
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

/** Public by its form, and nobody's: connecting to it fails. */
const unroutableAddress = '3000::1'
const kindOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/** `n3.answers.test` has the fourth of the private addresses; the others are as they are called. */
const names = await startDnsServer((name, kind) => {
  const [, place] = /^n(\d+)\.answers\.test$/.exec(name) ?? []
  const before = names.queries.filter((line) => line === `${kind} ${name}`).length
  const means: Record<string, string[]> = {
    'both.test': [unroutableAddress, '127.0.0.1'],
    'rebinds.test':
      before === 1 && kind === 'AAAA' ? [unroutableAddress] : before === 1 ? [] : ['127.0.0.1'],
  }
  const all = place === undefined ? (means[name] ?? ['127.0.0.1']) : [privateAnswers[Number(place)]]
  return all.filter((each): each is string => each !== undefined && kindOf(each) === kind)
})
after(() => names.close())

const named = [
  ...privateAnswers.map((_address, place) => `n${place}.answers.test`),
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
const resolveLocally = localNames.map((name) => `http://${name}:${port}/hook`)

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const testApp = await createAdminTestApp({ blockPrivateAddresses: true })
await testApp.run(webhooks.createPartitions, '*')
const ada = await testApp.signIn(testApp.admin)
/** Endpoints as a more trusting installation has left them; with any URL at all. */
const keep = (urls: readonly string[]) =>
  testApp.run(async (ours) => {
    const limits = { ...getAccountLimits(ours.deployment), endpoints: 1_000 }
    const ctx = { ...ours, deployment: { ...ours.deployment, limits } }
    const ids: string[] = []
    const owner = { account_id: testApp.account.id, tier: 'enterprise' } as const
    const wanted = { url: 'https://example.com/' }
    for (const url of urls) {
      const { endpoint } = await webhooks.createEndpoint(ctx, owner, wanted, {
        allowPrivate: false,
      })
      ctx.enqueue('update webhooks.endpoint set url = $2 where id = $1', [endpoint.id, url])
      ids.push(endpoint.id)
    }
    return ids
  })

/** In how many ways these are no endpoint's URL. */
const problems = (errors: { param: string }[]) => errors.map(({ param }) => param)

describe('private addresses', () => {
  it('are refused when an endpoint is made or changed in the admin area', async () => {
    const [own = ''] = await keep(['https://example.com/'])
    for (const url of [...literals, ...resolveLocally]) {
      const made = await ada.post('/endpoints', { url })
      const changed = await ada.patch(`/endpoints/${own}`, { url })
      for (const { status, json } of [made, changed])
        assert.deepEqual([status, problems(json.errors)], [422, ['url']], url)
    }
    const list = await testApp.run((ctx) => webhooks.listEndpoints(ctx))
    assert.deepEqual(
      list.map(({ url }) => url),
      ['https://example.com/'],
    )
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, own))
  })

  // The same verb as behind the admin area; each run opens the database anew, so it gets a share of them.
  it('are refused on the command line', async () => {
    const [own = ''] = await keep(['https://example.com/'])
    const env = {
      BESTOW_DATABASE_URL: testApp.url,
      BESTOW_SECRET_KEY: key,
      BESTOW_STAGE: 'staging',
    }
    const some = [...literals, ...resolveLocally].filter((_url, place) => place % 16 === 0)
    for (const url of some)
      for (const args of [
        ['create', '--account', testApp.account.id],
        ['change', '--id', own],
      ]) {
        const output: string[] = []
        const write = (line: string) => output.push(line)
        const command = ['endpoints', ...args, '--url', url, '--json']
        assert.equal(await run(command, env, { out: write, err: write }), 1, url)
        assert.deepEqual(problems(JSON.parse(output.join('')).errors), ['url'], url)
      }
    await testApp.run((ctx) => webhooks.deleteEndpoint(ctx, own))
  })

  it('are sent nothing, however they came to be stored and whatever their names mean by now', async () => {
    const before = { ...received }
    const urls = [...literals, ...resolveLocally, ...named.map((name) => `http://${name}:${port}/`)]
    const ids = await keep([`http://rebinds.test:${port}/`, ...urls])
    const [rebinding] = ids
    await testApp.run(async (ctx) => webhooks.recordAll(ctx, [eventInput(testApp.account.id)]))
    const tested = ids.filter((_id, place) => place % 8 === 0)
    for (const id of tested) {
      const { status } = await ada.post(`/endpoints/${id}/test`, { type: 'gift_request_created' })
      assert.equal(status, 201)
    }
    const limits = { connectTimeoutMs: 300, responseTimeoutMs: 300, dnsTtlMs: 0 }
    const engine = startTestEngine(
      testApp.db,
      { retryDelaysMs: [10, 10, 10, 10] },
      { allowPrivate: false, nameServers: [names.address], limits },
    )
    const isOver = ({ state }: webhooks.Delivery) => state === 'abandoned'
    const all = await waitForDeliveries(testApp.db, {}, (found) => found.every(isOver))
    await engine.stop()
    assert.equal(all.length, ids.length + tested.length)
    const attempts = all.flatMap((each) =>
      each.attempts.map(({ error }) => ({ error, isRebinding: each.endpoint_id === rebinding })),
    )
    assert.equal(attempts.length, 5 * all.length)
    const let_through = attempts.filter(({ error }) => error !== 'address_refused')
    // While its name was public the attempt went there and failed; from then on it is refused.
    assert.ok(let_through.length > 0 && let_through.every(({ isRebinding }) => isRebinding))
    assert.ok(let_through.length <= 2, String(let_through.length))
    assert.deepEqual(received, before)
  })

  it('are not reached by libraries that bring their own HTTP', async () => {
    const agent = createSsrfAgent('http:', { allowPrivate: false, nameServers: [names.address] })
    after(() => agent.destroy())
    const fetched = (url: string) =>
      new Promise<string>((tell) => {
        get(url, { agent }, () => tell('answered')).on('error', ({ message }) => tell(message))
      })
    const urls = [...literals, ...named.map((name) => `http://${name}:${port}/`)]
    for (const url of urls) assert.equal(await fetched(url), 'address_refused', url)
    assert.equal(received.connections, 0)
  })

  it('are told from the connection too, before a byte of TLS or HTTP leaves', async () => {
    const forced = [{ address: '127.0.0.1', family: 4 as const }] // as if judged wrongly before
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://public.test:${port}/`)
      const until = performance.now() + 2_000
      const outcome = await connectToAddresses(url, forced, { allowPrivate: false }, until)
      assert.equal('error' in outcome && outcome.error, 'address_refused')
    }
    assert.deepEqual(received.bytes, 0)
  })
})

/** Every file that can open a connection, and why a stranger has no say in where to. */
// biome-ignore format: read down the columns
const outboundPaths: Record<string, string> = {
  'src/app/database.ts':                            'the database, from the settings',
  'src/app/run-service.ts':                               'whoever holds our own port',
  'src/platform/backup/restore-backup.ts':            'the database',
  'src/platform/backup/create-backup.ts':              'the database',
  'src/platform/postgres/database-errors.ts':         'the database',
  'src/platform/postgres/pg-internals.ts':                    'the database',
  'src/platform/embedded-postgres/embedded-postgres.ts':         'the database',
  'src/platform/postgres/migrations.ts':                   'the database',
  'src/platform/postgres/pool.ts':                  'the database',
  'src/platform/postgres/group-commit.ts':                  'the database',
  'src/platform/postgres/notifier.ts':                      'the database',
  'src/platform/lib/smtp.ts':                      'the mail server, from the settings: often a private address, and rightly',
  'src/platform/http-client/connect.ts':          'judged here',
  'src/platform/http-client/happy-eyeballs.ts':             'only to addresses that outbound-connect.ts has from outbound-resolve.ts',
  'src/platform/http-client/dns.ts':          'judged here',
  'src/platform/http-client/ssrf-agent.ts':             'judged here',
  'src/platform/observability/tracing-otlp.ts':              'whoever collects traces, from the environment',
  'src/domain/fulfilment/carriers/easypost-client.ts': 'EasyPost, over a guarded agent',
  'src/http/admin/account/logo-check.ts':          'the logo of an account, over a guarded agent',
}

it('every file that opens connections is known', () => {
  const root = join(import.meta.dirname, '../..')
  const opens =
    /^(?!import type).*(from|import\()\s*'(node:(http|https|http2|net|tls|dns|dgram)(\/promises)?|undici|nodemailer|@easypost\/api|@opentelemetry\/exporter[\w-]+|pg)'|(?<![.\w])fetch\(|new WebSocket\(/m
  const harmless = /import \{[^}]*\b(isIP|isIPv6|createServer)\b[^}]*\} from 'node:net'/
  const found = globSync('src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return opens.test(
        path === 'src/platform/http-client/connect.ts' ? text : text.replace(harmless, ''),
      )
    })
  assert.deepEqual(found.sort(), Object.keys(outboundPaths).sort())
})
