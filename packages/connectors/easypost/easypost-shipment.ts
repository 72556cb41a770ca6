import type { IAddressCreateParameters } from '@easypost/api'
import { needsCustoms, type ShipmentLine, type ShipmentRequest } from '#fulfilment'
import { fromMinorUnits } from '#platform/lib/minor-units'

/*
 * Converts shipments to the form that EasyPost uses: ounces and inches, and amounts in whole units of the
 * currency.
 */

interface ShipmentDefaults {
  /** The id of the saved sender address. Warehouses without an address use it. */
  from: string
  /** The weight, in ounces, that an item without a weight gets. */
  ounces: number
}

const gramsPerOunce = 28.349523125
const mmPerInch = 25.4

/** Converts grams to ounces. Rounds up to a tenth, because carriers charge for the next tenth. */
const toOunces = (grams: number): number => Math.ceil((grams / gramsPerOunce) * 10) / 10
const toInches = (mm: number): number => Math.ceil((mm / mmPerInch) * 10) / 10

export function toShipment(request: ShipmentRequest, defaults: ShipmentDefaults) {
  const { reference, address, warehouse, minimum_age } = request
  return {
    reference,
    to_address: toEasyPostAddress(address),
    from_address:
      warehouse?.address == null ? { id: defaults.from } : toEasyPostAddress(warehouse.address),
    parcel: toParcel(request.lines, defaults),
    ...(needsCustoms(request) && { customs_info: toCustomsInfo(request) }),
    options: {
      label_format: 'PDF',
      label_size: '4x6',
      ...(minimum_age !== null && { delivery_confirmation: 'ADULT_SIGNATURE' }),
    },
  }
}

/**
 * Returns the weight and the size of a parcel. A parcel with one item has the size of the item. Several items
 * are packed in a box of unknown size, so their parcel has only a weight.
 */
function toParcel(lines: readonly ShipmentLine[], { ounces }: ShipmentDefaults) {
  const weight = lines.reduce((sum, line) => sum + weightOf(line, ounces), 0)
  const [line] = lines
  const isOneItem = lines.length === 1 && line?.quantity === 1
  const { length_mm, width_mm, height_mm } = line ?? {}
  const hasSize = isOneItem && length_mm != null && width_mm != null && height_mm != null
  if (!hasSize) return { weight }
  return {
    weight,
    length: toInches(length_mm),
    width: toInches(width_mm),
    height: toInches(height_mm),
  }
}

const weightOf = ({ weight_grams, quantity }: ShipmentLine, ounces: number): number =>
  quantity * (weight_grams === null ? ounces : toOunces(weight_grams))

/**
 * Builds the customs declaration of a parcel. The parcel must be complete: `findMissingCustoms` returns an
 * empty list for it.
 */
const toCustomsInfo = ({ lines, customs_signer }: ShipmentRequest) => ({
  contents_type: 'gift',
  eel_pfc: 'NOEEI 30.37(a)',
  restriction_type: 'none',
  non_delivery_option: 'return',
  customs_certify: true,
  customs_signer,
  customs_items: lines.map((line) => ({
    description: line.name.slice(0, 255),
    code: line.sku,
    quantity: line.quantity,
    value: line.quantity * fromMinorUnits(line.declared_value_minor ?? 0, currencyOf(line)),
    currency: currencyOf(line),
    weight: weightOf(line, 0),
    hs_tariff_number: line.hs_code,
    origin_country: line.origin_country,
  })),
})

const currencyOf = ({ declared_value_currency }: ShipmentLine) => declared_value_currency ?? 'USD'

const toEasyPostAddress = (
  address: ShipmentRequest['address'],
): Partial<IAddressCreateParameters> => ({
  name: address.name,
  street1: address.line_1,
  street2: address.line_2 ?? '',
  city: address.city ?? '',
  state: address.region ?? '',
  zip: address.postal_code ?? '',
  country: address.country,
  phone: address.phone ?? '',
})
