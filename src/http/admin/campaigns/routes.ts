import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as fulfilment from '#fulfilment'
import * as giftLists from '#gift-lists'
import { toSender } from '#http/api'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import * as spend from '#spend'
import { handle } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import { JsonResponse, type TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

export const campaignRoutes = [
  handle(contract.listCampaignCards, async ({ ctx, query }) => {
    const { state, q: search, sort } = query.filter
    const criteria = {
      ...(state && { state }),
      ...(search && { search }),
      ...(sort === 'name' && { sort }),
    }
    const found = await campaigns.listForAdmin(ctx, criteria, query.page)
    const used = await spend.usageByOwner(ctx, 'campaign', found.data)
    return { ...found, data: found.data.map((each) => toCampaignCard(ctx, each, used)) }
  }),

  handle(contract.listFunnels, async ({ ctx, query: ids }) => ({
    data: [...(await giftLists.funnelsByCampaign(ctx, ids))].map(([id, funnel]) => ({
      id,
      ...funnel,
    })),
    has_more: false,
  })),

  handle(contract.listCampaignChoices, async ({ ctx, shipping }) => ({
    has_rates: await fulfilment.hasRates(ctx, shipping),
    items: await catalogue.listAvailableItems(ctx),
    users: await listSenders(ctx),
    plain_logo_url: `${ctx.deployment.origin}/images/${catalogue.defaultLogoFile}`,
  })),

  handle(contract.previewCampaign, async (context) => {
    const preview = await buildPreview(context, context.body)
    const { deployment } = context.ctx
    const { rendered } = await sends.previewEmail(context.ctx, preview, deployment.origin)
    return { subject: rendered.subject, token: sends.encodePreviewToken(deployment, preview) }
  }),

  handle(contract.createPreviewLink, async ({ ctx, member, params }) => {
    return new JsonResponse(201, await sends.createPreviewLink(ctx, params.id, toSender(member)))
  }),

  handle(contract.sendCampaignTest, async ({ ctx, member, params }) => {
    await sends.sendCampaignTest(ctx, params.id, toSender(member))
    return { email: member.email }
  }),
]

function toCampaignCard(
  { now }: TxContext,
  campaign: campaigns.AdminCampaign,
  used: ReadonlyMap<string, number>,
) {
  const { id, name, state, invitation_method, theme, sender, budget, offering } = campaign
  const offered = offering.filter(({ is_on_offer }) => is_on_offer)
  return {
    ...{ id, name, state, invitation_method },
    closure: campaigns.closureOf(campaign, now) ?? null,
    color: theme.color,
    sender_name: sender.name,
    budget: budget && { amount: { amount: budget.amount_minor, currency: budget.currency } },
    budget_used: budget && (used.get(id) ?? 0),
    items: offered.length,
    images: offered
      .flatMap(({ name, images }) => (images[0] ? [{ name, url: images[0].urls.thumbnail }] : []))
      .slice(0, 5),
  }
}

/** Lists the members who can be the sender of a campaign. */
const listSenders = async (ctx: TxContext) =>
  (await accounts.listMembers(ctx)).flatMap(({ permissions, id, name, email }) =>
    accounts.can({ permissions }, 'gift_requests:write') ? [{ id, name, email }] : [],
  )

const minutesToMs = (count: number) => count * 60_000

async function buildPreview(
  { ctx, member }: Pick<TxRouteContext<unknown>, 'ctx' | 'member'>,
  body: Body<typeof contract.previewCampaign>,
): Promise<sends.Preview> {
  const {
    email_message,
    variant_ids,
    selection_mode,
    invitation_method,
    sender_id,
    language,
    greeting,
    ...overrides
  } = body
  const sender = (await accounts.findUsersById(ctx, [sender_id].filter(isId))).get(sender_id)
  const { id, name, email } = sender ?? { ...member, id: member.user_id }
  const isDirect = invitation_method === 'sender_provided_address'
  const items = isDirect
    ? { line_items: variant_ids.map((variant_id) => ({ variant_id, quantity: 1 })) }
    : { variant_ids, selection_mode }
  return {
    account_id: ctx.account_id,
    options: { email_message, ...items },
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
    sender: { id, name, email },
    campaign_overrides: {
      ...overrides,
      ...(greeting && { greeting: { card: greeting.card, media_id: greeting.media_id ?? null } }),
    },
    ...(language !== undefined && { language }),
    until: ctx.now.getTime() + minutesToMs(15),
  }
}
