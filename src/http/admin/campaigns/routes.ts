import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError } from '#contract'
import type { ShippingConfig } from '#fulfilment'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import { toGreeting } from '../greetings/greeting-view.ts'
import { audit } from '../lib/audit.ts'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

export const campaignRoutes = [
  handle(contract.listCampaigns, async ({ ctx, query }) => {
    const { state, q: search, sort } = query.filter
    const criteria = {
      ...(state && { state }),
      ...(search && { search }),
      ...(sort === 'name' && { sort }),
    }
    const found = await campaigns.listForAdmin(ctx, criteria, query.page)
    const used = await readUsage(ctx, found.data)
    return { ...found, data: found.data.map((each) => toCampaignCard(each, used)) }
  }),

  handle(contract.listFunnels, async ({ ctx, query: ids }) => ({
    data: [...(await gifting.funnelsByCampaign(ctx, ids))].map(([id, funnel]) => ({
      id,
      ...funnel,
    })),
    has_more: false,
  })),

  handle(contract.listCampaignChoices, async ({ ctx, shipping }) => ({
    has_rates: hasRates(shipping),
    items: await catalogue.listAvailableItems(ctx),
    users: await listSenders(ctx),
    plain_logo_url: `${ctx.deployment.origin}/images/${catalogue.defaultLogoFile}`,
  })),

  handle(contract.readCampaign, (context) => sendCampaign(context, context.params.id)),

  handle(contract.createCampaign, async (context) => {
    const { greeting, ...input } = context.body
    const id = await campaigns.createFromAdmin(context.ctx, input)
    if (greeting !== undefined) await greetings.setForCampaign(context.ctx, id, greeting)
    audit(context, 'campaign.create', id, context.body.name)
    return sendCampaign(context, id)
  }),

  handle(contract.changeCampaign, async (context) => {
    const { ctx, params, request } = context
    const { greeting, ...input } = context.body
    const changed = await campaigns.update(ctx, params.id, input, ({ updated_at }) =>
      assertIfMatch(request, updated_at),
    )
    if (changed === undefined) throw new ApiError('not_found')
    const { id, name } = changed.after
    if (greeting !== undefined) await greetings.setForCampaign(ctx, id, greeting)
    audit(context, 'campaign.change', id, name, campaigns.diffSettings(changed))
    return sendCampaign(context, params.id)
  }),

  handle(contract.archiveCampaign, async (context) => {
    const campaign = await campaigns.archive(context.ctx, context.params.id)
    if (campaign === undefined) throw new ApiError('not_found')
    audit(context, 'campaign.archive', campaign.id, campaign.name)
  }),

  handle(contract.restoreCampaign, async (context) => {
    const campaign = await campaigns.restore(context.ctx, context.params.id)
    if (campaign === undefined) throw new ApiError('not_found')
    audit(context, 'campaign.restore', campaign.id, campaign.name)
  }),

  handle(contract.cloneCampaign, async (context) => {
    const { ctx, params, body } = context
    const id = await campaigns.clone(ctx, params.id, body.name)
    if (id === undefined) throw new ApiError('not_found')
    await greetings.copyForCampaign(ctx, params.id, id)
    audit(context, 'campaign.create', id, body.name, { cloned_from: params.id })
    return { id }
  }),

  handle(contract.previewCampaign, async (context) => {
    const preview = await buildPreview(context, context.body)
    const { deployment } = context.ctx
    const { rendered } = await gifting.previewEmail(context.ctx, preview, deployment.origin)
    return { subject: rendered.subject, token: gifting.encodePreviewToken(deployment, preview) }
  }),
]

async function sendCampaign(
  { ctx, reply }: Pick<TxRouteContext<unknown>, 'ctx' | 'reply'>,
  id: string,
) {
  const campaign = await campaigns.findForAdmin(ctx, id)
  if (campaign === undefined) throw new ApiError('not_found')
  setEtag(reply, campaign.updated_at)
  const greeting = toGreeting(await greetings.findByCampaign(ctx, id))
  return {
    ...campaign,
    greeting,
    budget: withUsage(campaign, await readUsage(ctx, [campaign])),
    web_url: `${ctx.deployment.origin}/campaigns/${campaign.id}`,
  }
}

/** What is taken of the budgets of campaigns, by campaign. */
const readUsage = (ctx: TxContext, found: readonly campaigns.AdminCampaign[]) =>
  spend.usageByCampaign(
    ctx,
    found.flatMap(({ id, budget }) =>
      budget === null ? [] : [{ campaign_id: id, currency: budget.currency }],
    ),
  )

const withUsage = (
  { id, budget }: Pick<campaigns.AdminCampaign, 'id' | 'budget'>,
  used: ReadonlyMap<string, number>,
) => (budget === null ? null : { ...budget, used_minor: used.get(id) ?? 0 })

const toCampaignCard = (campaign: campaigns.AdminCampaign, used: ReadonlyMap<string, number>) => {
  const { offering, ...card } = omitSettings(campaign)
  const offered = offering.filter(({ is_on_offer }) => is_on_offer)
  return {
    ...card,
    budget: withUsage(campaign, used),
    items: offered.length,
    images: offered
      .flatMap(({ name, images }) => (images[0] ? [{ name, url: images[0].urls.thumbnail }] : []))
      .slice(0, 5),
  }
}

/** Omits what cards do not show. */
const omitSettings = ({
  email_message: _,
  reminders: __,
  fallback_variant_id: ___,
  fallback: _______,
  wrapping: ____,
  translations: _____,
  tone: ______,
  cost_centre: ________,
  budget: _________,
  ...shown
}: campaigns.AdminCampaign) => shown

/** Whether the carrier of new parcels offers several rates. */
const hasRates = ({ carriers, defaultCarrier }: ShippingConfig): boolean =>
  carriers.get(defaultCarrier)?.rates !== undefined

/** The members in whose name a campaign can send. Packers send no gifts. */
const listSenders = async (ctx: TxContext) =>
  (await accounts.listMembers(ctx)).flatMap(({ id, name, email, role }) =>
    role === 'admin' || role === 'sender' ? [{ id, name, email }] : [],
  )

const minutesToMs = (count: number) => count * 60_000

async function buildPreview(
  { ctx, member }: Pick<TxRouteContext<unknown>, 'ctx' | 'member'>,
  body: Body<typeof contract.previewCampaign>,
): Promise<gifting.Preview> {
  const {
    email_message,
    variant_ids,
    selection_mode,
    invitation_method,
    sender_id,
    language,
    ...campaign_overrides
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
    campaign_overrides,
    ...(language !== undefined && { language }),
    until: ctx.now.getTime() + minutesToMs(15),
  }
}
