import * as accounts from '#accounts'
import { hidesAddresses } from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

type SearchHit = contract.SearchHit

const page = { limit: 5, order: 'desc' } as const

/** The routes of the search in the command palette. It searches by name and by id. */
export const searchRoutes = [
  handle(contract.searchAll, async ({ ctx, member, query: text }) => {
    const hits = isId(text)
      ? await searchById(ctx, text.toLowerCase(), member)
      : await searchByText(ctx, text, member)
    return { data: hits, has_more: false }
  }),
]

/**
 * Searches for a text. Gifts and recipients have a search index. An account has few endpoints, members and
 * keys, so the function filters them in memory.
 */
async function searchByText(
  ctx: TxContext,
  text: string,
  { role }: accounts.SessionUser,
): Promise<SearchHit[]> {
  const hasWholeAddressesOnly = hidesAddresses(role)
  const groups = [
    (await giftLists.browse(ctx, { search: text, hasWholeAddressesOnly }, page)).data.map(
      toGiftHit,
    ),
    (await giftLists.browseRecipients(ctx, { search: text, hasWholeAddressesOnly }, page)).data.map(
      toRecipientHit,
    ),
    (await campaigns.listForAdmin(ctx, { search: text }, page)).data.map(toCampaignHit),
    (await catalogue.listProducts(ctx, { search: text }, page)).data.map(toProductHit),
    ...(role === 'admin' ? await searchAdminOnly(ctx, text) : []),
  ]
  return groups.flat()
}

async function searchAdminOnly(ctx: TxContext, text: string): Promise<SearchHit[][]> {
  const foldedText = gifting.foldAccents(text)
  const first = <Item>(rows: readonly Item[], textOf: (row: Item) => string): Item[] =>
    rows.filter((row) => gifting.foldAccents(textOf(row)).includes(foldedText)).slice(0, page.limit)
  const [endpoints, users, tokens] = await Promise.all([
    webhooks.listEndpoints(ctx),
    accounts.listMembers(ctx),
    apiKeys.listTokens(ctx),
  ])
  return [
    first(endpoints, ({ description, url }) => `${description} ${url}`).map(toEndpointHit),
    first(users, ({ name, email }) => `${name} ${email}`).map(toUserHit),
    first(tokens, ({ name, last_four }) => `${name} ${last_four}`).map(
      ({ id, name, last_four }) => ({
        kind: 'api_key',
        id,
        title: name,
        subtitle: `API key · …${last_four}`,
        path: '/developers/api-keys',
      }),
    ),
  ]
}

const toGiftHit = ({
  id,
  reference,
  first_name,
  last_name,
  email,
  status,
}: gifting.Gift): SearchHit => ({
  kind: 'gift_request',
  id,
  title: `${first_name} ${last_name}`.trim() || email || 'Unclaimed place',
  subtitle: `Gift · ${reference} · ${status}`,
  path: `/gift-requests/${id}`,
})

const toRecipientHit = ({ id, name, email, gift_requests }: giftLists.Recipient): SearchHit => ({
  kind: 'recipient',
  id,
  title: name || email,
  subtitle: `Recipient · ${email} · ${gift_requests} ${gift_requests === 1 ? 'gift' : 'gifts'}`,
  path: `/recipients/${id}`,
})

const toCampaignHit = ({
  id,
  name,
  state,
}: {
  id: string
  name: string
  state: string
}): SearchHit => ({
  kind: 'campaign',
  id,
  title: name,
  subtitle: `Campaign · ${state}`,
  path: `/campaigns/${id}`,
})

const toProductHit = ({ id, name, archived_at }: catalogue.AdminProduct): SearchHit => ({
  kind: 'product',
  id,
  title: name,
  subtitle: `Product${archived_at === null ? '' : ' · archived'}`,
  path: `/catalogue/${id}`,
})

const toEndpointHit = ({ id, url, description }: webhooks.Endpoint): SearchHit => ({
  kind: 'endpoint',
  id,
  title: description || url,
  subtitle: description === '' ? 'Webhook endpoint' : `Webhook endpoint · ${url}`,
  path: `/developers/webhooks/${id}`,
})

const toUserHit = ({
  id,
  name,
  email,
  role,
}: {
  id: string
  name: string
  email: string
  role: string
}): SearchHit => ({
  kind: 'user',
  id,
  title: name,
  subtitle: `${email} · ${role}`,
  path: '/settings/members',
})

/**
 * Finds an object by its id. At most one object has the id. The function searches the objects that only
 * admins see only for admins.
 */
async function searchById(
  ctx: TxContext,
  id: string,
  { role }: accounts.SessionUser,
): Promise<SearchHit[]> {
  for (const lookup of role === 'admin' ? [...lookups, ...adminLookups] : lookups) {
    const hit = await lookup(ctx, id)
    if (hit !== undefined) return [hit]
  }
  return []
}

type Lookup = (ctx: TxContext, id: string) => Promise<SearchHit | undefined>

const lookups: readonly Lookup[] = [
  async (ctx, id) => {
    const gift = await gifting.find(ctx, id)
    return gift && toGiftHit(gift)
  },
  async (ctx, id) => {
    const found = await campaigns.find(ctx, id)
    return found && toCampaignHit(found)
  },
  async (ctx, id) => {
    const found = await oneLinks.find(ctx, id)
    return (
      found && {
        kind: 'one_link',
        id,
        title: 'One-link',
        subtitle: `${found.quantity} places`,
        path: `/one-links/${id}`,
      }
    )
  },
]

const adminLookups: readonly Lookup[] = [
  async (ctx, id) => {
    const found = await webhooks.findEvent(ctx, id)
    return (
      found && {
        kind: 'event',
        id,
        title: found.type,
        subtitle: `Event · ${found.created_at.toISOString()}`,
        path: `/developers/events/${id}`,
      }
    )
  },
  async (ctx, id) => {
    const found = await webhooks.findEndpoint(ctx, id)
    return found && toEndpointHit(found)
  },
  async (ctx, id) => {
    const found = await webhooks.findDelivery(ctx, id)
    return (
      found && {
        kind: 'delivery',
        id,
        title: found.event_type,
        subtitle: `Delivery · ${found.state}`,
        path: `/developers/deliveries/${id}`,
      }
    )
  },
  async (ctx, id) => {
    const { data } = await apiKeys.listRequests(
      ctx,
      { request_id: id },
      { limit: 1, order: 'desc' },
    )
    const [found] = data
    return (
      found && {
        kind: 'request',
        id,
        title: `${found.method} ${found.path}`,
        subtitle: `Request · ${found.status}`,
        path: `/developers/requests/${found.id}`,
      }
    )
  },
  async (ctx, id) => {
    const found = await accounts.findMember(ctx, id)
    return found && toUserHit(found)
  },
]
