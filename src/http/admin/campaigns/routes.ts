import { type Static, Type } from 'typebox'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, parseListQuery } from '#contract'
import type { ShippingConfig } from '#fulfilment'
import * as gifting from '#gifting'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { anyText, oneOf } from '../lib/filters.ts'
import { JsonResponse, route, type TxRouteContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'
import { CampaignChange, CampaignDraft, NewCampaign } from './campaign-schemas.ts'

const filters = { state: oneOf('available', 'archived'), q: anyText }

export const campaignRoutes = [
  route(
    'GET',
    '/campaigns',
    { requiredRole: 'sender', summary: 'list campaigns' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters, 25)
      const { state, q: search } = filter
      const criteria = { ...(state && { state }), ...(search && { search }) }
      const { data, has_more } = await campaigns.listForAdmin(ctx, criteria, page)
      return { data: data.map(toCampaignCard), has_more }
    },
  ),

  route(
    'GET',
    '/campaigns/stats',
    { requiredRole: 'sender', summary: 'return the funnels of some campaigns' },
    async ({ ctx, query }) => {
      const ids = String((query as { ids?: unknown }).ids ?? '').split(',')
      const funnels = await gifting.funnelsByCampaign(ctx, ids.filter(isId).slice(0, 25))
      return {
        data: [...funnels].map(([id, funnel]) => ({ id, ...funnel })),
        has_more: false,
      }
    },
  ),

  route(
    'GET',
    '/campaigns/choices',
    { requiredRole: 'admin', summary: 'list the items and senders that a campaign can use' },
    async ({ ctx, shipping }) => ({
      has_rates: hasRates(shipping),
      items: await catalogue.listAvailableItems(ctx),
      users: await listSenders(ctx),
      plain_logo_url: `${ctx.deployment.origin}/images/${catalogue.defaultLogoFile}`,
    }),
  ),

  route(
    'GET',
    '/campaigns/:id',
    { requiredRole: 'sender', summary: 'show a campaign and its settings' },
    async (context) => sendCampaign(context),
  ),

  route(
    'POST',
    '/campaigns',
    { requiredRole: 'admin', summary: 'create a campaign', body: NewCampaign },
    async (context) => {
      const id = await campaigns.createFromAdmin(context.ctx, context.body)
      audit(context, 'campaign.create', id, context.body.name)
      return new JsonResponse(201, await sendCampaign(context, id))
    },
  ),

  route(
    'PUT',
    '/campaigns/:id',
    { requiredRole: 'admin', summary: 'change a campaign', body: CampaignChange },
    async (context) => {
      const { ctx, params, body, request } = context
      const changed = await campaigns.update(ctx, params.id ?? '', body, ({ updated_at }) =>
        assertIfMatch(request, updated_at),
      )
      if (changed === undefined) throw new ApiError('not_found')
      audit(
        context,
        'campaign.change',
        changed.after.id,
        changed.after.name,
        campaigns.diffSettings(changed),
      )
      return sendCampaign(context)
    },
  ),

  route(
    'POST',
    '/campaigns/:id/archive',
    { requiredRole: 'admin', summary: 'close a campaign for new gifts' },
    async (context) => {
      const { ctx, params } = context
      const campaign = await campaigns.archive(ctx, params.id ?? '')
      if (campaign === undefined) throw new ApiError('not_found')
      audit(context, 'campaign.archive', campaign.id, campaign.name)
    },
  ),

  route(
    'POST',
    '/campaigns/:id/restore',
    { requiredRole: 'admin', summary: 'restore an archived campaign' },
    async (context) => {
      const { ctx, params } = context
      const campaign = await campaigns.restore(ctx, params.id ?? '')
      if (campaign === undefined) throw new ApiError('not_found')
      audit(context, 'campaign.restore', campaign.id, campaign.name)
    },
  ),

  route(
    'POST',
    '/campaigns/:id/clone',
    {
      requiredRole: 'admin',
      summary: 'copy a campaign',
      body: Type.Object({ name: boundedText(255) }, strict),
    },
    async (context) => {
      const { ctx, params, body } = context
      const id = await campaigns.clone(ctx, params.id ?? '', body.name)
      if (id === undefined) throw new ApiError('not_found')
      audit(context, 'campaign.create', id, body.name, { cloned_from: params.id ?? '' })
      return new JsonResponse(201, { id })
    },
  ),

  route(
    'POST',
    '/campaigns/preview',
    {
      requiredRole: 'admin',
      summary: 'preview the email and the page of an unsaved campaign',
      body: CampaignDraft,
    },
    async (context) => {
      const preview = await buildPreview(context, context.body)
      const { deployment } = context.ctx
      const { rendered } = await gifting.previewEmail(context.ctx, preview, deployment.origin)
      return { subject: rendered.subject, token: gifting.encodePreviewToken(deployment, preview) }
    },
  ),
]

async function sendCampaign({ ctx, params, reply }: TxRouteContext<unknown>, id = params.id ?? '') {
  const campaign = await campaigns.findForAdmin(ctx, id)
  if (campaign === undefined) throw new ApiError('not_found')
  setEtag(reply, campaign.updated_at)
  return { ...campaign, web_url: `${ctx.deployment.origin}/campaigns/${campaign.id}` }
}

const toCampaignCard = ({
  offering,
  email_message: _,
  reminders: __,
  ...card
}: campaigns.AdminCampaign) => {
  const offered = offering.filter(({ is_on_offer }) => is_on_offer)
  return {
    ...card,
    items: offered.length,
    images: offered
      .flatMap(({ name, images }) => (images[0] ? [{ name, url: images[0].urls.thumbnail }] : []))
      .slice(0, 5),
  }
}

/** Whether the carrier of new parcels offers several rates. */
const hasRates = ({ carriers, defaultCarrier }: ShippingConfig): boolean =>
  carriers.get(defaultCarrier)?.rates !== undefined

/** The members in whose name a campaign can send. Packers send no gifts. */
const listSenders = async (ctx: TxContext) =>
  (await accounts.listMembers(ctx)).flatMap(({ id, name, email, role }) =>
    role === 'packer' ? [] : [{ id, name, email }],
  )

const minutesToMs = (count: number) => count * 60_000

async function buildPreview(
  { ctx, member }: TxRouteContext<unknown>,
  body: Static<typeof CampaignDraft>,
): Promise<gifting.Preview> {
  const {
    email_message,
    variant_ids,
    selection_mode,
    invitation_method,
    sender_id,
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
    until: ctx.now.getTime() + minutesToMs(15),
  }
}
