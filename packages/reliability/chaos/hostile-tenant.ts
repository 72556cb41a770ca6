import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, versions } from '#contract'
import { createCipher } from '#platform/crypto/encryption'
import { systemClock } from '#platform/lib/clock'
import { createLruCache } from '#platform/lib/lru-cache'
import { type Database, inTransaction, openDatabase } from '#platform/postgres/database'
import { runJson } from '#reliability/support/run-cli'
import { createAdminClient } from '#test/admin-harness'
import * as webhooks from '#webhooks'
import { createGiftFactory } from './gift-factory.ts'
import { type Attacker, startCalls, startHeavyReads } from './heavy-reads.ts'
import { measureLatencies, p95 } from './latencies.ts'
import { createPhases } from './phases.ts'
import { connectAsSuperuser } from './reconcile.ts'
import type { Scenario, Testbed } from './scenario-runner.ts'

const attemptedEndpoints = 5_000
const oneLinkCount = 12
/** The 95th percentile, in milliseconds, below which a ratio is not significant. */
const minSignificantMs = 150

/**
 * Lets an admin of another account use everything that the service allows: the admin attempts 5,000
 * endpoints, sends the largest possible campaign a hundred times and creates 12 one-links at once. The
 * account also has a gift request whose transition always throws. Before that, eight clients of the account
 * read as much as they can.
 */
