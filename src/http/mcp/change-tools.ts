import { type Static, type TObject, Type } from 'typebox'
import { recordGiftChange } from '#audit'
import { ApiError, parseRawJson, throwIfAny } from '#contract'
import { strict } from '#contract/request-parts'
import * as gifting from '#gifting'
import { type ConfirmedAction, confirm, type Effect, preview } from './confirmation.ts'
import { giftChanges } from './gift-changes.ts'
import { findGift, giftRef, summarize } from './gift-lookup.ts'
import * as outputs from './output-schemas.ts'
import { destructive, readOnly, type Tool, type ToolContext, tool, toolInput } from './tool.ts'

/**
 * The input of the tool. The schema of `members` is loose on purpose: each change has different members, and
 * the operation of the change validates them.
 */
const content = {
  gift: giftRef,
  change: Type.String({
    enum: Object.keys(giftChanges),
    description:
      'extend: days or expires_at. remind. correct_email: email. change_address: shipping_address. reissue_link: a new link, the old one stops working. send_again: for a gift that expired, was declined or did not arrive; optional email, email_message, expires_at. ship_again: parcel_id of a lost, returned or cancelled parcel, from gift_parcels. resend_emails: optional email_ids, from gift_emails; default: those that failed.',
  }),
  days: Type.Optional(Type.Integer({ description: 'Days to add to the expiry.' })),
  expires_at: Type.Optional(Type.String({ description: 'Such as 2026-05-01T10:30:00Z.' })),
  email: Type.Optional(Type.String()),
  email_message: Type.Optional(
    Type.Object(
      { subject: Type.String(), body: Type.String() },
      { ...strict, description: 'Default: the message of the gift.' },
    ),
  ),
  shipping_address: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'name, line_1, line_2, city, region, postal_code, country, phone.',
      },
    ),
  ),
  parcel_id: Type.Optional(Type.String()),
  email_ids: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
}
const ConfirmedContent = {
  ...content,
  confirmation_code: Type.String({ description: 'From preview_change.' }),
}

const NamedItems = Type.Array(Type.Object({ name: Type.String(), quantity: Type.Integer() }))

const previewChange = tool({
  name: 'preview_change',
  scope: 'gift_requests:write',
  title: 'Preview a change of a gift',
  description:
    'Shows what a change of a gift that was sent would do, and changes nothing: extend its expiry, remind its recipient, correct the email address, change the shipping address, replace the link, send the gift again, ship a parcel again, or send emails again. Show the user the result and ask. If the user agrees, call confirm_change with the same input and the confirmation code within five minutes.',
  hints: readOnly,
  input: toolInput(content),
  output: outputs.previewOutput({
    gift: outputs.previewedGift,
    change: outputs.text(),
    consequence: outputs.text(),
    changes: Type.Object(
      {},
      { additionalProperties: true, description: 'The changed values; each change has its own.' },
    ),
    recipient: outputs.recipient,
    message: outputs.message,
    sender: outputs.sender,
    items: Type.Object({
      gets: Type.Optional(NamedItems),
      chooses_from: Type.Optional(NamedItems),
      max_choices: Type.Optional(outputs.count()),
    }),
  }),
  async run(context, input) {
    const action = await toAction(context, input)
    return { ...(await preview(context, action)), gift_request_ids: [action.gift_request_id] }
  },
})

const confirmChange = tool({
  name: 'confirm_change',
  scope: 'gift_requests:write',
  title: 'Make the previewed change',
  description:
    'Makes the change of a preview. Call it only after the user has agreed to the result of preview_change. If anything that the preview showed has changed, it changes nothing and returns a new preview. The code works once.',
  hints: destructive,
  input: toolInput(ConfirmedContent),
  output: Type.Object({ change: outputs.text(), gifts: Type.Array(outputs.GiftSummary) }),
  async run(context, { confirmation_code: code, ...input }) {
    const { gift_request_ids } = await confirm(context, code, await toAction(context, input))
    const gifts: gifting.Gift[] = []
    for (const id of gift_request_ids) gifts.push(await findGift(context.ctx, id))
    return { output: { change: input.change, gifts: gifts.map(summarize) }, gift_request_ids }
  },
})

async function toAction(
  context: ToolContext,
  input: Static<TObject<typeof content>>,
): Promise<ConfirmedAction & { gift_request_id: string }> {
  const { gift: ref, change, ...given } = input
  const definition = giftChanges[change]
  if (definition === undefined) throw new Error(`${change} is not a change`)
  const { members, fieldErrors } = definition.body.parse(given)
  throwIfAny(fieldErrors)
  const { id } = await findGift(context.ctx, ref)
  return {
    action: `change a gift: ${change}`,
    input: { gift_request_id: id, members },
    sends: definition.isShipment ? 1 : 0,
    run: () => changeGift(context, { id, change, members }),
    gift_request_id: id,
  }
}

/**
 * Locks a gift and then changes it. Because of the lock, the preview shows exactly the gift that the change
 * applies to.
 */
async function changeGift(
  context: ToolContext,
  { id, change, members }: { id: string; change: string; members: unknown },
): Promise<Effect> {
  const { ctx } = context
  const definition = giftChanges[change]
  const before = await gifting.lockGift(ctx, id)
  if (before === undefined || definition === undefined) throw new ApiError('not_found')
  const { changes, new_gift_id } = await definition.run(context, before, members)
  const after = await gifting.find(ctx, new_gift_id ?? id)
  if (after === undefined) throw new ApiError('not_found')
  const isNew = new_gift_id !== undefined
  recordGiftChange(
    context.ctx,
    `gift_request.${definition.verb}`,
    before,
    isNew ? { reissued_as: after.reference } : {},
  )
  const { updated_at: _, ...gift } = summarize(before)
  const parts = {
    gift,
    change,
    consequence: definition.consequence,
    changes: JSON.parse(JSON.stringify(changes)) as unknown,
    recipient: { name: `${after.first_name} ${after.last_name}`.trim(), email: after.email },
    message: gifting.readMessage(after),
    sender: { name: after.sender_name, email: after.sender_email },
    items: listItems(after),
  }
  return { parts, gift_request_ids: isNew ? [before.id, after.id] : [before.id] }
}

/** Lists the items that the recipient gets, or the items that the recipient can choose from. */
function listItems({ line_items, offered, max_choices }: gifting.Gift) {
  if (line_items !== null) return { gets: toNames(parseRawJson(line_items)) }
  if (offered === null) return { gets: [] }
  const { line_items: choices, selection_mode } = parseRawJson(offered)
  const names = toNames(choices)
  return selection_mode === 'all' ? { gets: names } : { chooses_from: names, max_choices }
}

const toNames = (items: readonly { name: string; quantity: number }[]) =>
  items.map(({ name, quantity }) => ({ name, quantity }))

export const changeTools: readonly Tool[] = [previewChange, confirmChange]
