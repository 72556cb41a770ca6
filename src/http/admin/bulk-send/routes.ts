import * as accounts from '#accounts'
import { recordGiftChange } from '#audit'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as mail from '#email'
import { toSender, toSendingUser } from '#http/api'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { handle } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/**
 * The routes of the bulk send. They list the campaigns and items to choose from, validate a list, and send
 * it.
 */
export const bulkSendRoutes = [
  handle(contract.listSendChoices, async ({ ctx, member }) => {
    const all = await accounts.findTeamsOfUser(ctx, member.user_id)
    const teams = all.filter(({ suspended_at }) => suspended_at === null)
    const team_ids = new Set(teams.map(({ id }) => id))
    const ofOthers = (await catalogue.listTeamWarehouses(ctx))
      .filter(({ team_id }) => !team_ids.has(team_id))
      .map(({ id }) => id)
    return {
      campaigns: await listSendableCampaigns(ctx, team_ids, ofOthers),
      items: await catalogue.listAvailableItems(ctx, ofOthers),
      can_send_sms: (await mail.findTextPayer(ctx)) !== undefined,
      teams: teams.map(({ id, name, cost_centre, purchase_order_number }) => ({
        ...{ id, name, cost_centre, purchase_order_number },
      })),
    }
  }),

  handle(contract.checkRows, async ({ ctx, member, body }) => ({
    rows: await sends.validateRows(ctx, body.options, body.rows, toSender(member)),
  })),

  handle(contract.estimateSend, async ({ ctx, member, body }) => {
    const { options, recipients: gifts = 1 } = body
    const { sender, isRestricted } = toSendingUser(member)
    return {
      ...(await sends.estimate(ctx, options, sender)),
      approval_reasons: isRestricted
        ? await sends.findApprovalReasons(ctx, { gifts, options }, sender)
        : [],
    }
  }),

  handle(contract.sendRows, async ({ ctx, member, body }) => {
    const { options, rows: list, bulk_send_id } = body
    const rows = await sends.sendRows(ctx, options, list, toSendingUser(member), bulk_send_id)
    for (const row of rows)
      if (row.status === 'sent') recordGiftChange(ctx, 'gift_request.send', row)
    return { rows }
  }),

  handle(contract.previewSend, async (context) => {
    const preview = buildPreview(context, context.body, minutesToMs(15))
    const url = `${context.ctx.deployment.origin}/preview`
    const { rendered } = await sends.previewEmail(context.ctx, preview, url)
    const token = sends.encodePreviewToken(context.ctx.deployment, preview)
    return { subject: rendered.subject, text: rendered.text, token }
  }),

  handle(contract.sendTestEmail, async (context) => {
    const { ctx, member, body } = context
    const preview = buildPreview(context, body, daysToMs(7))
    const url = `${ctx.deployment.origin}/preview?token=${buildPreviewToken(ctx, preview)}`
    await sends.sendTestEmail(ctx, preview, url, member)
    return { email: member.email }
  }),
]

const minutesToMs = (count: number) => count * 60 * 1000
const daysToMs = (count: number) => count * 24 * 60 * 60 * 1000

function buildPreview(
  { ctx, member }: Pick<TxRouteContext<unknown>, 'ctx' | 'member'>,
  { options, recipient, fields, item }: contract.PreviewBody,
  lifetimeMs: number,
): sends.Preview {
  return {
    account_id: ctx.account_id,
    options: sends.fillOptions(options, {
      ...(fields && { fields }),
      ...(item !== undefined && { item }),
    }),
    recipient,
    ...(item !== undefined && { item }),
    sender: toSender(member),
    until: ctx.now.getTime() + lifetimeMs,
  }
}

const maxTokenLength = 4_000

/**
 * Builds the token of a preview. If the URL would be too long for servers and mail clients, the token omits
 * the email message.
 */
function buildPreviewToken({ deployment }: TxContext, preview: sends.Preview): string {
  const token = sends.encodePreviewToken(deployment, preview)
  if (token.length <= maxTokenLength) return token
  const { email_message: _, ...options } = preview.options
  return sends.encodePreviewToken(deployment, { ...preview, options })
}

/**
 * Lists the campaigns that accept a list of recipients, with their items. The stock of `ofOthers`, the warehouses of other teams, does not count.
 */
async function listSendableCampaigns(
  ctx: TxContext,
  teams: ReadonlySet<string>,
  ofOthers: readonly string[],
) {
  const sendable = await campaigns.listSendable(ctx, teams)
  const variants = await catalogue.variantsById(
    ctx,
    sendable.flatMap(({ products }) =>
      products.flatMap((each) => each.variants.map(({ id }) => id)),
    ),
  )
  return sendable.map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    description: campaign.description,
    invitation_method: campaign.invitation_method,
    selection_mode: campaign.selection_mode,
    expires_after_days: campaign.expires_after_days,
    email_message: campaign.email_message,
    color: campaign.theme.color,
    team_ids: campaign.team_ids,
    items: campaign.products.flatMap((product) =>
      product.variants.map((variant) => ({
        variant_id: variant.id,
        product_name: product.name,
        variant_name: variant.name,
        kind: product.kind,
        images: variant.images.length > 0 ? variant.images : product.images,
        available: variant.stock_levels
          .filter(({ warehouse }) => !ofOthers.includes(warehouse.id))
          .reduce((sum, { available }) => sum + available, 0),
        ...catalogue.toRules(variants.get(variant.id)?.product),
      })),
    ),
  }))
}
