import * as accounts from '#accounts'
import * as attention from '#attention'
import * as catalogue from '#catalogue'
import * as connections from '#connections'
import type { AttentionSubject } from '#contract'
import * as giftLists from '#gift-lists'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { withAppMembers } from './kernel/app-members.ts'
import type { Grant } from './kernel/grant.ts'
import { handle } from './kernel/handle.ts'

/** The operations on items that need attention (decision 129). */
export const attentionRoutes = [
  handle('listAttention', async ({ ctx, request: { grant }, query: { filter, page } }) => {
    const hidden = hiddenSubjects(grant)
    const { data, has_more } = await attention.list(ctx, { ...filter, hidden }, page)
    const views = data.map((item) => attention.toItemView(ctx, item))
    if (grant.user === undefined) return { data: views, has_more }
    const members = await readAppMembers(ctx, data)
    return { data: views.map((view, at) => withAppMembers(view, members[at] ?? {})), has_more }
  }),

  handle('getAttentionItem', async ({ ctx, request: { grant }, params }) => {
    const item = await attention.find(ctx, params.id)
    return item && !hiddenSubjects(grant).includes(item.subject_type)
      ? attention.toItemView(ctx, item)
      : undefined
  }),
]

/** Returns the subjects about which the caller sees no items. A token with the required scope sees all items. */
const hiddenSubjects = ({ user }: Grant): AttentionSubject[] =>
  user === undefined ? [] : attention.hiddenSubjects(user)

/** Returns the views of items with the members that only users see. */
export async function toAppItems(ctx: TxContext, items: readonly attention.ItemRow[]) {
  const members = await readAppMembers(ctx, items)
  return items.flatMap((item, at) => {
    const own = members[at]
    return own === undefined ? [] : [{ ...attention.toItemView(ctx, item), ...own }]
  })
}

/** Returns the members that only users see: the names in lists, and the product of a variant. */
async function readAppMembers(ctx: TxContext, items: readonly attention.ItemRow[]) {
  const names = await findNames(ctx, items)
  const assignees = await accounts.findUsersById(
    ctx,
    items.flatMap(({ assignee_id }) => assignee_id ?? []),
  )
  return items.map((item) => ({
    name: nameOf(item, names),
    assignee_name: assignees.get(item.assignee_id ?? '')?.name ?? null,
    product_id: names.variants.get(item.subject_id)?.product.id ?? null,
  }))
}

interface SubjectNames {
  gifts: ReadonlyMap<string, giftLists.GiftName>
  variants: ReadonlyMap<string, { name: string; product: { id: string } }>
  endpoints: ReadonlyMap<string, webhooks.Endpoint>
  connections: ReadonlyMap<string, connections.Connection>
  domains: ReadonlyMap<string, accounts.Domain | accounts.HostRow>
}

async function findNames(
  ctx: TxContext,
  items: readonly attention.ItemRow[],
): Promise<SubjectNames> {
  const idsOf = (type: string) =>
    items.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)
  const has = (type: AttentionSubject) => items.some(({ subject_type }) => subject_type === type)
  const [gifts, variants, endpoints, own, domains, host] = await Promise.all([
    giftLists.attention.namesById(
      ctx,
      items.flatMap(({ gift_request_id }) => gift_request_id ?? []),
    ),
    catalogue.variantsById(ctx, idsOf('variant')),
    has('endpoint') ? webhooks.listEndpoints(ctx) : [],
    has('connection') ? connections.list(ctx) : [],
    has('domain') ? accounts.listDomains(ctx) : [],
    has('domain') ? accounts.findHost(ctx) : undefined,
  ])
  const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((each) => [each.id, each]))
  return {
    ...{ gifts, variants, endpoints: byId(endpoints) },
    ...{
      connections: byId(own),
      domains: byId<accounts.Domain | accounts.HostRow>(host ? [...domains, host] : domains),
    },
  }
}

function nameOf(item: attention.ItemRow, names: SubjectNames): string {
  const { gifts, variants, endpoints } = names
  const gift = gifts.get(item.gift_request_id ?? '')
  if (gift !== undefined) {
    const recipient = `${gift.first_name} ${gift.last_name}`.trim()
    return recipient === '' ? gift.reference : `${recipient} (${gift.reference})`
  }
  const variant = variants.get(item.subject_id)
  if (variant !== undefined) return variant.name
  const endpoint = endpoints.get(item.subject_id)
  if (endpoint !== undefined) return endpoint.description || new URL(endpoint.url).host
  const own = names.connections.get(item.subject_id) ?? names.domains.get(item.subject_id)
  if (own !== undefined) return own.name
  return item.subject_type === 'endpoint' ? 'A deleted endpoint' : 'Deleted'
}
