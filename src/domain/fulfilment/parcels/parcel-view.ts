import type { Parcel } from './read.ts'

/** Converts a parcel to its wire format: without its label, which shows the address. The API and MCP share it. */
export const toParcelView = (parcel: Parcel) => ({
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
