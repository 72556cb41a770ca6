import { jsonText, type Problem } from '#contract'
import { newId, randomBase62, randomCrockford } from '#platform/ids'
import type { Work } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { telling } from './advance.ts'
import { digestOf } from './link.ts'
import { keepOffering } from './offering.ts'
import { domainsOf, type VettedOneLink, vetOneLink } from './one-link-rules.ts'
import * as oneLinkStore from './one-link-store.ts'
import { sealCode } from './one-link-view.ts'
import { nobody } from './recipient.ts'
import type { Gift, OneLink } from './tables.ts'

const codeLength = 14 // 83 bits: short enough for a poster, and nothing to guess
const armful = 500 // placeholders in one statement; a body may weigh tens of kilobytes
const day = 24 * 60 * 60 * 1000

/**
 * Creates a one-link from the body of `POST /one_links` with all its placeholders, and for each the
 * event that it was created, in this transaction. Refuses with all the body's problems at once, after the `earlier` ones of the request.
 */
export async function createOneLink(
  work: Work,
  raw: unknown,
  earlier: readonly Problem[] = [],
): Promise<OneLink> {
  const vetted = await vetOneLink(work, raw, earlier)
  const link = draw(work, vetted)
  oneLinkStore.insert(work, link)
  keepOffering(work, vetted.choice)
  await createPlaceholders(work, link, vetted)
  return link
}

function draw(work: Work, { body, campaign }: VettedOneLink): OneLink {
  const id = newId(work.now)
  const code = randomBase62(codeLength)
  return {
    account_id: work.account_id,
    id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    quantity: body.quantity,
    allowed_email_domains: domainsOf(body),
    code_digest: digestOf(code),
    code: sealCode(work.installation, id, code),
    expires_at:
      body.expires_at === undefined
        ? new Date(work.now.getTime() + campaign.expires_after_days * day)
        : new Date(body.expires_at),
    closed_at: null,
    created_at: work.now,
    updated_at: work.now,
    claimed: 0,
    unclaimed: body.quantity,
  }
}

/** They can be claimed from the first moment: there is no link to be made for them, so nothing to wait for. */
async function createPlaceholders(work: Work, link: OneLink, vetted: VettedOneLink): Promise<void> {
  for (let first = 0; first < link.quantity; first += armful) {
    const count = Math.min(armful, link.quantity - first)
    const gifts = Array.from({ length: count }, (_, place) =>
      placeholder(work, link, vetted, first + place),
    )
    const [alike] = gifts
    if (alike === undefined) return
    await oneLinkStore.insertPlaceholders(work, alike, gifts, 'created with its one-link')
    webhooks.recordAll(
      work,
      gifts.map((gift) => telling(work, gift, 'gift_request_created')),
    )
  }
}

const placeholder = (
  work: Work,
  link: OneLink,
  { campaign, choice }: VettedOneLink,
  place: number,
): Gift => ({
  ...nobody,
  account_id: work.account_id,
  id: newId(work.now, place),
  reference: `GR-${randomCrockford(8)}`,
  state: 'unclaimed',
  status: 'submitted',
  version: 2,
  is_direct: false,
  campaign_id: campaign.id,
  campaign_name: campaign.name,
  sender_id: campaign.sender.id,
  sender_name: campaign.sender.name,
  sender_email: campaign.sender.email,
  address: null,
  offering: choice.digest,
  line_items: null,
  email_message: jsonText(campaign.email_message),
  metadata: jsonText({}),
  link_digest: null,
  link_code: null,
  send_at: null,
  expires_at: link.expires_at,
  one_link_id: link.id,
  remind_at: null,
  country: null,
  claimed_until: null,
  delivered_told: false,
  created_at: work.now,
  updated_at: work.now,
  offered: choice.content,
})
