import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import type { AdminClient, AdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]

/** An account with the demo catalogue and campaigns, and functions that advance its gifts. */
export interface AdminFixture {
  campaign(method: string): Campaign
  /** Creates the links of new gift requests, and sends the gift requests that are due. */
  processDue(): Promise<void>
  /** Sends one gift of the campaign that invites by email. Returns its id. */
  sendGift(email: string, overrides?: Partial<gifting.SendOptions>): Promise<string>
  /** Advances the account's clock, and processes everything that is due at the new time. */
  advanceClock(ms: number): Promise<void>
  /** Returns the time on the account's clock. */
  now(): Date
  /** Runs a function in a transaction of the account, at the time on its clock. */
  run<T>(callback: (ctx: TxContext) => Promise<T>): Promise<T>
  /** Simulates a gift request and its parcels until it is in a state. */
  simulateTo(id: string, to: gifting.State): Promise<void>
}

/** Creates the catalogue and the campaigns of the demo in the account of a test app. */
export async function createAdminFixture(testApp: AdminTestApp): Promise<AdminFixture> {
  const { data } = await testApp.run(async (ctx) => {
    const variants = await catalogue.createDemoCatalogue(ctx)
    await digital.createDemoContents(ctx, variants)
    await campaigns.createDemoCampaigns(ctx, testApp.admin.id, variants)
    return campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
  })
  const campaign = (method: string) => {
    const found = data.find(
      (each) => each.invitation_method === method && each.state === 'available',
    )
    if (found === undefined) throw new Error(`there is no campaign with ${method}`)
    return found
  }
  const processDue = () => drain(() => gifting.processDue(testApp.db))
  let clockOffsetMs = 0
  const now = () => new Date(testApp.db.clock().getTime() + clockOffsetMs)
  const run: AdminFixture['run'] = (callback) =>
    inTransaction(testApp.db, testApp.account.id, callback, now())
  const sender = { id: testApp.admin.id, name: 'Ada admin', email: testApp.admin.email }
  return {
    campaign,
    processDue,
    async sendGift(email, overrides = {}) {
      const sending = { campaign_id: campaign('email').id, ...overrides }
      const rows = [{ recipient: { ...recipientFields(email), ...nameFromEmail(email) } }]
      const [created] = await run((ctx) => sends.sendBulk(ctx, sending, rows, sender))
      if (created?.status !== 'sent') throw new Error(`not sent: ${JSON.stringify(created)}`)
      await processDue()
      return created.id
    },
    async advanceClock(ms) {
      await testApp.run((ctx) =>
        accounts.advanceTestClock(ctx, { clock_offset_ms: clockOffsetMs }, ms),
      )
      clockOffsetMs += ms
      await run((ctx) => gifting.advanceClock(ctx, ms))
    },
    now,
    run,
    async simulateTo(id, to) {
      await run((ctx) => fulfilment.simulateTo(ctx, id, to))
    },
  }
}

/** The home address of a test recipient. */
export const homeAddress = {
  name: 'Ada Larkin',
  line_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country: 'DE',
}

export const recipientFields = (email: string) => ({
  first_name: 'Ada',
  last_name: 'Larkin',
  email,
})

/** Converts an email address to a name: `ben.okafor@example.com` becomes Ben Okafor. */
function nameFromEmail(email: string): { first_name?: string; last_name?: string } {
  const [first = '', last] = (email.split('@')[0] ?? '').split('.')
  const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  return last === undefined ? {} : { first_name: capitalize(first), last_name: capitalize(last) }
}

/**
 * Sends all items of the direct-send campaign to one recipient from the web app. Returns the id of the gift
 * request.
 */
export async function sendDirect(
  fixture: AdminFixture,
  client: AdminClient,
  email: string,
): Promise<string> {
  const campaign = fixture.campaign('sender_provided_address')
  const line_items = campaign.products
    .flatMap(({ variants }) => variants)
    .map(({ id }) => ({ variant_id: id, quantity: 1 }))
  const { json } = await client.post('/send', {
    options: { campaign_id: campaign.id, line_items },
    rows: [
      {
        recipient: { ...recipientFields(email), ...nameFromEmail(email) },
        shipping_address: homeAddress,
      },
    ],
  })
  await fixture.processDue()
  return json.rows[0].id
}
