import {
  ApiError,
  addressChange,
  type BodyDefinition,
  emailCorrection,
  emailSelection,
  extension,
  newReissue,
  noMembers,
  orNotFound,
  reshipment,
  throwIfAny,
} from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import type { ToolContext } from './tool.ts'

/** The result of a change: the values before and after, for the preview, and the new gift if there is one. */
interface ChangeResult {
  changes: Record<string, unknown>
  new_gift_id?: string
}

/** A change of one gift. It has the same members and the same function as the operation of the public API. */
interface GiftChange {
  body: BodyDefinition<unknown>
  /** The verb in the gift's history for this change. */
  verb: string
  /** The consequence of the change, in words for the user. */
  consequence: string
  /** Whether the change sends a parcel. Parcels count for the daily limit of the agent. */
  isShipment: boolean
  run(context: ToolContext, gift: gifting.Gift, members: unknown): Promise<ChangeResult>
}

type Run<T> = (context: ToolContext, gift: gifting.Gift, members: T) => Promise<ChangeResult>

const define = <T>(
  body: BodyDefinition<T>,
  verb: string,
  run: Run<T>,
  { consequence, isShipment = false }: { consequence: string; isShipment?: boolean },
): GiftChange => ({
  body,
  verb,
  consequence,
  isShipment,
  run: (context, gift, members) => run(context, gift, members as T),
})

type Members<Definition> = Definition extends BodyDefinition<infer T> ? T : never

const extend: Run<Members<typeof extension>> = async ({ ctx }, { id }, members) => {
  const extended = await gifting.extendExpiry(ctx, id, gifting.parseExtension(members))
  const { before, after } = orNotFound(extended)
  return { changes: { expires_at: { before: before.expires_at, after: after.expires_at } } }
}

const remind: Run<object> = async ({ ctx }, { id, email }) => {
  orNotFound(await gifting.sendReminder(ctx, id))
  return { changes: { reminder_to: email } }
}

const correctEmail: Run<Members<typeof emailCorrection>> = async ({ ctx }, gift, { email }) => {
  orNotFound(await gifting.correctEmail(ctx, gift.id, email))
  return { changes: { email: { before: gift.email, after: email } } }
}

/**
 * Changes the address of a gift. Agents never see the current address of a recipient, so the preview has only
 * the new address.
 */
const changeAddress: Run<Members<typeof addressChange>> = async (
  { ctx, shipping },
  { id },
  { shipping_address },
) => {
  orNotFound(await fulfilment.correctAddress(ctx, id, shipping_address, shipping))
  return { changes: { shipping_address } }
}

const reissueLink: Run<object> = async ({ ctx }, { id, email }) => {
  orNotFound(await gifting.reissueLink(ctx, id))
  return { changes: { new_link_to: email === '' ? null : email } }
}

const sendAgain: Run<Members<typeof newReissue>> = async ({ ctx }, { id }, members) => {
  const sent = orNotFound(
    await gifting.reissue(ctx, id, members, 'sent again by an agent over MCP'),
  )
  if (!sent.isNew)
    throw new ApiError('invalid_transition', {
      message: `The gift request was sent again as ${sent.reference}.`,
    })
  return { changes: members, new_gift_id: sent.id }
}

const shipAgain: Run<Members<typeof reshipment>> = async (context, { id }, { parcel_id }) => {
  const parcels = await fulfilment.reshipLines(context.ctx, id, parcel_id, context.shipping)
  const replaced = parcels?.find((parcel) => parcel.id === parcel_id)
  if (replaced === undefined)
    return throwIfAnyUnknown('parcel_id', 'names no parcel of this gift request')
  const items = replaced.lines.map(({ name, quantity }) => ({ name, quantity }))
  return { changes: { replaces_parcel: replaced.number, items } }
}

const resendEmails: Run<Members<typeof emailSelection>> = async (
  { ctx },
  { id },
  { email_ids },
) => {
  const { emails } = orNotFound(await gifting.resendEmails(ctx, id, email_ids))
  const copies = emails.map(({ kind, subject, to }) => ({ kind, subject, to: to?.email }))
  return { changes: { emails: copies } }
}

/**
 * All changes, by the names of the operations of the public API. To add a change, add a line to this object.
 */
export const giftChanges: Readonly<Record<string, GiftChange>> = {
  extend: define(extension, 'extend', extend, {
    consequence: 'The gift expires at another time. Reminders move with it.',
  }),
  remind: define(noMembers, 'remind', remind, {
    consequence: 'The recipient gets a reminder by email.',
  }),
  correct_email: define(emailCorrection, 'correct_email', correctEmail, {
    consequence: 'The email about the gift goes to this address. The link stays valid.',
  }),
  change_address: define(addressChange, 'fix_address', changeAddress, {
    consequence: 'Parcels that are not on their way go to this address.',
  }),
  reissue_link: define(noMembers, 'reissue_link', reissueLink, {
    consequence: 'The old link stops working at once, and the recipient gets a new one by email.',
  }),
  send_again: define(newReissue, 'send_again', sendAgain, {
    consequence: 'A new gift is sent in place of this one, with the current items of the campaign.',
    isShipment: true,
  }),
  ship_again: define(reshipment, 'ship_again', shipAgain, {
    consequence: 'The items are shipped in a new parcel, from new stock.',
    isShipment: true,
  }),
  resend_emails: define(emailSelection, 'resend_email', resendEmails, {
    consequence: 'The recipient gets copies of these emails.',
  }),
}

function throwIfAnyUnknown(param: string, message: string): never {
  throwIfAny([{ code: 'invalid_reference', param, message }])
  throw new Error('unreachable: an error was passed')
}
