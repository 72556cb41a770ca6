import * as catalogue from '#catalogue'
import { type FieldError, throwIfAny, toRawJson } from '#contract'
import * as gifting from '#gifting'
import { maxChunkBytes } from '#platform/lib/chunks'
import { newId, randomBase62, randomCrockford } from '#platform/lib/ids'
import { assertBelowLimit } from '#platform/postgres/account-limits'
import type { TxContext } from '#platform/postgres/database'
import * as spend from '#spend'
import * as webhooks from '#webhooks'
import { newClaimRules } from './claim-rules.ts'
import * as oneLinkStore from './one-link-store.ts'
import type { ClaimRules, OneLink } from './tables.ts'
import { normalizeDomains, type ValidatedOneLink, validateOneLink } from './validate.ts'
import { encryptCode } from './view.ts'

const codeLength = 14 // 83 bits: short enough for a poster, and too long to guess
const maxBatchRows = 500 // the maximum number of placeholders in one statement
const basePayloadBytes = 2_000 // the bytes of an event body without the parts of variable size
const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates a one-link from the body of `POST /one_links`, with all its placeholders and their created events,
 * in this transaction. Throws `requestErrors` and all errors of the body together. A rule that the body omits
 * has the default value of the account. A user with several teams names the one that the gifts are for.
 */
export async function create(
  ctx: TxContext,
  raw: unknown,
  requestErrors: readonly FieldError[] = [],
  { team_id, ...rules }: Partial<ClaimRules> & { team_id?: string } = {},
): Promise<OneLink> {
  const validated = await validateOneLink(ctx, raw, requestErrors, team_id)
  await assertBelowLimit(ctx, {
    name: 'one_links',
    countedRows:
      'select from gifting.one_link where account_id = $1 and closed_at is null and expires_at > now()',
    param: 'quantity',
    subject: 'open one-links',
    remedy: 'Close one that is no longer needed.',
  })
  const reserved = await reserveBudgets(ctx, validated)
  const link = buildOneLink(ctx, validated, await newClaimRules(ctx, rules))
  oneLinkStore.insert(ctx, link)
  gifting.saveOffering(ctx, validated.offering)
  await createPlaceholders(ctx, link, validated, reserved)
  return link
}

function buildOneLink(
  ctx: TxContext,
  { body, campaign }: ValidatedOneLink,
  rules: ClaimRules,
): OneLink {
  const id = newId(ctx.now)
  const code = randomBase62(codeLength)
  return {
    account_id: ctx.account_id,
    id,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    name: null,
    quantity: body.quantity,
    allowed_email_domains: normalizeDomains(body),
    ...rules,
    code_digest: gifting.hashCode(code),
    code: encryptCode(ctx.deployment, id, code),
    expires_at:
      body.expires_at === undefined
        ? new Date(ctx.now.getTime() + campaign.expires_after_days * dayMs)
        : new Date(body.expires_at),
    closed_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    claimed: 0,
    unclaimed: body.quantity,
    reserved: 0,
  }
}

/**
 * Reserves the maximum cost of all gifts of the one-link. Throws if this amount exceeds a budget. Returns
 * the amounts that one gift reserves.
 */
async function reserveBudgets(
  ctx: TxContext,
  { body: { quantity }, campaign, offering }: ValidatedOneLink,
): Promise<spend.BudgetRequest[]> {
  if (campaign.budget === null && campaign.team?.budget == null) return []
  const { fallback_variant_id: fallback } = campaign
  const ids = [...offering.variants.keys(), ...(fallback === null ? [] : [fallback])]
  const costs = await catalogue.itemCostsById(ctx, ids)
  const requests = gifting.toBudgetRequests(campaign, offering, costs)
  const whole = requests.map((each) => ({ ...each, amount_minor: each.amount_minor * quantity }))
  const [shortage] = await spend.reserve(ctx, [whole])
  if (shortage !== undefined) throwIfAny([gifting.budgetError(campaign, shortage)])
  return requests
}

/** Inserts the placeholders as `unclaimed`. They need no link, so visitors can claim them immediately. */
async function createPlaceholders(
  ctx: TxContext,
  link: OneLink,
  validated: ValidatedOneLink,
  reserved: readonly spend.BudgetRequest[],
): Promise<void> {
  const batchSize = batchRows(ctx, buildPlaceholder(ctx, link, validated, 0))
  for (let first = 0; first < link.quantity; first += batchSize) {
    const count = Math.min(batchSize, link.quantity - first)
    const gifts = Array.from({ length: count }, (_, index) =>
      buildPlaceholder(ctx, link, validated, first + index),
    )
    const [template] = gifts
    if (template === undefined) return
    await oneLinkStore.insertPlaceholders(ctx, template, gifts, 'created with its one-link')
    spend.insertReservations(
      ctx,
      gifts.flatMap(({ id }) => gifting.toReservations(id, reserved)),
    )
    webhooks.recordAll(
      ctx,
      gifts.map((gift) => gifting.eventInput(ctx, gift, 'gift_request_created')),
    )
  }
}

/** Returns the number of placeholders whose event bodies fit into memory together. */
function batchRows({ deployment }: TxContext, template: gifting.Gift): number {
  const bytes =
    (gifting.payloadSize(template) + basePayloadBytes) * Object.keys(deployment.versions).length
  return Math.max(1, Math.min(maxBatchRows, Math.floor(maxChunkBytes / bytes)))
}

const buildPlaceholder = (
  ctx: TxContext,
  link: OneLink,
  { campaign, offering }: ValidatedOneLink,
  index: number,
): gifting.Gift => ({
  ...gifting.noRecipient,
  account_id: ctx.account_id,
  id: newId(ctx.now, index),
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
  offering: offering.digest,
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
  delivered_emitted: false,
  max_choices: campaign.max_choices,
  ...gifting.toCostFields(campaign),
  created_at: ctx.now,
  updated_at: ctx.now,
  offered: offering.content,
})
