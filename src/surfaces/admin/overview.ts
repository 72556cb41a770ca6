import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { parseListQuery } from '#contract'
import * as gifting from '#gifting'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { deskQueryFrom, giftFilters } from './gifts-query.ts'
import { operation, type Within } from './operation.ts'

const checklist = 'first_steps'
const aDay = 24 * 60 * 60 * 1000
const soon = 7 // days

const asked = ({ query }: Within<unknown>) =>
  deskQueryFrom(parseListQuery(query, giftFilters).filter)

/** The first page: what somebody should look at, then how it goes. Figures take the list's filters. */
export const overviewOperations = [
  operation(
    'GET',
    '/overview/attention',
    { needs: 'sender', does: 'say what somebody should look at' },
    async ({ ctx, member, canSendEmail }) => {
      const until = new Date(ctx.now.getTime() + soon * aDay).toISOString().slice(0, 10)
      const { filter } = parseListQuery({ expires_until: until }, giftFilters)
      const [stalled, expiring, bounced, low, email] = await Promise.all([
        gifting.countGifts(ctx, { is_stalled: true }),
        gifting.countGifts(ctx, deskQueryFrom(filter)),
        gifting.countRecipients(ctx, { mark: 'bounced' }),
        catalogue.countLowStock(ctx),
        emailStatus(ctx, canSendEmail),
      ])
      const isTold = member.role === 'admin' && member.tier === 'enterprise'
      return {
        email,
        stalled,
        expiring: { count: expiring, until },
        bounced,
        low: { count: low, at: catalogue.lowStockThreshold },
        failing_endpoints: isTold ? await failingEndpoints(ctx) : [],
      }
    },
  ),

  operation(
    'GET',
    '/email-status',
    { needs: 'sender', does: 'say whether emails can leave, and how many wait' },
    ({ ctx, canSendEmail }) => emailStatus(ctx, canSendEmail),
  ),

  operation(
    'GET',
    '/overview/funnel',
    { needs: 'sender', does: 'say how far gifts have come' },
    async (call) => {
      const query = asked(call)
      const [funnel, statuses] = await Promise.all([
        gifting.funnel(call.ctx, query),
        gifting.countByStatus(call.ctx, query),
      ])
      return { funnel, statuses }
    },
  ),

  operation(
    'GET',
    '/overview/time-to-redeem',
    { needs: 'sender', does: 'say how long recipients take' },
    (call) => gifting.timeToRedeem(call.ctx, asked(call)),
  ),

  operation(
    'GET',
    '/overview/countries',
    { needs: 'sender', does: 'say where gifts go' },
    async (call) => ({
      data: await gifting.giftsByCountry(call.ctx, asked(call)),
      has_more: false,
    }),
  ),

  operation(
    'GET',
    '/overview/top-gifts',
    { needs: 'sender', does: 'say what is given most' },
    async (call) => ({ data: await gifting.topGifts(call.ctx, asked(call)), has_more: false }),
  ),

  operation(
    'GET',
    '/overview/first-steps',
    { needs: 'admin', does: 'say which of the first steps are made' },
    async ({ ctx, member }) => {
      const isDismissed = await access.isDismissed(ctx, member.person_id, checklist)
      return { is_dismissed: isDismissed, steps: isDismissed ? [] : await firstSteps(ctx, member) }
    },
  ),

  operation(
    'POST',
    '/overview/first-steps/dismissal',
    { needs: 'admin', does: 'hide the first steps' },
    ({ real, member }) => access.dismiss(real, member.person_id, checklist),
  ),

  operation(
    'DELETE',
    '/overview/first-steps/dismissal',
    { needs: 'admin', does: 'show the first steps again' },
    ({ real, member }) => access.restoreDismissed(real, member.person_id, checklist),
  ),
]

const emailStatus = async (ctx: TxContext, is_set_up: boolean) => ({
  is_set_up,
  ...(await mail.getQueueStatus(ctx)),
})

const failingEndpoints = async (ctx: TxContext) =>
  (await webhooks.listFailingEndpoints(ctx)).map(({ account_id: _, endpoint_id: id, ...rest }) => ({
    id,
    ...rest,
  }))

/** Two tracks: people who give, and the software that does it for them. */
interface Step {
  track: 'gifting' | 'developers'
  name: 'brand' | 'product' | 'campaign' | 'gift' | 'teammate' | 'token' | 'endpoint' | 'delivery'
  done_at: Date | null
}

/** On which day each was done first; webhooks are for one tier. */
async function firstSteps(ctx: TxContext, { tier }: access.SessionUser): Promise<Step[]> {
  const [settings, product_at, offers, tokens, gifts, people, endpoints, delivered_at] =
    await Promise.all([
      access.readSettings(ctx),
      catalogue.firstProductAt(ctx),
      campaigns.list(ctx, {}, { limit: 1, order: 'asc' }),
      access.listTokens(ctx),
      gifting.list(ctx, {}, { limit: 1, order: 'asc' }),
      access.listMembers(ctx),
      webhooks.listEndpoints(ctx),
      webhooks.findFirstSuccess(ctx),
    ])
  const earliest = (dates: readonly Date[]) =>
    dates.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null)
  const made = (rows: readonly { created_at: Date }[]) =>
    earliest(rows.map(({ created_at }) => created_at))
  const steps: Step[] = [
    { track: 'gifting', name: 'brand', done_at: brandedAt(settings) },
    { track: 'gifting', name: 'product', done_at: product_at },
    { track: 'gifting', name: 'campaign', done_at: made(offers.data) },
    { track: 'gifting', name: 'gift', done_at: made(gifts.data) },
    { track: 'gifting', name: 'teammate', done_at: people[1]?.created_at ?? null },
    { track: 'developers', name: 'token', done_at: made(tokens) },
    { track: 'developers', name: 'endpoint', done_at: made(endpoints) },
    { track: 'developers', name: 'delivery', done_at: delivered_at },
  ]
  return tier === 'enterprise'
    ? steps
    : steps.filter(({ name }) => name !== 'endpoint' && name !== 'delivery')
}

const brandedAt = ({ brand_color, logo_url, updated_at }: access.Settings): Date | null =>
  brand_color === null && logo_url === null ? null : updated_at
