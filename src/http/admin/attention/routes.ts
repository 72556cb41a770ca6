import * as attention from '#attention'
import * as catalogue from '#catalogue'
import * as gifting from '#gifting'
import { atRealTime, type TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** What needs attention, as members see it: with names. */
export const attentionRoutes = [
  handle(contract.listAttentionEntries, async ({ ctx, member, query: { page, filter } }) => {
    const seesEndpoints = member.role === 'admin' && member.tier === 'enterprise'
    const { data, has_more } = await attention.list(
      ctx,
      { ...filter, ...(seesEndpoints ? {} : { hides_endpoints: true as const }) },
      page,
    )
    const names = await findNames(ctx, data)
    return {
      data: data.map((item) => toEntry(ctx, item, names)),
      has_more,
    }
  }),

  handle(contract.readDigestSubscription, async ({ ctx, member }) => ({
    is_subscribed: await attention.isSubscribed(ctx, member.user_id),
  })),

  handle(contract.changeDigestSubscription, async (context) => {
    const { ctx, member, body } = context
    if (await attention.changeSubscription(atRealTime(ctx), member.user_id, body.is_subscribed))
      audit(context, 'user.change_daily_email', member.user_id, member.name, body)
    return body
  }),
]

interface SubjectNames {
  gifts: ReadonlyMap<string, gifting.GiftName>
  variants: ReadonlyMap<string, { name: string; product: { id: string; name: string } }>
  endpoints: ReadonlyMap<string, webhooks.Endpoint>
}

async function findNames(
  ctx: TxContext,
  items: readonly attention.ItemRow[],
): Promise<SubjectNames> {
  const idsOf = (type: string) =>
    items.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const hasEndpoints = items.some(({ subject_type }) => subject_type === 'endpoint')
  const [gifts, variants, endpoints] = await Promise.all([
    gifting.attention.namesById(
      ctx,
      items.flatMap(({ gift_request_id }) => gift_request_id ?? []),
    ),
    catalogue.variantsById(ctx, idsOf('variant')),
    hasEndpoints ? webhooks.listEndpoints(ctx) : [],
  ])
  return { gifts, variants, endpoints: new Map(endpoints.map((each) => [each.id, each])) }
}

function toEntry(ctx: TxContext, item: attention.ItemRow, names: SubjectNames) {
  const { message, next_actions } = attention.toItemView(ctx, item)
  const product = names.variants.get(item.subject_id)?.product
  return {
    id: item.id,
    kind: item.kind,
    cause: item.cause,
    message,
    subject_type: item.subject_type,
    subject_id: item.subject_id,
    gift_request_id: item.gift_request_id,
    name: nameOf(item, names),
    since: item.since,
    raised_at: item.raised_at,
    cleared_at: item.cleared_at,
    actions: next_actions.map(({ title, operation, web_url }) => ({
      title,
      operation_id: operation?.id ?? null,
      path:
        product === undefined
          ? web_url.slice(ctx.deployment.origin.length)
          : `/catalogue/${product.id}`,
    })),
  }
}

function nameOf(item: attention.ItemRow, { gifts, variants, endpoints }: SubjectNames): string {
  const gift = gifts.get(item.gift_request_id ?? '')
  if (gift !== undefined) {
    const recipient = `${gift.first_name} ${gift.last_name}`.trim()
    return recipient === '' ? gift.reference : `${recipient} (${gift.reference})`
  }
  const variant = variants.get(item.subject_id)
  if (variant !== undefined) return variant.name
  const endpoint = endpoints.get(item.subject_id)
  if (endpoint !== undefined) return endpoint.description || new URL(endpoint.url).host
  return item.subject_type === 'endpoint' ? 'A deleted endpoint' : 'Deleted'
}
