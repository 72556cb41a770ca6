import { type Static, type TObject, Type } from 'typebox'
import * as apiKeys from '#api-keys'
import * as campaigns from '#campaigns'
import { ApiError, getNewestVersion, throwIfAny } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { toCampaignResult } from './campaign-tools.ts'
import { findDestinationWarnings } from './destination-warnings.ts'
import { summarize } from './gift-lookup.ts'
import { readOnly, sideEffects, type Tool, type ToolContext, tool, toolInput } from './tool.ts'

const maxRecipients = 50
const strict = { additionalProperties: false } as const

/**
 * This schema is loose on purpose: the domain validates the content and reports all errors at once, with messages for
 * people.
 */
const content = {
  campaign_id: Type.String({ description: 'From find_campaigns.' }),
  recipients: Type.Array(
    Type.Object(
      {
        first_name: Type.String(),
        last_name: Type.String(),
        email: Type.String(),
        country: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z]{2}$',
            description:
              'Two letters, if you know the country of the recipient. The preview then warns if the campaign has nothing for it. Default: the country of their latest gift.',
          }),
        ),
        shipping_address: Type.Optional(
          Type.Object(
            {},
            {
              additionalProperties: true,
              description:
                'Only if the campaign ships to an address that you provide: name, line_1, line_2, city, region, postal_code, country (two letters), phone.',
            },
          ),
        ),
        line_items: Type.Optional(
          Type.Array(Type.Object({ variant_id: Type.String(), quantity: Type.Integer() }, strict), {
            description: 'The items, together with shipping_address.',
          }),
        ),
      },
      strict,
    ),
    { minItems: 1, maxItems: maxRecipients, description: 'Each recipient gets a gift.' },
  ),
  email_message: Type.Optional(
    Type.Object(
      { subject: Type.String(), body: Type.String() },
      { ...strict, description: 'Default: the message of the campaign.' },
    ),
  ),
  send_at: Type.Optional(
    Type.String({ description: 'Such as 2026-05-01T10:30:00Z, within a year. Default: now.' }),
  ),
}
const ConfirmedContent = {
  ...content,
  confirmation_code: Type.String({ description: 'From preview_gift.' }),
}
type Content = Static<TObject<typeof content>>

const action = 'send gifts'

const preview = tool({
  name: 'preview_gift',
  scope: 'gift_requests:write',
  title: 'Preview gifts',
  description:
    'Validates the content and sends nothing. Show the user the result (recipients, items, message) and ask. If the user agrees, call confirm_gift with the same content and the confirmation code within five minutes.',
  hints: readOnly,
  input: toolInput(content),
  async run(context, content) {
    const { ctx, caller, now } = context
    await createGifts(context, content, true)
    const campaign = await campaigns.find(ctx, content.campaign_id)
    if (campaign === undefined) throw new ApiError('not_found')
    const maxChoices = await campaigns.maxChoicesById(ctx, [campaign.id])
    const confirmable = await withCampaign(ctx, content)
    const quota = await apiKeys.findDailyQuota(ctx, caller.token_id, now)
    return {
      output: {
        gifts: content.recipients.length,
        recipients: content.recipients,
        campaign: toCampaignResult(campaign, maxChoices.get(campaign.id) ?? 1),
        message: content.email_message ?? campaign.email_message,
        send_at: content.send_at ?? 'at once',
        warnings: [
          ...(await findDuplicateWarnings(context, content)),
          ...(await findDestinationWarnings(ctx, campaign, content.recipients)),
        ],
        may_send: quota !== undefined,
        sending: quota ?? null,
        ...(quota === undefined
          ? { confirmation_code: null, why_not: apiKeys.agentForbiddenMessage }
          : apiKeys.createConfirmation(
              ctx,
              { token_id: caller.token_id, action, content: confirmable },
              now,
            )),
      },
    }
  },
})

