import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from 'typebox'
import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, parseListQuery } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/ids'
import { Drawn, Made, Wanted } from './campaign-shapes.ts'
import { Answer, operation, type Within } from './operation.ts'
import { anyText, oneOf } from './rules.ts'
import { noExtra, text } from './shapes.ts'
import { refuseIfChanged, tell } from './versioned.ts'

const filters = { state: oneOf('available', 'archived'), q: anyText }

/** Why and how things are given. */
export const campaignOperations = [
  operation(
    'GET',
    '/campaigns',
    { needs: 'sender', does: 'list campaigns' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters, 25)
      const { state, q: search } = filter
      const wanted = { ...(state && { state }), ...(search && { search }) }
      const { data, has_more } = await campaigns.listForAdmin(ctx, wanted, page)
      return { data: data.map(cardOf), has_more }
    },
  ),

  operation(
    'GET',
    '/campaigns/figures',
    { needs: 'sender', does: 'say how far the gifts of some campaigns have come' },
    async ({ ctx, query }) => {
      const ids = String((query as { ids?: unknown }).ids ?? '').split(',')
      const funnels = await gifting.funnelsByCampaign(ctx, ids.filter(isId).slice(0, 25))
      return {
        data: [...funnels].map(([id, funnel]) => ({ id, ...funnel })),
        has_more: false,
      }
    },
  ),

  operation(
    'GET',
    '/campaigns/choices',
    { needs: 'admin', does: 'say what a campaign can be made of' },
    async ({ ctx }) => ({
      items: await catalogue.listAvailableItems(ctx),
      people: (await access.listMembers(ctx)).map(({ id, name, email }) => ({ id, name, email })),
      plain_logo_url: `${ctx.deployment.origin}/images/${catalogue.defaultLogoFile}`,
    }),
  ),

  operation(
    'GET',
    '/campaigns/:id',
    { needs: 'sender', does: 'show a campaign and everything that is set for it' },
    async (call) => show(call),
  ),

  operation(
    'POST',
    '/campaigns',
    { needs: 'admin', does: 'make a campaign', body: Made },
    async (call) => {
      const id = await campaigns.createFromAdmin(call.ctx, call.body)
      note(call, 'campaign.create', id, call.body.name)
      return new Answer(201, await show(call, id))
    },
  ),

  operation(
    'PUT',
    '/campaigns/:id',
    { needs: 'admin', does: 'change a campaign', body: Wanted },
    async (call) => {
      const { ctx, params, body, request } = call
      const changed = await campaigns.update(ctx, params.id ?? '', body, ({ updated_at }) =>
        refuseIfChanged(request, updated_at),
      )
      if (changed === undefined) throw new ApiError('not_found')
      note(call, 'campaign.change', changed.after.id, changed.after.name, difference(changed))
      return show(call)
    },
  ),

  operation(
    'POST',
    '/campaigns/:id/archive',
    { needs: 'admin', does: 'close a campaign for new gifts' },
    async (call) => {
      const { ctx, params } = call
      const campaign = await campaigns.archive(ctx, params.id ?? '')
      if (campaign === undefined) throw new ApiError('not_found')
      note(call, 'campaign.archive', campaign.id, campaign.name)
    },
  ),

  operation(
    'POST',
    '/campaigns/:id/restore',
    { needs: 'admin', does: 'open an archived campaign again' },
    async (call) => {
      const { ctx, params } = call
      const campaign = await campaigns.restore(ctx, params.id ?? '')
      if (campaign === undefined) throw new ApiError('not_found')
      note(call, 'campaign.restore', campaign.id, campaign.name)
    },
  ),

  operation(
    'POST',
    '/campaigns/:id/clone',
    {
      needs: 'admin',
      does: 'make another campaign just like this one',
      body: Type.Object({ name: text(255) }, noExtra),
    },
    async (call) => {
      const { ctx, params, body } = call
      const id = await campaigns.clone(ctx, params.id ?? '', body.name)
      if (id === undefined) throw new ApiError('not_found')
      note(call, 'campaign.create', id, body.name, { like: params.id ?? '' })
      return new Answer(201, { id })
    },
  ),

  operation(
    'POST',
    '/campaigns/preview',
    {
      needs: 'admin',
      does: 'show mail and page of a campaign that is being drawn up',
      body: Drawn,
    },
    async (call) => {
      const preview = await previewOf(call, call.body)
      const { deployment: installation } = call.ctx
      const { rendered } = await gifting.previewEmail(call.ctx, preview, installation.origin)
      return { subject: rendered.subject, token: gifting.encodePreviewToken(installation, preview) }
    },
  ),
]

async function show({ ctx, params, reply }: Within<unknown>, id = params.id ?? '') {
  const campaign = await campaigns.findForAdmin(ctx, id)
  if (campaign === undefined) throw new ApiError('not_found')
  tell(reply, campaign.updated_at)
  return { ...campaign, web_url: `${ctx.deployment.origin}/campaigns/${campaign.id}` }
}

const cardOf = ({
  offering,
  email_message: _,
  reminders: __,
  ...card
}: campaigns.AdminCampaign) => {
  const shown = offering.filter(({ is_on_offer }) => is_on_offer)
  return {
    ...card,
    items: shown.length,
    pictures: shown
      .flatMap(({ name, images }) => (images[0] ? [{ name, url: images[0].urls.thumbnail }] : []))
      .slice(0, 5),
  }
}

const minutes = (count: number) => count * 60_000

async function previewOf(
  { ctx, member }: Within<unknown>,
  body: Static<typeof Drawn>,
): Promise<gifting.Preview> {
  const { email_message, variant_ids, selection_mode, invitation_method, sender_id, ...look } = body
  const person = (await access.findUsersById(ctx, [sender_id].filter(isId))).get(sender_id)
  const { id, name, email } = person ?? { ...member, id: member.person_id }
  const isDirect = invitation_method === 'sender_provided_address'
  const things = isDirect
    ? { line_items: variant_ids.map((variant_id) => ({ variant_id, quantity: 1 })) }
    : { variant_ids, selection_mode }
  return {
    account_id: ctx.account_id,
    sending: { email_message, ...things },
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
    sender: { id, name, email },
    look,
    until: ctx.now.getTime() + minutes(15),
  }
}

function note(
  { ctx, actor }: Within<unknown>,
  action: string,
  id: string,
  name: string,
  details: Record<string, unknown> = {},
): void {
  access.recordEntry(ctx, { actor, action, subject: { kind: 'campaign', id, name }, details })
}

/** The settings that differ. */
function difference({ before, after }: Record<'before' | 'after', campaigns.CampaignSettings>) {
  const names = (Object.keys(after) as (keyof campaigns.CampaignSettings)[]).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  )
  const of = (settings: campaigns.CampaignSettings) =>
    Object.fromEntries(names.map((name) => [name, settings[name]]))
  return { before: of(before), after: of(after) }
}
