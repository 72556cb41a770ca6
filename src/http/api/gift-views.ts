import type * as mail from '#email'
import type * as fulfilment from '#fulfilment'
import type * as gifting from '#gifting'

/** Converts a parcel to its wire format: without its label, which shows the address. */
export const toParcelView = (parcel: fulfilment.Parcel) => ({
  id: parcel.id,
  number: parcel.number,
  state: parcel.state,
  carrier: parcel.carrier,
  tracking_code: parcel.tracking_code,
  tracking_url: parcel.tracking_url,
  estimated_at: parcel.estimated_at,
  problem:
    parcel.problem === null
      ? null
      : { reason: parcel.problem.reason, remedy: parcel.problem.remedy },
  line_items: parcel.lines.map(({ line_item_id, variant_id, sku, name, quantity }) => ({
    line_item_id,
    variant_id,
    sku,
    name,
    quantity,
  })),
  scans: parcel.steps.map(({ at, state, description, location }) => ({
    at,
    state,
    description,
    location,
  })),
  replaces: parcel.replaces,
  adult_signature_age: parcel.adult_signature_age,
})

export const toEmailView = (message: mail.Message) => ({
  id: message.id,
  gift_request_id: message.gift_request_id,
  kind: message.kind,
  state: message.state,
  to: message.to?.email ?? null,
  subject: message.subject ?? null,
  error: message.error,
  attempts: message.attempts,
  created_at: message.created_at,
  sent_at: message.sent_at,
})

export const toNoteView = ({ text, written_at, changed_at }: gifting.ThankYouNote) => ({
  text,
  written_at,
  changed_at,
})
