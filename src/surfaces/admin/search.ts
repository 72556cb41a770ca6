import * as access from '#access'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { throwIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { operation } from './operation.ts'

/** Something that was found, and the page of the web app that shows it. */
interface Hit {
  kind:
    | 'gift_request'
    | 'recipient'
    | 'campaign'
    | 'product'
    | 'event'
    | 'endpoint'
    | 'delivery'
    | 'request'
    | 'person'
    | 'api_key'
    | 'one_link'
  id: string
  title: string
  subtitle: string
  path: string
}

const page = { limit: 5, order: 'desc' } as const

/** For the palette: whatever is called what was typed, or has that id. */
export const searchOperations = [
  operation(
    'GET',
    '/search',
    { needs: 'sender', does: 'find something by name, e-mail address, reference, id or metadata' },
    async ({ ctx, member, query }) => {
      const text = String((query as { q?: unknown }).q ?? '').trim()
      if (text === '' || text.length > 254 || text.includes('\0'))
        throwIfAny([{ code: 'required', param: 'q', message: 'must be 1 to 254 characters' }], 400)
      const hits = isId(text)
        ? await byId(ctx, text.toLowerCase(), member)
        : await byText(ctx, text, member)
      return { data: hits, has_more: false }
    },
  ),
]

/** Gifts and recipients from their indexes; what an account has few of is looked through. */
async function byText(ctx: TxContext, text: string, { role }: access.SessionUser): Promise<Hit[]> {
  const groups = [
    (await gifting.browse(ctx, { search: text }, page)).data.map(giftHit),
    (await gifting.browseRecipients(ctx, { search: text }, page)).data.map(recipientHit),
    (await campaigns.listForAdmin(ctx, { search: text }, page)).data.map(campaignHit),
    (await catalogue.listProducts(ctx, { search: text }, page)).data.map(productHit),
    ...(role === 'admin' ? await forAdmins(ctx, text) : []),
  ]
  return groups.flat()
}

async function forAdmins(ctx: TxContext, text: string): Promise<Hit[][]> {
  const wanted = gifting.foldAccents(text)
  const first = <Row>(rows: readonly Row[], wordsOf: (row: Row) => string): Row[] =>
    rows.filter((row) => gifting.foldAccents(wordsOf(row)).includes(wanted)).slice(0, page.limit)
  const [endpoints, people, tokens] = await Promise.all([
    webhooks.listEndpoints(ctx),
    access.listMembers(ctx),
    access.listTokens(ctx),
  ])
  return [
    first(endpoints, ({ description, url }) => `${description} ${url}`).map(endpointHit),
    first(people, ({ name, email }) => `${name} ${email}`).map(personHit),
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

const giftHit = ({ id, reference, first_name, last_name, email, status }: gifting.Gift): Hit => ({
  kind: 'gift_request',
  id,
  title: `${first_name} ${last_name}`.trim() || email || 'Unclaimed place',
  subtitle: `Gift · ${reference} · ${status}`,
  path: `/gift-requests/${id}`,
})

const recipientHit = ({ id, name, email, gift_requests }: gifting.Recipient): Hit => ({
  kind: 'recipient',
  id,
  title: name || email,
  subtitle: `Recipient · ${email} · ${gift_requests} ${gift_requests === 1 ? 'gift' : 'gifts'}`,
  path: `/recipients/${id}`,
})

const campaignHit = ({ id, name, state }: { id: string; name: string; state: string }): Hit => ({
  kind: 'campaign',
  id,
  title: name,
  subtitle: `Campaign · ${state}`,
  path: `/campaigns/${id}`,
})

const productHit = ({ id, name, archived_at }: catalogue.AdminProduct): Hit => ({
  kind: 'product',
  id,
  title: name,
  subtitle: `Product${archived_at === null ? '' : ' · archived'}`,
  path: `/catalogue/${id}`,
})

const endpointHit = ({ id, url, description }: webhooks.Endpoint): Hit => ({
  kind: 'endpoint',
  id,
  title: description || url,
  subtitle: description === '' ? 'Webhook endpoint' : `Webhook endpoint · ${url}`,
  path: `/developers/webhooks/${id}`,
})

const personHit = ({
  id,
  name,
  email,
  role,
}: {
  id: string
  name: string
  email: string
  role: string
}): Hit => ({
  kind: 'person',
  id,
  title: name,
  subtitle: `${email} · ${role}`,
  path: '/settings/people',
})

/** An id names one thing at most; what only admins see is looked for only for them. */
async function byId(ctx: TxContext, id: string, { role }: access.SessionUser): Promise<Hit[]> {
  for (const look of role === 'admin' ? [...looks, ...adminLooks] : looks) {
    const hit = await look(ctx, id)
    if (hit !== undefined) return [hit]
  }
  return []
}

type Look = (ctx: TxContext, id: string) => Promise<Hit | undefined>

const looks: readonly Look[] = [
  async (ctx, id) => {
    const gift = await gifting.find(ctx, id)
    return gift && giftHit(gift)
  },
  async (ctx, id) => {
    const found = await campaigns.find(ctx, id)
    return found && campaignHit(found)
  },
  async (ctx, id) => {
    const found = await gifting.findOneLink(ctx, id)
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

const adminLooks: readonly Look[] = [
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
    return found && endpointHit(found)
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
    const { data } = await access.listRequests(ctx, { request_id: id }, { limit: 1, order: 'desc' })
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
    const found = await access.findMember(ctx, id)
    return found && personHit(found)
  },
]
