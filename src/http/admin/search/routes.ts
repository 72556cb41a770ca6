import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import * as contacts from '#contacts'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'
import {
  toCampaignHit,
  toContactHit,
  toEndpointHit,
  toGiftHit,
  toProductHit,
  toRecipientHit,
  toTokenHit,
  toUserHit,
} from './hits.ts'

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
  member: accounts.SessionUser,
): Promise<SearchHit[]> {
  const criteria = { search: text, hasWholeAddressesOnly: accounts.hidesAddresses(member) }
  const hits: SearchHit[] = []
  for (const { permission, search } of textSearches)
    if (accounts.can(member, permission)) hits.push(...(await search(ctx, criteria)))
  return hits
}

interface TextCriteria {
  search: string
  hasWholeAddressesOnly: boolean
}

interface TextSearch {
  permission: accounts.Permission
  search(ctx: TxContext, criteria: TextCriteria): Promise<SearchHit[]>
}

const textSearches: readonly TextSearch[] = [
  {
    permission: 'gift_requests:read',
    search: async (ctx, criteria) =>
      (await giftLists.browse(ctx, criteria, page)).data.map(toGiftHit),
  },
  {
    permission: 'recipients:read',
    search: async (ctx, criteria) =>
      (await giftLists.browseRecipients(ctx, criteria, page)).data.map(toRecipientHit),
  },
  {
    permission: 'contacts:read',
    search: async (ctx, criteria) =>
      (await contacts.browseContacts(ctx, criteria, page)).data.map(toContactHit),
  },
  {
    permission: 'campaigns:read',
    search: async (ctx, { search }) =>
      (await campaigns.listForAdmin(ctx, { search }, page)).data.map(toCampaignHit),
  },
  {
    permission: 'catalogue:read',
    search: async (ctx, { search }) =>
      (await catalogue.listProducts(ctx, { search }, page)).data.map(toProductHit),
  },
  {
    permission: 'endpoints:read',
    search: async (ctx, { search }) =>
      first(
        await webhooks.listEndpoints(ctx),
        ({ description, url }) => `${description} ${url}`,
        search,
      ).map(toEndpointHit),
  },
  {
    permission: 'administration',
    search: async (ctx, { search }) =>
      first(
        await accounts.listAllMembers(ctx),
        ({ name, email }) => `${name} ${email}`,
        search,
      ).map(toUserHit),
  },
  {
    permission: 'tokens:write',
    search: async (ctx, { search }) =>
      first(
        await apiKeys.listTokens(ctx),
        ({ name, last_four }) => `${name} ${last_four}`,
        search,
      ).map(toTokenHit),
  },
]

/** Returns the first rows whose text contains the search. */
function first<Item>(rows: readonly Item[], textOf: (row: Item) => string, search: string): Item[] {
  const folded = gifting.foldAccents(search)
  return rows
    .filter((row) => gifting.foldAccents(textOf(row)).includes(folded))
    .slice(0, page.limit)
}

/**
 * Finds an object by its id. At most one object has the id.
 */
async function searchById(
  ctx: TxContext,
  id: string,
  member: accounts.SessionUser,
): Promise<SearchHit[]> {
  for (const { permission, find } of lookups) {
    const hit = accounts.can(member, permission) ? await find(ctx, id) : undefined
    if (hit !== undefined) return [hit]
  }
  return []
}

interface Lookup {
  permission: accounts.Permission
  find(ctx: TxContext, id: string): Promise<SearchHit | undefined>
}

const lookups: readonly Lookup[] = [
  {
    permission: 'gift_requests:read',
    find: async (ctx, id) => {
      const gift = await gifting.find(ctx, id)
      return gift && toGiftHit(gift)
    },
  },
  {
    permission: 'contacts:read',
    find: async (ctx, id) => {
      const found = await contacts.findContact(ctx, id)
      return found && toContactHit(found)
    },
  },
  {
    permission: 'campaigns:read',
    find: async (ctx, id) => {
      const found = await campaigns.find(ctx, id)
      return found && toCampaignHit(found)
    },
  },
  {
    permission: 'one_links:read',
    find: async (ctx, id) => {
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
  },
  {
    permission: 'events:read',
    find: async (ctx, id) => {
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
  },
  {
    permission: 'endpoints:read',
    find: async (ctx, id) => {
      const found = await webhooks.findEndpoint(ctx, id)
      return found && toEndpointHit(found)
    },
  },
  {
    permission: 'events:read',
    find: async (ctx, id) => {
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
  },
  {
    permission: 'tokens:write',
    find: async (ctx, id) => {
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
  },
  {
    permission: 'administration',
    find: async (ctx, id) => {
      const found = await accounts.findMember(ctx, id)
      return found && toUserHit(found)
    },
  },
]
