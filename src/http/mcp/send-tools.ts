import { type Static, type TObject, Type } from 'typebox'
import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { ApiError, getNewestVersion, throwIfAny, toEmailKey } from '#contract'
import { strict } from '#contract/request-parts'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { toCampaignResult } from './campaign-tools.ts'
import { type ConfirmedAction, confirm, type Effect, preview } from './confirmation.ts'
import { findDestinationWarnings } from './destination-warnings.ts'
import { findGift, summarize } from './gift-lookup.ts'
import * as outputs from './output-schemas.ts'
import { readOnly, sideEffects, type Tool, type ToolContext, tool, toolInput } from './tool.ts'

const maxRecipients = 50

/**
 * The input of the tool. Its schema is loose on purpose: the domain validates the content and reports all
 * errors at once, with messages for people.
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

const action = (context: ToolContext, content: Content): ConfirmedAction => ({
  action: 'send gifts',
  input: content,
  sends: content.recipients.length,
  run: () => sendGifts(context, content),
})

const previewGift = tool({
  name: 'preview_gift',
  scope: 'gift_requests:write',
  title: 'Preview gifts',
  description:
    'Validates the content and sends nothing. Show the user the result (recipients, items with amounts, message, sender, warnings) and ask. If the user agrees, call confirm_gift with the same content and the confirmation code within five minutes.',
  hints: readOnly,
  input: toolInput(content),
  output: outputs.previewOutput({
    gifts: outputs.count(),
    recipients: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'As in the input.',
    }),
    message: outputs.message,
    sender: outputs.sender,
    team: outputs.nullable(outputs.text(), 'The team that the gifts are for.'),
    campaign: Type.Object(outputs.terms),
    items: outputs.items,
    page: Type.Object(
      {},
      { additionalProperties: true, description: 'The theme of the page: colour, logo, texts.' },
    ),
    send_at: outputs.text('A time, or "at once".'),
    warnings: Type.Array(outputs.text()),
    stock: outputs.stock,
  }),
  run: (context, content) => preview(context, action(context, content)),
})

const confirmGift = tool({
  name: 'confirm_gift',
  scope: 'gift_requests:write',
  title: 'Send the previewed gifts',
  description:
    'Sends the gifts of a preview. Call it only after the user has agreed to exactly the previewed content. If anything that the preview showed has changed, it sends nothing and returns a new preview. Recipients are notified and the emails cannot be recalled, but a gift can be cancelled until it is dispatched. The code works once.',
  hints: sideEffects,
  input: toolInput(ConfirmedContent),
  output: Type.Object({ sent: Type.Array(outputs.GiftSummary) }),
  async run(context, { confirmation_code: code, ...content }) {
    const { gift_request_ids } = await confirm(context, code, action(context, content))
    const gifts: gifting.Gift[] = []
    for (const id of gift_request_ids) gifts.push(await findGift(context.ctx, id))
    return { output: { sent: gifts.map(summarize) }, gift_request_ids }
  },
})

/** Creates the gifts, and then describes them: the message, the sender and the items that people get. */
async function sendGifts(context: ToolContext, content: Content): Promise<Effect> {
  const { ctx } = context
  const duplicateWarnings = await findDuplicateWarnings(context, content)
  const gifts = await createGifts(context, content)
  const [gift] = gifts
  const campaign = await campaigns.find(ctx, content.campaign_id)
  if (gift === undefined || campaign === undefined) throw new ApiError('not_found')
  const maxChoices = await campaigns.maxChoicesById(ctx, [campaign.id])
  const {
    items,
    sender: _sender,
    ...terms
  } = await toCampaignResult(ctx, campaign, maxChoices.get(campaign.id) ?? 1)
  const parts = {
    gifts: gifts.length,
    recipients: content.recipients,
    message: gifting.readMessage(gift),
    sender: { name: gift.sender_name, email: gift.sender_email },
    team: await findTeamName(ctx, gift),
    campaign: terms,
    items: items.map(({ in_stock: _, ...item }) => item),
    page: campaign.theme,
    send_at: content.send_at ?? 'at once',
    warnings: [
      ...duplicateWarnings,
      ...(await findDestinationWarnings(ctx, campaign, content.recipients)),
    ],
  }
  const stock = items.map(({ variant_id, in_stock }) => ({ variant_id, in_stock }))
  return { parts, notes: { stock }, gift_request_ids: gifts.map(({ id }) => id) }
}

async function findTeamName(ctx: TxContext, { team_id }: gifting.Gift): Promise<string | null> {
  if (team_id === null) return null
  return (await accounts.findTeamsById(ctx, [team_id])).get(team_id)?.name ?? null
}

/**
 * Creates the gifts as a batch. The rows have the same form as in the API, so the same validation applies.
 */
function createGifts(
  { ctx }: ToolContext,
  { campaign_id, recipients, email_message, send_at }: Content,
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
  return gifting.createBatch(ctx, { rows }, newest.newGift)
}

/** Rejects a list that contains an address twice. Usually this is a mistake, and it would be expensive. */
function assertNoDuplicates(recipients: Content['recipients']): void {
  const seenKeys = new Set<string>()
  throwIfAny(
    recipients.flatMap(({ email }, index) => {
      const key = toEmailKey(email)
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
 * Finds recipients who have a recent gift of the same campaign, and returns warnings for them. An agent that
 * loses its context may send a gift again.
 */
async function findDuplicateWarnings(
  { ctx }: ToolContext,
  { campaign_id, recipients }: Content,
): Promise<string[]> {
  const since = new Date(ctx.now.getTime() - recentDays * 24 * 60 * 60 * 1000)
  const warnings: string[] = []
  for (const { email } of recipients) {
    const filter = { campaign_id, email_key: toEmailKey(email), created_after: since }
    const { data } = await gifting.list(ctx, filter, { limit: 1, order: 'desc' })
    const [before] = data
    if (before !== undefined)
      warnings.push(
        `${email} got ${before.reference} of this campaign at ${before.created_at.toISOString()}.`,
      )
  }
  return warnings
}

export const sendTools: readonly Tool[] = [previewGift, confirmGift]
