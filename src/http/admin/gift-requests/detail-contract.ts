import { Type } from 'typebox'
import { NewAddress } from '#contract/new-gift-request'
import { operation } from '../lib/operation.ts'
import { boundedText, CreatedId, orNull, PostalAddress, strict } from '../lib/schemas.ts'
import { Gift, GiftReference } from './gift-contract.ts'

/* The operations of one gift request. */

export const readGift = operation('GET', '/gift-requests/:id', {
  role: 'sender',
  summary: 'show a gift request',
  reply: Gift,
})

export const readGiftAsApi = operation('GET', '/gift-requests/:id/json', {
  role: 'sender',
  summary: 'show a gift request as the API returns it, byte for byte',
  mediaTypes: ['application/json'],
})

export const revealAddress = operation('POST', '/gift-requests/:id/reveal', {
  role: 'admin',
  summary: 'reveal the address of a gift; the audit log records the user and the reason',
  body: Type.Object({ reason: boundedText(500) }, strict),
  reply: Type.Object({
    shipping_address: PostalAddress,
    label_urls: Type.Array(Type.String()),
    json: orNull(Type.String({ description: 'As the API returns it; null in choice mode.' })),
  }),
})

export const cancelGift = operation('POST', '/gift-requests/:id/cancel', {
  role: 'sender',
  summary: 'cancel a gift request',
  reply: GiftReference,
})

export const sendGiftAgain = operation('POST', '/gift-requests/:id/send-again', {
  role: 'sender',
  summary: 'send a gift again that expired, was declined or did not arrive',
  body: Type.Object(
    {
      email: Type.Optional(boundedText(254)),
      email_message: Type.Optional(
        Type.Object(
          { subject: boundedText(255), body: Type.String({ maxLength: 10_000 }) },
          strict,
        ),
      ),
      expires_at: Type.Optional(Type.String({ format: 'date-time' })),
    },
    strict,
  ),
  reply: GiftReference,
})

export const remindRecipient = operation('POST', '/gift-requests/:id/remind', {
  role: 'sender',
  summary: 'remind a recipient',
  reply: GiftReference,
})

export const setExpiry = operation('POST', '/gift-requests/:id/expire-at', {
  role: 'sender',
  summary: 'set the expiry of a gift request',
  body: Type.Object({ expires_at: Type.String({ format: 'date-time' }) }, strict),
  reply: GiftReference,
})

export const correctEmail = operation('POST', '/gift-requests/:id/correct-email', {
  role: 'sender',
  summary: 'correct the email address of a recipient and resend the email',
  body: Type.Object({ email: boundedText(254) }, strict),
})

const { name, line_1, country } = NewAddress.properties
const optionalText = (schema: object) => Type.Optional(Type.String({ ...schema, minLength: 0 }))

/**
 * An address in which required members may be missing or blank. The country's rules report those together with every
 * other error, so that a form shows all of them at once.
 */
const AddressDraft = Type.Object(
  {
    ...NewAddress.properties,
    name: optionalText(name),
    line_1: optionalText(line_1),
    country: optionalText(country),
  },
  strict,
)

export const fixAddress = operation('POST', '/gift-requests/:id/fix-address', {
  role: 'sender',
  summary: 'correct the address of a gift whose parcel could not be sent or delivered',
  body: Type.Object({ shipping_address: AddressDraft }, strict),
})

export const retryLabel = operation('POST', '/gift-requests/:id/retry-label', {
  role: 'sender',
  summary: 'retry the label of a parcel that the carrier rejected, with the same address',
})

export const shipAgain = operation('POST', '/gift-requests/:id/parcels/:parcel/ship-again', {
  role: 'admin',
  summary: 'resend the contents of a parcel that did not arrive',
})

export const replaceCode = operation('POST', '/gift-requests/:id/digital-items/:item/replace', {
  role: 'admin',
  summary: 'revoke the code of a gift and give its recipient a new one',
  body: Type.Object({ reason: boundedText(500) }, strict),
})

export const readGiftEmail = operation('GET', '/gift-requests/:id/emails/:email', {
  viewers: 'hidden',
  role: 'sender',
  summary: 'show an email about a gift request',
  reply: Type.Object({
    id: Type.String(),
    to: orNull(Type.String()),
    subject: orNull(Type.String()),
    text: orNull(Type.String()),
  }),
})

export const showGiftEmail = operation('GET', '/gift-requests/:id/emails/:email/page', {
  role: 'sender',
  summary: 'show an email as its recipient sees it',
  mediaTypes: ['text/html'],
})

export const resendGiftEmail = operation('POST', '/gift-requests/:id/emails/:email/resend', {
  role: 'sender',
  summary: 'resend an email about a gift request',
  body: Type.Object({ to: Type.Optional(boundedText(254)) }, strict),
  reply: CreatedId,
})
