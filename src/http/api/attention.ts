import * as attention from '#attention'
import * as catalogue from '#catalogue'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { withAppMembers } from './kernel/app-members.ts'
import type { Grant } from './kernel/grant.ts'
import { handle } from './kernel/handle.ts'

/** The operations on items that need attention (decision 129). */
export const attentionRoutes = [
  handle('listAttention', async ({ ctx, request: { grant }, query: { filter, page } }) => {
    const hidden = seesEndpoints(grant) ? {} : { hides_endpoints: true as const }
    const { data, has_more } = await attention.list(ctx, { ...filter, ...hidden }, page)
    const views = data.map((item) => attention.toItemView(ctx, item))
    if (grant.user === undefined) return { data: views, has_more }
    const members = await readAppMembers(ctx, data)
    return { data: views.map((view, at) => withAppMembers(view, members[at] ?? {})), has_more }
  }),

  handle('getAttentionItem', async ({ ctx, request: { grant }, params }) => {
    const item = await attention.find(ctx, params.id)
    const isHidden = item?.subject_type === 'endpoint' && !seesEndpoints(grant)
    return item && !isHidden ? attention.toItemView(ctx, item) : undefined
  }),
]

/**
 * Returns whether the caller sees items about endpoints. Among users, only admins of the enterprise tier see
 * them. A token with the required scope sees all items.
 */
const seesEndpoints = ({ user }: Grant): boolean =>
  user === undefined || (user.role === 'admin' && user.tier === 'enterprise')

/** Returns the members that only users see: the names in lists, and the product of a variant. */
async function readAppMembers(ctx: TxContext, items: readonly attention.ItemRow[]) {
  const names = await findNames(ctx, items)
  return items.map((item) => ({
    name: nameOf(item, names),
    product_id: names.variants.get(item.subject_id)?.product.id ?? null,
  }))
}

interface SubjectNames {
  gifts: ReadonlyMap<string, giftLists.GiftName>
  variants: ReadonlyMap<string, { name: string; product: { id: string } }>
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
    giftLists.attention.namesById(
      ctx,
      items.flatMap(({ gift_request_id }) => gift_request_id ?? []),
    ),
    catalogue.variantsById(ctx, idsOf('variant')),
    hasEndpoints ? webhooks.listEndpoints(ctx) : [],
  ])
  return { gifts, variants, endpoints: new Map(endpoints.map((each) => [each.id, each])) }
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
