import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '#accounts'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as oneLinks from '#one-links'

import type { Config } from '#platform/config/config'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { seedDemoAccount } from './demo-data.ts'
import { createFailingEndpoint } from './demo-endpoint.ts'
import { createDemoGifts } from './demo-gifts.ts'
import { createDemoSends } from './demo-sends.ts'

/**
 * The credentials of the demo account. They are created once. Only an installation with the embedded default
 * database writes them to a file.
 */
export interface DemoCredentials {
  account_id: string
  email: string
  password: string
  token: string
  /**
   * The signing secret and the URL of the receiver's endpoint. Both are undefined if webhooks cannot go to
   * private addresses, such as the address of the receiver.
   */
  signing_secret: string | undefined
  endpoint_url: string | undefined
  campaign_id: string
}

/**
 * Creates the demo account in an empty database, once, even if several processes start at the same time. The
 * first start of the embedded default database writes the credentials to its data directory, in a file that
 * only its owner can read. Later starts read them from the file.
 */
export async function ensureDemoAccount(
  db: Database,
  config: Config,
): Promise<DemoCredentials | undefined> {
  if (config.seed === 'none') return undefined
  const isEmbedded = config.databaseUrl === undefined
  const created = await createOnce(db, config)
  if (created === undefined) return isEmbedded ? readCredentials(config.dataDir) : undefined
  if (isEmbedded) writeCredentials(config.dataDir, created)
  return created
}

async function createOnce(db: Database, config: Config): Promise<DemoCredentials | undefined> {
  const created = await seedDemoAccount(db)
  if (created === undefined) return undefined
  const { account, email, password, token } = created
  // a separate transaction, because other processes that start wait for the first transaction
  const { campaign_id, signing_secret } = await inTransaction(db, account.id, (ctx) =>
    createActivity(ctx, account, config),
  )
  return {
    account_id: account.id,
    email,
    password,
    token,
    signing_secret,
    endpoint_url:
      signing_secret === undefined ? undefined : config.settings.BESTOW_DEMO_RECEIVER_URL,
    campaign_id,
  }
}

/** Creates two colleagues: one can only view, the other can only connect systems. */
async function createColleagues(ctx: TxContext): Promise<void> {
  const colleagues = [
    { email: 'robin.fox@larkfield.example', name: 'Robin Fox', role: 'viewer' },
    { email: 'sam.okafor@larkfield.example', name: 'Sam Okafor', role: 'developer' },
  ] as const
  for (const colleague of colleagues) await accounts.createUser(ctx, colleague)
}

/** Creates gifts, bulk sends, one-links, colleagues and the endpoint of the demo account. */
async function createActivity(ctx: TxContext, account: Account, config: Config) {
  const { data } = await campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
  const findOpen = (method: string) =>
    data.find((each) => each.state === 'available' && each.invitation_method === method)?.id ?? ''
  await translateDemo(ctx, findOpen('email'))
  await createDemoGifts(ctx, data)
  await createDemoSends(ctx)
  await createColleagues(ctx)
  await oneLinks.createSoldOutDemo(ctx, findOpen('one_link'))
  await oneLinks.createDemo(ctx, findOpen('one_link'))
  await createFailingEndpoint(ctx, account, { id: findOpen('email') })
  // creates the endpoint last, so that it receives only the events of the visitor's own gifts
  const signing_secret = config.webhookAllowPrivate
    ? await createReceiverEndpoint(ctx, account, config.settings.BESTOW_DEMO_RECEIVER_URL)
    : undefined
  return { campaign_id: findOpen('email'), signing_secret }
}

/** Translates a campaign and some of its products. */
async function translateDemo(ctx: TxContext, campaign_id: string): Promise<void> {
  const { data } = await catalogue.listProducts(ctx, {}, { limit: 50, order: 'asc' })
  const variants = data.flatMap((product) => product.variants)
  await catalogue.translateDemoCatalogue(ctx, new Map(variants.map(({ sku, id }) => [sku, id])))
  await accounts.updateSettings(ctx, { catalogue_language: 'en' }, () => undefined)
  await campaigns.updateCommunication(ctx, campaign_id, {
    translations: campaigns.demoCampaignTranslations,
  })
}

/** Registers the receiver of the README. Returns its signing secret. */
async function createReceiverEndpoint(
  ctx: TxContext,
  account: Account,
  url: string,
): Promise<string> {
  const { secret } = await webhooks.createEndpoint(
    ctx,
    { account_id: account.id, tier: account.tier },
    { url, description: 'The receiver of the README' },
    { allowPrivate: true },
  )
  return secret
}

const credentialsFile = (dataDir: string) => join(dataDir, 'demo.json')

const writeCredentials = (dataDir: string, demo: DemoCredentials) =>
  writeFileSync(credentialsFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })

function readCredentials(dataDir: string): DemoCredentials | undefined {
  try {
    return JSON.parse(readFileSync(credentialsFile(dataDir), 'utf8')) as DemoCredentials
  } catch {
    return undefined // there is no file, so the startup banner explains how to create a token
  }
}
