import { runJson } from '#bench/support/command'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, versions } from '#contract'
import { systemClock } from '#platform/clock'
import { createLruCache } from '#platform/kept'
import { type Database, inTransaction, openDatabase } from '#platform/postgres'
import { createCipher } from '#platform/secrets'
import * as webhooks from '#webhooks'
import { giftMaker } from './gifts.ts'
import { latenciesOf, p95 } from './latencies.ts'
import type { Scenario, Stage } from './stage.ts'
import { connect } from './truth.ts'

const endpoints = 5_000
const oneLinks = 12
/** Milliseconds of a 95th percentile below which a ratio says nothing. */
const smallest = 150

/**
 * An admin of another account does the worst that is allowed: attempts 5,000 endpoints, makes the largest
 * campaign there can be and gives it a hundred times, creates 12 one-links at once, and has a gift request that always throws.
 */
export const hostileTenant = (): Scenario => ({
  name: 'hostile-tenant',
  rest: 100,
  times: 2,
  installation: { outside: true },
  async trouble(stage) {
    const { load, gifts } = stage
    const hostile = await moveIn(stage)
    const began = Date.now()
    await load.reached(gifts * 0.3)
    const started = Date.now()
    const made = await attack(stage, hostile, gifts)
    await load.reached(gifts * 0.85)
    const ended = Date.now()
    await load.done
    const latencies = await latenciesOf(stage)
    const links = await linkTimes(stage)
    const figures = {
      'from event to receiver': [p95(latencies, began, started), p95(latencies, started, ended)],
      'from creation to link': [p95(links, began, started), p95(links, started, ended)],
    } as const
    const words = Object.entries(figures).map(
      ([what, [before, during]]) =>
        `p95 ${what} ${before.toFixed(0)} ms before, ${during.toFixed(0)} ms meanwhile`,
    )
    return {
      words: `${made.endpoints} of ${endpoints} endpoints, ${made.links} one-links of ${made.quantity}, bodies of ${made.bytes} bytes, a row that always throws; ${words.join('; ')}`,
      complaints: [
        ...(made.endpoints > 104 ? [`${made.endpoints} endpoints were made`] : []),
        ...Object.entries(figures).flatMap(([what, [before, during]]) =>
          during > 2 * Math.max(before, smallest) ? [`p95 ${what} was ${during} ms`] : [],
        ),
      ],
    }
  },
})

interface Hostile {
  account_id: string
  token: string
  direct: (n: number) => object
  oneLinkCampaign: string
}

async function moveIn({ env }: Stage): Promise<Hostile> {
  const { account } = (await runJson(
    ['accounts', 'create', '--name', 'Hostile', '--tier', 'enterprise'],
    env,
  )) as { account: { id: string } }
  const of = ['--account', account.id]
  await runJson(['seed', ...of], env)
  const { token } = (await runJson(['tokens', 'create', ...of], env)) as { token: string }
  const listed = await runJson(['campaigns', 'list', ...of], env)
  const makeGift = giftMaker(listed)
  const { data } = listed as unknown as { data: { id: string; invitation_method: string }[] }
  const found = data.find(({ invitation_method }) => invitation_method === 'one_link')
  return {
    account_id: account.id,
    token,
    direct: (n) => makeGift(4 * n),
    oneLinkCampaign: found?.id ?? '',
  }
}

async function attack(stage: Stage, hostile: Hostile, gifts: number) {
  const database = await stage.attach()
  const client = await connect(database.superuserUrl)
  const db = openAs(database.superuserUrl)
  try {
    const post = (path: string, body: object) => send(stage, hostile, path, body)
    const made = await attemptEndpoints(db, hostile)
    const campaign_id = await largestCampaign(db, hostile)
    const largest = await post('/gift_requests/batch', {
      gift_requests: Array.from({ length: 100 }, (_, n) => ({
        campaign_id,
        recipient: { first_name: 'A', last_name: 'B', email: `h.${n}@example.com` },
      })),
    })
    const direct = { gift_requests: Array.from({ length: 100 }, (_, n) => hostile.direct(n)) }
    await post('/gift_requests/batch', direct)
    await client.query(
      `update gifting.gift_request set line_items = 'broken', state = 'created', status = 'submitted', due_at = now()
        where id = (select id from gifting.gift_request where account_id = $1 and is_direct limit 1)`,
      [hostile.account_id],
    )
    const quantity = Math.min(5_000, Math.ceil(gifts / 2))
    const body = { campaign_id: hostile.oneLinkCampaign, quantity }
    const answers = await Promise.all(
      Array.from({ length: oneLinks }, () => post('/one_links', body)),
    )
    const links = answers.filter(({ status }) => status === 201).length
    return { endpoints: made, links, quantity, bytes: Math.round(largest.bytes / 100) }
  } finally {
    await db.pool.end()
    await client.end()
    await database.detach()
  }
}

async function send({ service }: Stage, { token }: Hostile, path: string, body: object) {
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

/** As the admin area does, eight at a time. Returns how many were made. */
async function attemptEndpoints(db: Database, { account_id }: Hostile): Promise<number> {
  let left = endpoints
  let made = 0
  const attempt = (ctx: Parameters<typeof webhooks.createEndpoint>[0]) =>
    webhooks.createEndpoint(
      ctx,
      { account_id, tier: 'enterprise' },
      { url: `http://127.0.0.1:9/${left}`, events: ['gift_request_redeemed'] },
      { allowPrivate: true },
    )
  async function worker() {
    while (left-- > 0)
      await inTransaction(db, account_id, attempt).then(
        () => {
          made += 1
        },
        (error) => {
          if (!(error instanceof ApiError)) throw error
        },
      )
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return made
}

/** Five variants with five pictures each: one more would be refused. */
async function largestCampaign(db: Database, { account_id }: Hostile): Promise<string> {
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
    const made = await catalogue.createProduct(ctx, product)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const model = data.find(({ invitation_method }) => invitation_method === 'email')
    if (model === undefined) throw new Error('The demo has no campaign by email.')
    const variant_ids = made.variants.map(({ id }) => id)
    return campaigns.create(ctx, { ...model, sender_id: model.sender.id, variant_ids })
  })
}

/** From the creation of each gift request of the installation's account to its link. */
async function linkTimes({ attach, account_id }: Stage) {
  const database = await attach()
  const client = await connect(database.superuserUrl)
  try {
    const { rows } = await client.query<{ at: Date; ms: number }>(
      `select g.created_at as at, (extract(epoch from m.made_at - g.created_at) * 1000)::float8 as ms
         from gifting.gift_request g join gifting.move m
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

function openAs(superuserUrl: string): Database {
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