export const hostileTenant = (): Scenario => ({
  name: 'hostile-tenant',
  restMs: 100,
  loadFactor: 4,
  // a limit above what the measured account sends, including its batches
  deployment: { externalDatabase: true, rateLimit: 200 },
  async run(testbed) {
    const { load, gifts } = testbed
    const tenant = await createHostileTenant(testbed)
    const small = startCalls(testbed)
    const phases = createPhases(testbed)
    phases.start('alone')
    await load.reached(gifts * 0.2)
    const bytes = await sendLargest(testbed, tenant)
    phases.start('reads')
    const reads = await startHeavyReads(testbed, tenant)
    await load.reached(gifts * 0.5)
    const { statuses, megabytes } = await reads.stop()
    phases.start('writes')
    const made = await attack(testbed, tenant, gifts)
    await load.reached(gifts * 0.85)
    phases.end()
    await load.done
    await small.stop()
    const measured = {
      'from event to receiver': await measureLatencies(testbed),
      'from creation to link': await measureLinkTimes(testbed),
      'of a small list': small.calls,
    }
    const rows = Object.entries(measured).map(([subject, latencies]) => ({
      subject,
      p95s: phases.all().map(({ from, to }) => p95(latencies, from, to)),
    }))
    const summary = rows.map(
      ({ subject, p95s }) => `p95 ${subject} ${p95s.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    )
    const processor = phases.all().map(({ name, cores }) => `${name} ${cores.toFixed(2)}`)
    return {
      summary: `${made.endpoints} of ${attemptedEndpoints} endpoints, ${made.links} one-links of ${made.quantity}, bodies of ${bytes} bytes, a row that always throws; before, eight readers: ${megabytes} MB, responses ${JSON.stringify(statuses)}; alone, beside reads, beside writes: ${summary.join('; ')}; cores of the service: ${processor.join(', ')}; ${small.countFailures()} of ${small.calls.length} small lists failed`,
      failures: [
        ...(made.endpoints > 104 ? [`${made.endpoints} endpoints were created`] : []),
        ...(small.countFailures() > 0 ? [`${small.countFailures()} small lists failed`] : []),
        ...rows.flatMap(({ subject, p95s: [alone = 0, ...others] }) =>
          others.flatMap((during) =>
            during > 2 * Math.max(alone, minSignificantMs)
              ? [`p95 ${subject} was ${during} ms`]
              : [],
          ),
        ),
      ],
    }
  },
})

interface HostileTenant extends Attacker {
  account_id: string
  oneLinkCampaign: string
}

async function createHostileTenant({ env, service }: Testbed): Promise<HostileTenant> {
  const { account } = (await runJson(
    ['accounts', 'create', '--name', 'Hostile', '--tier', 'enterprise'],
    env,
  )) as { account: { id: string } }
  const accountFlags = ['--account', account.id]
  await runJson(['seed', ...accountFlags], env)
  const { token } = (await runJson(['tokens', 'create', ...accountFlags], env)) as { token: string }
  const person = ['--email', 'hostile@example.com', '--name', 'Hostile', '--role', 'admin']
  const { user, password } = (await runJson(
    ['users', 'create', ...accountFlags, ...person],
    env,
  )) as {
    user: { email: string }
    password: string
  }
  const admin = createAdminClient(service.base)
  const origin = env.BESTOW_ORIGIN ?? service.base
  const signedIn = await admin.send('POST', '/session', {
    body: { email: user.email, password },
    from: origin,
  })
  if (signedIn.status !== 201) throw new Error(signedIn.text)
  const campaignList = await runJson(['campaigns', 'list', ...accountFlags], env)
  const makeGift = createGiftFactory(campaignList)
  const { data } = campaignList as unknown as { data: { id: string; invitation_method: string }[] }
  const oneLinkCampaign = data.find(({ invitation_method }) => invitation_method === 'one_link')
  return {
    account_id: account.id,
    token,
    origin,
    cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    directGift: (n) => makeGift(4 * n),
    oneLinkCampaign: oneLinkCampaign?.id ?? '',
  }
}

/** Sends the largest possible campaign a hundred times. Returns the bytes of one gift request. */
async function sendLargest(testbed: Testbed, tenant: HostileTenant): Promise<number> {
  const database = await testbed.attach()
  const db = openServiceDatabase(database.superuserUrl)
  try {
    const campaign_id = await largestCampaign(db, tenant)
    const { bytes } = await postJson(testbed, tenant, '/gift_requests/batch', {
      gift_requests: Array.from({ length: 100 }, (_, n) => ({
        campaign_id,
        recipient: { first_name: 'A', last_name: 'B', email: `h.${n}@example.com` },
      })),
    })
    return Math.round(bytes / 100)
  } finally {
    await db.pool.end()
    await database.detach()
  }
}

async function attack(testbed: Testbed, tenant: HostileTenant, gifts: number) {
  const database = await testbed.attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  const db = openServiceDatabase(database.superuserUrl)
  try {
    const post = (path: string, body: object) => postJson(testbed, tenant, path, body)
    const createdEndpoints = await createEndpoints(db, tenant)
    const direct = { gift_requests: Array.from({ length: 100 }, (_, n) => tenant.directGift(n)) }
    await post('/gift_requests/batch', direct)
    await client.query(
      `update gifting.gift_request set line_items = 'broken', state = 'created', status = 'submitted', due_at = now()
        where id = (select id from gifting.gift_request where account_id = $1 and is_direct limit 1)`,
      [tenant.account_id],
    )
    const quantity = Math.min(5_000, Math.ceil(gifts / 2))
    const body = { campaign_id: tenant.oneLinkCampaign, quantity }
    const responses = await Promise.all(
      Array.from({ length: oneLinkCount }, () => post('/one_links', body)),
    )
    const links = responses.filter(({ status }) => status === 201).length
    return { endpoints: createdEndpoints, links, quantity }
  } finally {
    await db.pool.end()
    await client.end()
    await database.detach()
  }
}

async function postJson(
  { service }: Testbed,
  { token }: HostileTenant,
  path: string,
  body: object,
) {
  const response = await fetch(`${service.base}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'service-api-version': '2026-05',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

/** Creates endpoints as the admin area does, eight at a time. Returns the number of created endpoints. */
async function createEndpoints(db: Database, { account_id }: HostileTenant): Promise<number> {
  let remaining = attemptedEndpoints
  let createdCount = 0
  const createOne = (ctx: Parameters<typeof webhooks.createEndpoint>[0]) =>
    webhooks.createEndpoint(
      ctx,
      { account_id, tier: 'enterprise' },
      { url: `http://127.0.0.1:9/${remaining}`, events: ['gift_request_redeemed'] },
      { allowPrivate: true },
    )
  async function worker() {
    while (remaining-- > 0)
      await inTransaction(db, account_id, createOne).then(
        () => {
          createdCount += 1
        },
        (error) => {
          if (!(error instanceof ApiError)) throw error
        },
      )
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return createdCount
}

/** Creates the largest campaign that the service accepts: five variants with five images each. */
async function largestCampaign(db: Database, { account_id }: HostileTenant): Promise<string> {
  const address = `https://pictures.example/${'x'.repeat(460)}`
  const urls = { thumbnail: address, large: address, large_wide: address }
  const images = Array.from({ length: 5 }, () => ({ name: 'n'.repeat(255), url: address, urls }))
  const variants = Array.from({ length: 5 }, (_, n) => ({ sku: `h ${n}`, name: `V${n}`, images }))
  return inTransaction(db, account_id, async (ctx) => {
    const product = {
      name: 'Large',
      description: '',
      kind: 'physical',
      images: [],
      variants,
    } as const
    const createdProduct = await catalogue.createProduct(ctx, product)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const template = data.find(({ invitation_method }) => invitation_method === 'email')
    if (template === undefined) throw new Error('The demo has no campaign by email.')
    const variant_ids = createdProduct.variants.map(({ id }) => id)
    return campaigns.create(ctx, { ...template, sender_id: template.sender.id, variant_ids })
  })
}

/** Measures the time from the creation of each gift request of the measured account to its link. */
async function measureLinkTimes({ attach, account_id }: Testbed) {
  const database = await attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    const { rows } = await client.query<{ at: Date; ms: number }>(
      `select g.created_at as at, (extract(epoch from m.created_at - g.created_at) * 1000)::float8 as ms
         from gifting.gift_request g join gifting.state_transition m
           on m.account_id = g.account_id and m.gift_request_id = g.id and m.number = 2
        where g.account_id = $1`,
      [account_id],
    )
    return rows.map(({ at, ms }) => ({ at: at.getTime(), ms }))
  } finally {
    await client.end()
    await database.detach()
  }
}

function openServiceDatabase(superuserUrl: string): Database {
  const url = new URL(superuserUrl)
  url.pathname = '/bestow'
  return openDatabase({
    url: url.href,
    clock: systemClock,
    maxConnections: 8,
    name: 'hostile',
    role: 'bestow',
    deployment: {
      origin: 'http://localhost:3000',
      stage: 'staging',
      region: 'us',
      versions,
      cipher: createCipher([{ id: 'chaos', bytes: Buffer.alloc(32, 7) }]),
      cache: createLruCache(10),
      notify: () => {},
    },
  })
}
