import type { ShipmentLine, ShipmentRequest } from '#fulfilment'
import { newId } from '#platform/lib/ids'

/** Builds a line without shipping details. */
export const createShipmentLine = (overrides: Partial<ShipmentLine> = {}): ShipmentLine => ({
  sku: 'CUP',
  name: 'Cup',
  quantity: 2,
  weight_grams: null,
  length_mm: null,
  width_mm: null,
  height_mm: null,
  hs_code: null,
  origin_country: null,
  declared_value_minor: null,
  declared_value_currency: null,
  ...overrides,
})

/** Builds a shipment within the United States. Each shipment has a separate reference. */
export const createShipmentRequest = (
  overrides: Partial<ShipmentRequest> = {},
): ShipmentRequest => ({
  reference: `${newId()}-1`,
  address: {
    name: 'Zoë Ørsted',
    line_1: '1 Example Street',
    city: 'Springfield',
    region: 'IL',
    postal_code: '62701',
    country: 'US',
  },
  lines: [createShipmentLine()],
  warehouse: { name: 'Shed', country: 'US', address: null },
  rate_rule: { kind: 'cheapest' },
  minimum_age: null,
  customs_signer: 'Tess Bennett',
  card_url: null,
  paid_order: null,
  attempt: 1,
  scenario: null,
  ...overrides,
})
