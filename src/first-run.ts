import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '#access'
import * as campaigns from '#campaigns'
import type { Config } from '#platform/config'
import type { Database, TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { seedFirstRun } from './seed.ts'

/** What it takes to try the demo account out. Made once; only the embedded default writes it down. */
export interface DemoAccess {
  account_id: string
  email: string
  password: string
  token: string
  /** Both undefined where webhooks may not go to private addresses, such as that of the receiver. */
  signing_secret: string | undefined
  endpoint_url: string | undefined
  campaign_id: string
}

/** Where the receiver of the README listens: `node scripts/demo/receiver.js`. */
const receiver = 'http://localhost:4000/webhooks'

/**
 * Makes the demo account in an empty database, once, whoever is first. Later starts of the embedded
 * default read what the first one wrote into its data directory, for its owner's eyes alone.
 */
export async function demoAccess(db: Database, config: Config): Promise<DemoAccess | undefined> {
  if (config.seed === 'none') return undefined
  const isEmbedded = config.databaseUrl === undefined
  const made = await makeOnce(db, config)
  if (made === undefined) return isEmbedded ? readDown(config.dataDir) : undefined
  if (isEmbedded) writeDown(config.dataDir, made)
  return made
}

async function makeOnce(db: Database, config: Config): Promise<DemoAccess | undefined> {
  let signing_secret: string | undefined
  let campaign_id = ''
  const made = await seedFirstRun(db, async (ctx, account) => {
    if (config.webhookAllowPrivate) signing_secret = await createReceiver(ctx, account)
    const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
    const open = data.find(
      (each) => each.state === 'available' && each.invitation_method === 'email',
    )
    campaign_id = open?.id ?? ''
  })
  if (made === undefined) return undefined
  const { account, email, password, token } = made
  return {
    account_id: account.id,
    email,
    password,
    token,
    signing_secret,
    endpoint_url: signing_secret === undefined ? undefined : receiver,
    campaign_id,
  }
}

/** Registers the receiver of the README, and returns its signing secret. */
async function createReceiver(ctx: TxContext, account: Account): Promise<string> {
  const { secret } = await webhooks.createEndpoint(
    ctx,
    { account_id: account.id, tier: account.tier },
    { url: receiver, description: 'The receiver of the README' },
    { allowPrivate: true },
  )
  return secret
}

const fileOf = (dataDir: string) => join(dataDir, 'demo.json')

const writeDown = (dataDir: string, demo: DemoAccess) =>
  writeFileSync(fileOf(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })

function readDown(dataDir: string): DemoAccess | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as DemoAccess
  } catch {
    return undefined // it was removed, or never made: the screen then says how to make a token
  }
}
