import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { run } from '#main/cli/program'
import { createSsrfAgent } from '#platform/guarded-agent'
import { getAccountLimits } from '#platform/limits'
import { connectToAddresses } from '#platform/outbound-connect'
import { openAdminWorld } from '#test/admin-world'
import { startNameServer } from '#test/name-server'
import { homeNames, privateAnswers, privateHosts, privateUrls } from '#test/private-addresses'
import { deliveriesWhen, runEngine } from '#test/webhook-engine'
import { telling } from '#test/webhook-world'
import * as webhooks from '#webhooks'

/*
 * Every way out of the service that a stranger has a say in, with every address that must not be reached:
 * written as an address, and answered by a server of DNS that changes its mind. A listener stands where
 * they lead to. It must never be sent a byte.
 */

const heard = { connections: 0, bytes: 0 }
const listener = createServer((socket) => {
  heard.connections += 1
  socket.on('data', ({ length }) => {
    heard.bytes += length
  })
  socket.on('error', () => {})
})
await new Promise<void>((done) => listener.listen(0, '0.0.0.0', done))
const { port } = listener.address() as AddressInfo
after(() => listener.close())

/** Public by its form, and nobody's: connecting to it fails. */
const nobodys = '3000::1'
const kindOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/** `n3.answers.test` has the fourth of the private addresses; the others are as they are called. */
const names = await startNameServer((name, kind) => {
  const [, place] = /^n(\d+)\.answers\.test$/.exec(name) ?? []
  const before = names.asked.filter((line) => line === `${kind} ${name}`).length
  const means: Record<string, string[]> = {
    'both.test': [nobodys, '127.0.0.1'],
    'rebinds.test': before === 1 && kind === 'AAAA' ? [nobodys] : before === 1 ? [] : ['127.0.0.1'],
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
const atHome = homeNames.map((name) => `http://${name}:${port}/hook`)

const key = 'test:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const world = await openAdminWorld({ isGuarded: true })
await world.run(webhooks.createPartitions, '*')
const ada = await world.signedIn(world.admin)
/** Endpoints as a more trusting installation has left them; with any URL at all. */
const keep = (urls: readonly string[]) =>
  world.run(async (ours) => {
    const limits = { ...getAccountLimits(ours.deployment), endpoints: 1_000 }
    const work = { ...ours, deployment: { ...ours.deployment, limits } }
    const ids: string[] = []
    const who = { account_id: world.account.id, tier: 'enterprise' } as const
    const wanted = { url: 'https://example.com/' }
    for (const url of urls) {
      const { endpoint } = await webhooks.createEndpoint(work, who, wanted, { allowPrivate: false })
      work.enqueue('update webhooks.endpoint set url = $2 where id = $1', [endpoint.id, url])
      ids.push(endpoint.id)
    }
    return ids
  })

/** In how many ways these are no endpoint's URL. */
const problems = (errors: { param: string }[]) => errors.map(({ param }) => param)

describe('private addresses', () => {
  it('are refused when an endpoint is made or changed in the admin area', async () => {
    const [own = ''] = await keep(['https://example.com/'])
    for (const url of [...literals, ...atHome]) {
      const made = await ada.post('/endpoints', { url })
      const changed = await ada.patch(`/endpoints/${own}`, { url })
      for (const { status, json } of [made, changed])
        assert.deepEqual([status, problems(json.errors)], [422, ['url']], url)
    }
    const list = await world.run((ctx) => webhooks.listEndpoints(ctx))
    assert.deepEqual(
      list.map(({ url }) => url),
      ['https://example.com/'],
    )
    await world.run((ctx) => webhooks.deleteEndpoint(ctx, own))
  })

  // The same verb as behind the admin area; each run opens the database anew, so it gets a share of them.
  it('are refused on the command line', async () => {
    const [own = ''] = await keep(['https://example.com/'])
    const env = { BESTOW_DATABASE_URL: world.url, BESTOW_SECRET_KEY: key, BESTOW_STAGE: 'staging' }
    const some = [...literals, ...atHome].filter((_url, place) => place % 16 === 0)
    for (const url of some)
      for (const args of [
        ['create', '--account', world.account.id],
        ['change', '--id', own],
      ]) {
        const said: string[] = []
        const hear = (line: string) => said.push(line)
        const command = ['endpoints', ...args, '--url', url, '--json']
        assert.equal(await run(command, env, { out: hear, err: hear }), 1, url)
        assert.deepEqual(problems(JSON.parse(said.join('')).errors), ['url'], url)
      }
    await world.run((ctx) => webhooks.deleteEndpoint(ctx, own))
  })

  it('are sent nothing, however they came to be stored and whatever their names mean by now', async () => {
    const before = { ...heard }
    const urls = [...literals, ...atHome, ...named.map((name) => `http://${name}:${port}/`)]
    const ids = await keep([`http://rebinds.test:${port}/`, ...urls])
    const [rebinding] = ids
    await world.run(async (ctx) => webhooks.recordAll(ctx, [telling(world.account.id)]))
    const tested = ids.filter((_id, place) => place % 8 === 0)
    for (const id of tested) {
      const { status } = await ada.post(`/endpoints/${id}/test`, { type: 'gift_request_created' })
      assert.equal(status, 201)
    }
    const limits = { connectTimeoutMs: 300, responseTimeoutMs: 300, dnsTtlMs: 0 }
    const engine = runEngine(
      world.db,
      { retryDelaysMs: [10, 10, 10, 10] },
      { allowPrivate: false, nameServers: [names.address], limits },
    )
    const isOver = ({ state }: webhooks.Delivery) => state === 'abandoned'
    const all = await deliveriesWhen(world.db, {}, (found) => found.every(isOver))
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
    assert.deepEqual(heard, before)
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
    assert.equal(heard.connections, 0)
  })

  it('are told from the connection too, before a byte of TLS or HTTP leaves', async () => {
    const forced = [{ address: '127.0.0.1', family: 4 as const }] // as if judged wrongly before
    for (const scheme of ['http', 'https']) {
      const url = new URL(`${scheme}://public.test:${port}/`)
      const until = performance.now() + 2_000
      const outcome = await connectToAddresses(url, forced, { allowPrivate: false }, until)
      assert.equal('error' in outcome && outcome.error, 'address_refused')
    }
    assert.deepEqual(heard.bytes, 0)
  })
})

/** Every file that can open a connection, and why a stranger has no say in where to. */
// biome-ignore format: read down the columns
const waysOut: Record<string, string> = {
  'src/connect.ts':                            'the database, from the settings',
  'src/main.ts':                               'whoever holds our own port',
  'src/platform/backup/restore.ts':            'the database',
  'src/platform/backup/write.ts':              'the database',
  'src/platform/database-failures.ts':         'the database',
  'src/platform/driver.ts':                    'the database',
  'src/platform/embedded-postgres.ts':         'the database',
  'src/platform/migrate.ts':                   'the database',
  'src/platform/postgres.ts':                  'the database',
  'src/platform/together.ts':                  'the database',
  'src/platform/wake.ts':                      'the database',
  'src/platform/smtp.ts':                      'the mail server, from the settings: often a private address, and rightly',
  'src/platform/outbound-connect.ts':          'judged here',
  'src/platform/outbound-open.ts':             'only to addresses that outbound-connect.ts has from outbound-resolve.ts',
  'src/platform/outbound-resolve.ts':          'judged here',
  'src/platform/guarded-agent.ts':             'judged here',
  'src/platform/tracing-otlp.ts':              'whoever collects traces, from the environment',
  'src/domain/fulfilment/carriers/easypost-client.ts': 'EasyPost, over a guarded agent',
  'src/surfaces/admin/check-logo.ts':          'the logo of an account, over a guarded agent',
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
        path === 'src/platform/outbound-connect.ts' ? text : text.replace(harmless, ''),
      )
    })
  assert.deepEqual(found.sort(), Object.keys(waysOut).sort())
})