const confirm = tool({
  name: 'confirm_gift',
  scope: 'gift_requests:write',
  title: 'Send the previewed gifts',
  description:
    'Sends the gifts of a preview. Call it only after the user has agreed to exactly the previewed content. Recipients are notified and the emails cannot be recalled, but a gift can be cancelled until it is dispatched. The code works once.',
  hints: sideEffects,
  input: toolInput(ConfirmedContent),
  async run(context, { confirmation_code: code, ...content }) {
    const { ctx, caller, now } = context
    const sends = content.recipients.length
    let gifts: readonly gifting.Gift[] = []
    const confirmable = await withCampaign(ctx, content)
    const confirmation = {
      token_id: caller.token_id,
      action,
      content: confirmable,
      code,
      sends,
      now,
    }
    await apiKeys.confirm(ctx, confirmation, async () => {
      gifts = await createGifts(context, content, false)
      return gifts
    })
    return {
      output: { sent: gifts.map(summarize) },
      gift_request_ids: gifts.map(({ id }) => id),
    }
  },
})

/**
 * The arguments together with the previewed campaign data: its message, sender, items, number of choices and theme. A confirmation code
 * becomes invalid when a colleague changes one of them.
 */
async function withCampaign(ctx: TxContext, content: Content) {
  const campaign = await campaigns.findSendable(ctx, content.campaign_id)
  if (campaign === undefined) return { content, campaign: null }
  const { revision, email_message, sender, max_choices } = campaign
  return { content, campaign: { revision, email_message, sender, max_choices } }
}

/** Builds the rows of a batch as in the API, so that the same validation applies. */
function createGifts(
  { ctx }: ToolContext,
  { campaign_id, recipients, email_message, send_at }: Content,
  isDryRun: boolean,
): Promise<gifting.Gift[]> {
  const { versions } = ctx.deployment
  const newest = versions[getNewestVersion(versions)]
  if (newest === undefined) throw new Error('no API version is configured')
  const rows = recipients.map(({ shipping_address, line_items, country: _, ...recipient }) => ({
    campaign_id,
    recipient,
    ...(shipping_address === undefined ? {} : { shipping_address }),
    ...(line_items === undefined ? {} : { line_items }),
    ...(email_message === undefined ? {} : { email_message }),
    ...(send_at === undefined ? {} : { send_at }),
  }))
  assertNoDuplicates(recipients)
  return gifting.createBatch(ctx, { rows, isDryRun }, newest.newGift)
}

/** Rejects a list that contains an address twice: such a list is usually a mistake, and an expensive one. */
function assertNoDuplicates(recipients: Content['recipients']): void {
  const seenKeys = new Set<string>()
  throwIfAny(
    recipients.flatMap(({ email }, index) => {
      const key = gifting.toEmailKey(email)
      const isDuplicate = seenKeys.has(key)
      seenKeys.add(key)
      return isDuplicate
        ? [
            {
              code: 'invalid',
              param: `recipients.${index}.email`,
              message: 'is already in this list',
            } as const,
          ]
        : []
    }),
  )
}

const recentDays = 30

/**
 * Warns about recipients of a recent gift of the same campaign. An agent that loses its context may send a gift again.
 */
async function findDuplicateWarnings(
  { ctx }: ToolContext,
  { campaign_id, recipients }: Content,
): Promise<string[]> {
  const since = new Date(ctx.now.getTime() - recentDays * 24 * 60 * 60 * 1000)
  const warnings: string[] = []
  for (const { email } of recipients) {
    const filter = { campaign_id, email_key: gifting.toEmailKey(email), created_after: since }
    const { data } = await gifting.list(ctx, filter, { limit: 1, order: 'desc' })
    const [before] = data
    if (before !== undefined)
      warnings.push(
        `${email} got ${before.reference} of this campaign at ${before.created_at.toISOString()}.`,
      )
  }
  return warnings
}

export const sendTools: readonly Tool[] = [preview, confirm]
