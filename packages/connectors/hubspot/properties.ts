/** The names of the properties of a contact, which are the same for every account. */
export type PropertyName =
  | 'bestow_gift_status'
  | 'bestow_gift_campaign'
  | 'bestow_gift_reference'
  | 'bestow_gift_url'
  | 'bestow_gift_created_at'
  | 'bestow_gift_delivered_at'
  | 'bestow_gift_count'
  | 'bestow_gift_ids'
  | 'bestow_updated_at'

export type PropertyValues = Record<PropertyName, string>

/** The type of each property, the field in which HubSpot shows it, and its label. */
// biome-ignore format: read down the columns
const fields: Readonly<Record<PropertyName, readonly [type: string, field: string, label: string]>> = {
  bestow_gift_status:       ['string',   'text',     'Last gift: status'],
  bestow_gift_campaign:     ['string',   'text',     'Last gift: campaign'],
  bestow_gift_reference:    ['string',   'text',     'Last gift: reference'],
  bestow_gift_url:          ['string',   'text',     'Last gift: link'],
  bestow_gift_created_at:   ['datetime', 'date',     'Last gift: created'],
  bestow_gift_delivered_at: ['datetime', 'date',     'Last gift: delivered'],
  bestow_gift_count:        ['number',   'number',   'Number of gifts'],
  bestow_gift_ids:          ['string',   'textarea', 'Gifts that are counted'],
  bestow_updated_at:        ['datetime', 'date',     'Last event of a gift'],
}

export const propertyNames = Object.keys(fields) as PropertyName[]

export const groupName = 'bestow'

/** Returns the definitions with which the properties are created. */
export const propertyDefinitions = propertyNames.map((name) => {
  const [type, fieldType, label] = fields[name]
  return { name, label, type, fieldType, groupName }
})
