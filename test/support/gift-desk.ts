import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { inTransaction, type TxContext } from '#platform/postgres'
import type { AdminWorld, Visitor } from '#test/admin-world'

type Campaign = Awaited<ReturnType<typeof campaigns.list>>['data'][number]

/** An account that has something to give, and the hands to move it along. */
export interface Desk {
  campaign(method: string): Campaign
  /** Makes the links of what is new, and sends what is due. */
  passTime(): Promise<void>
  /** Sends one gift of the campaign that mails invitations, and answers its id. */
  gift(email: string, more?: Partial<gifting.SendOptions>): Promise<string>
  /** Puts the account's clock forward, and lets happen what is due by then. */
  forward(ms: number): Promise<void>
  /** What the account's clock says. */
  now(): Date
  /** Runs something in a transaction of the account, at its clock. */
  run<T>(verb: (ctx: TxContext) => Promise<T>): Promise<T>
  /** Walks a gift request and its parcels to a state. */
  walk(id: string, to: gifting.State): Promise<void>
}

/** Puts the demo's catalogue and campaigns into the account of this world. */
export async function openDesk(world: AdminWorld): Promise<Desk> {
  const { data } = await world.run(async (ctx) => {
    const variants = await catalogue.createDemo(ctx)
    await campaigns.createDemoCampaigns(ctx, world.admin.id, variants)
    return campaigns.list(ctx, {}, { limit: 25, order: 'desc' })
  })
  const campaign = (method: string) => {
    const found = data.find(
      (each) => each.invitation_method === method && each.state === 'available',
    )
    if (found === undefined) throw new Error(`there is no campaign with ${method}`)
    return found
  }
  const passTime = async () => {
    while ((await gifting.processDue(world.db)) > 0);
  }
  let ahead = 0
  const now = () => new Date(world.db.clock().getTime() + ahead)
  const run: Desk['run'] = (verb) => inTransaction(world.db, world.account.id, verb, now())
  const sender = { id: world.admin.id, name: 'Ada admin', email: world.admin.email }
  return {
    campaign,
    passTime,
    async gift(email, more = {}) {
      const sending = { campaign_id: campaign('email').id, ...more }
      const rows = [{ recipient: { ...someone(email), ...named(email) } }]
      const [made] = await run((ctx) => gifting.sendBulk(ctx, sending, rows, sender))
      if (made?.status !== 'sent') throw new Error(`not sent: ${JSON.stringify(made)}`)
      await passTime()
      return made.id
    },
    async forward(ms) {
      await world.run((ctx) => access.advanceTestClock(ctx, { clock_ahead_ms: ahead }, ms))
      ahead += ms
      await run((ctx) => gifting.advanceClock(ctx, ms))
    },
    now,
    run,
    async walk(id, to) {
      await run((ctx) => fulfilment.rehearse(ctx, id, to))
    },
  }
}

/** Where a recipient lives. */
export const home = {
  name: 'Ada Larkin',
  line_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country: 'DE',
}

export const someone = (email: string) => ({ first_name: 'Ada', last_name: 'Larkin', email })

/** `ben.okafor@example.com` is Ben Okafor. */
function named(email: string): { first_name?: string; last_name?: string } {
  const [first = '', last] = (email.split('@')[0] ?? '').split('.')
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  return last === undefined ? {} : { first_name: capital(first), last_name: capital(last) }
}

/** Somebody sends a whole campaign by post, from the web app. Answers the gift request's id. */
export async function sendDirect(desk: Desk, visitor: Visitor, email: string): Promise<string> {
  const campaign = desk.campaign('sender_provided_address')
  const line_items = campaign.products
    .flatMap(({ variants }) => variants)
    .map(({ id }) => ({ variant_id: id, quantity: 1 }))
  const { json } = await visitor.post('/send', {
    sending: { campaign_id: campaign.id, line_items },
    rows: [{ recipient: { ...someone(email), ...named(email) }, shipping_address: home }],
  })
  await desk.passTime()
  return json.rows[0].id
}
