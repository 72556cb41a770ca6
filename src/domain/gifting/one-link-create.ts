import { type FieldError, toRawJson } from '#contract'
import { maxChunkBytes } from '#platform/chunks'
import { newId, randomBase62, randomCrockford } from '#platform/ids'
import { assertBelowLimit } from '#platform/limits'
import type { TxContext } from '#platform/postgres'
import * as webhooks from '#webhooks'
import { telling } from './advance.ts'
import { digestOf } from './link.ts'
import { keepOffering } from './offering.ts'
import { domainsOf, type VettedOneLink, vetOneLink } from './one-link-rules.ts'
import * as oneLinkStore from './one-link-store.ts'
import { sealCode } from './one-link-view.ts'
import { nobody } from './recipient.ts'
import { type Gift, type OneLink, sizeOf } from './tables.ts'

const codeLength = 14 // 83 bits: short enough for a poster, and nothing to guess
const armful = 500 // placeholders in one statement, at most
const baseBytes = 2_000 // of a body, beside the parts that vary in size
const day = 24 * 60 * 60 * 1000

/**
 * Creates a one-link from the body of `POST /one_links` with all its placeholders, and for each the
 * event that it was created, in this transaction. Refuses with all the body's problems at once, after the `earlier` ones of the request.
 */
export async function createOneLink(
  ctx: TxContext,
  raw: unknown,
  earlier: readonly FieldError[] = [],
): Promise<OneLink> {
  const vetted = await vetOneLink(ctx, raw, earlier)
  await assertBelowLimit(ctx, {
    name: 'one_links',
    countedRows:
      'select from gifting.one_link where account_id = $1 and closed_at is null and expires_at > now()',
    param: 'quantity',
    subject: 'one-links that are open',
    remedy: 'Close one that is no longer needed.',
  })
  const link = draw(ctx, vetted)
  oneLinkStore.insert(ctx, link)
  keepOffering(ctx, vetted.choice)
  await createPlaceholders(ctx, link, vetted)
  return link
}

function draw(ctx: TxContext, { body, campaign }: VettedOneLink): OneLink {
  const id = newId(ctx.now)
  const code = randomBase62(codeLength)
  return {
    account_id: ctx.account_id,
    id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    quantity: body.quantity,
    allowed_email_domains: domainsOf(body),
    code_digest: digestOf(code),
    code: sealCode(ctx.deployment, id, code),
    expires_at:
      body.expires_at === undefined
        ? new Date(ctx.now.getTime() + campaign.expires_after_days * day)
        : new Date(body.expires_at),
    closed_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    claimed: 0,
    unclaimed: body.quantity,
  }
}

/** They can be claimed from the first moment: there is no link to be made for them, so nothing to wait for. */
async function createPlaceholders(
  ctx: TxContext,
  link: OneLink,
  vetted: VettedOneLink,
): Promise<void> {
  const step = rowsAtOnce(ctx, placeholder(ctx, link, vetted, 0))
  for (let first = 0; first < link.quantity; first += step) {
    const count = Math.min(step, link.quantity - first)
    const gifts = Array.from({ length: count }, (_, place) =>
      placeholder(ctx, link, vetted, first + place),
    )
    const [alike] = gifts
    if (alike === undefined) return
    await oneLinkStore.insertPlaceholders(ctx, alike, gifts, 'created with its one-link')
    webhooks.recordAll(
      ctx,
      gifts.map((gift) => telling(ctx, gift, 'gift_request_created')),
    )
  }
}

/** As many placeholders as have their bodies in memory at once. */
function rowsAtOnce({ deployment: installation }: TxContext, alike: Gift): number {
  const bytes = (sizeOf(alike) + baseBytes) * Object.keys(installation.versions).length
  return Math.max(1, Math.min(armful, Math.floor(maxChunkBytes / bytes)))
}

const placeholder = (
  ctx: TxContext,
  link: OneLink,
  { campaign, choice }: VettedOneLink,
  place: number,
): Gift => ({
  ...nobody,
  account_id: ctx.account_id,
  id: newId(ctx.now, place),
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
  email_message: toRawJson(campaign.email_message),
  metadata: toRawJson({}),
  link_digest: null,
  link_code: null,
  send_at: null,
  expires_at: link.expires_at,
  one_link_id: link.id,
  remind_at: null,
  country: null,
  claimed_until: null,
  delivered_told: false,
  created_at: ctx.now,
  updated_at: ctx.now,
  offered: choice.content,
})
