import type * as catalogue from '#catalogue'
import * as contacts from '#contacts'
import type * as giftLists from '#gift-lists'
import type * as gifting from '#gifting'
import type * as webhooks from '#webhooks'
import type { SearchHit } from './contract.ts'

/* What the command palette shows for each kind of object. */

export const toTokenHit = ({
  id,
  name,
  last_four,
}: {
  id: string
  name: string
  last_four: string
}): SearchHit => ({
  kind: 'api_key',
  id,
  title: name,
  subtitle: `API key · …${last_four}`,
  path: '/developers/api-keys',
})

export const toGiftHit = ({
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

export const toRecipientHit = ({
  id,
  name,
  email,
  gift_requests,
}: giftLists.Recipient): SearchHit => ({
  kind: 'recipient',
  id,
  title: name || email,
  subtitle: `Recipient · ${email} · ${gift_requests} ${gift_requests === 1 ? 'gift' : 'gifts'}`,
  path: `/recipients/${id}`,
})

/** Shows no private address: not every role sees it. */
export const toContactHit = (contact: contacts.Contact): SearchHit => {
  const { id, work_emails, department } = contact
  const details = [...work_emails.slice(0, 1), ...(department === null ? [] : [department])]
  return {
    kind: 'contact',
    id,
    title: contacts.toName({ ...contact, private_emails: [] }) || 'Contact',
    subtitle: ['Contact', ...details].join(' · '),
    path: `/contacts/${id}`,
  }
}

export const toCampaignHit = ({
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

export const toProductHit = ({ id, name, archived_at }: catalogue.AdminProduct): SearchHit => ({
  kind: 'product',
  id,
  title: name,
  subtitle: `Product${archived_at === null ? '' : ' · archived'}`,
  path: `/catalogue/${id}`,
})

export const toEndpointHit = ({ id, url, description }: webhooks.Endpoint): SearchHit => ({
  kind: 'endpoint',
  id,
  title: description || url,
  subtitle: description === '' ? 'Webhook endpoint' : `Webhook endpoint · ${url}`,
  path: `/developers/webhooks/${id}`,
})

export const toUserHit = ({
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
