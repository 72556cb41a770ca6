import * as access from '#access'
import * as campaigns from '#campaigns'
import { refuseIfAny } from '#contract'
import * as gifting from '#gifting'
import { isId } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { operation } from './operation.ts'

/** Something that was found, and the page of the web app that shows it. */
interface Hit {
  kind:
    | 'gift_request'
    | 'campaign'
    | 'event'
    | 'endpoint'
    | 'delivery'
    | 'request'
    | 'person'
    | 'one_link'
  id: string
  title: string
  subtitle: string
  path: string
}

const page = { limit: 8, order: 'desc' } as const

/** For the palette: paste an id, a reference or an e-mail address, and land on what it names. */
export const searchOperations = [
  operation(
    'GET',
    '/search',
    { needs: 'sender', does: 'find something by id, reference or e-mail address' },
    async ({ work, member, query }) => {
      const text = String((query as { q?: unknown }).q ?? '').trim()
      if (text === '' || text.length > 254 || text.includes('\0'))
        refuseIfAny([{ code: 'required', param: 'q', message: 'must be 1 to 254 characters' }], 400)
      const hits = isId(text)
        ? await byId(work, text.toLowerCase(), member)
        : await gifts(
            work,
            text.includes('@')
              ? { email_key: gifting.emailKey(text) }
              : { reference: text.toUpperCase() },
          )
      return { data: hits, has_more: false }
    },
  ),
]

async function gifts(work: Work, filter: gifting.Filter): Promise<Hit[]> {
  const { data } = await gifting.list(work, filter, page)
  return data.map(giftHit)
}

const giftHit = ({ id, reference, first_name, last_name, status }: gifting.Gift): Hit => ({
  kind: 'gift_request',
  id,
  title: reference,
  subtitle: `${`${first_name} ${last_name}`.trim() || 'Not claimed yet'} · ${status}`,
  path: `/gift-requests/${id}`,
})

/** An id names one thing at most; what only admins see is looked for only for them. */
async function byId(work: Work, id: string, { role }: access.Member): Promise<Hit[]> {
  for (const look of role === 'admin' ? [...looks, ...adminLooks] : looks) {
    const hit = await look(work, id)
    if (hit !== undefined) return [hit]
  }
  return []
}

type Look = (work: Work, id: string) => Promise<Hit | undefined>

const looks: readonly Look[] = [
  async (work, id) => {
    const gift = await gifting.find(work, id)
    return gift && giftHit(gift)
  },
  async (work, id) => {
    const found = await campaigns.find(work, id)
    return (
      found && {
        kind: 'campaign',
        id,
        title: found.name,
        subtitle: `Campaign · ${found.state}`,
        path: `/campaigns/${id}`,
      }
    )
  },
  async (work, id) => {
    const found = await gifting.findOneLink(work, id)
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
  async (work, id) => {
    const found = await webhooks.findEvent(work, id)
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
  async (work, id) => {
    const found = await webhooks.findEndpoint(work, id)
    return (
      found && {
        kind: 'endpoint',
        id,
        title: found.url,
        subtitle: 'Webhook endpoint',
        path: `/developers/webhooks/${id}`,
      }
    )
  },
  async (work, id) => {
    const found = await webhooks.findDelivery(work, id)
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
  async (work, id) => {
    const { data } = await access.listRequests(work, { request_id: id }, { ...page, limit: 1 })
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
  async (work, id) => {
    const found = await access.findPerson(work, id)
    return (
      found && {
        kind: 'person',
        id,
        title: found.name,
        subtitle: `${found.email} · ${found.role}`,
        path: '/settings/people',
      }
    )
  },
]
