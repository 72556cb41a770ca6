import type { AttentionKind, AttentionSubject } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import type { Cause, ItemRow } from './tables.ts'

/** A way to resolve an item. The operation is null if only the web app offers this way. */
export interface AttentionAction {
  title: string
  operation: { id: string; method: string; path: string } | null
  web_url: string
}

/** An item as the public API and webhooks show it. It has no personal data. */
export interface AttentionItemView {
  id: string
  kind: AttentionKind
  subject: { type: AttentionSubject; id: string }
  gift_request_id: string | null
  cause: Cause
  message: string
  since: Date
  raised_at: Date
  cleared_at: Date | null
  assignee_id: string | null
  snoozed_until: Date | null
  next_actions: AttentionAction[]
}

/** Converts an item to its view. The members of the view are sent in this order. */
export const toItemView = (
  { deployment: { origin } }: Pick<TxContext, 'deployment'>,
  item: ItemRow,
): AttentionItemView => ({
  id: item.id,
  kind: item.kind,
  subject: { type: item.subject_type, id: item.subject_id },
  gift_request_id: item.gift_request_id,
  cause: item.cause,
  message: messages[item.cause],
  since: item.since,
  raised_at: item.raised_at,
  cleared_at: item.cleared_at,
  assignee_id: item.assignee_id,
  snoozed_until: item.snoozed_until,
  next_actions: item.cleared_at === null ? actionsFor(item, origin) : [],
})

// biome-ignore format: read down the columns
const messages: Readonly<Record<Cause, string>> = {
  out_of_stock:           'An item is out of stock. The gift ships when stock arrives.',
  label_refused:          'The carrier rejected the address or the label.',
  not_accepted:           'The carrier found no one to accept the parcel.',
  not_dispatched:         'The order is more than five days old, and no carrier has the parcel.',
  not_delivered:          'The parcel has been on its way for more than ten days.',
  mail_rejected:          'The address of the recipient rejects email. The recipient has not redeemed the gift.',
  not_redeemed:           'The gift expires within seven days. The recipient has not redeemed it.',
  few_units:              'Few units are left in stock.',
  no_units:               'No units are left in stock.',
  few_codes:              'Few codes are left.',
  no_codes:               'No codes are left.',
  attempts_failing:       'Most recent attempts to reach the endpoint failed.',
  cannot_sign:            'Requests to the endpoint cannot be signed. The operator has to restore the encryption key.',
  five_attempts_failed:   'The endpoint missed events in the last day. All five attempts failed.',
  lost:                   'The carrier lost the parcel.',
  returned:               'The parcel came back.',
  lost_and_cancelled:     'The carrier lost the parcel, and there is no replacement.',
  returned_and_cancelled: 'The parcel came back, and there is no replacement.',
  requests_failing:       'The last requests of this connection failed.',
  price_above_ceiling:    'An order of this supplier cost more than its ceiling. Nothing more is bought of it until the suppliers of the product are saved again.',
  code_unusable:          'This supplier sent a code that is invalid or was bought before. Nothing more is bought of it until the suppliers of the product are saved again.',
  balance_low:            'The balance at this supplier is low. Without money there, gifts wait for their codes.',
  orders_differ:          'The orders that this supplier lists differ from the purchases here. The connection shows each difference.',
  host_missing:           'The DNS no longer points the host of recipients’ pages to this installation. New links use the host of the installation.',
  record_missing:         'The DNS no longer has the record that proves the domain. The proof ends after three days.',
}

interface ActionRule {
  title: string
  /** The id, method and path of the operation. Ids replace `{gift}` and `{subject}` in the path. Null if the API has none. */
  operation: readonly [id: string, method: string, path: string] | null
  page: string
}

const gift = '/gift-requests/{gift}'
const endpoint = '/developers/webhooks/{subject}'

// biome-ignore format: read down the columns
const rules = {
  addStock:       { title: 'Add stock',                    operation: ['adjustStockLevels', 'POST', '/stock_levels/adjust'],                               page: '/catalogue?stock=low' },
  importCodes:    { title: 'Import codes',                 operation: ['importCodes', 'POST', '/variants/{subject}/codes'],                                page: '/catalogue' },
  cancel:         { title: 'Cancel the gift',              operation: ['cancelGiftRequest', 'POST', '/gift_requests/{gift}/cancel'],                       page: gift },
  correctAddress: { title: 'Correct the address',          operation: ['changeGiftRequestAddress', 'POST', '/gift_requests/{gift}/change_address'],        page: gift },
  seeTracking:    { title: 'See the tracking',             operation: ['listGiftRequestParcels', 'GET', '/gift_requests/{gift}/parcels'],                  page: gift },
  correctEmail:   { title: 'Correct the email address',    operation: ['correctGiftRequestEmail', 'POST', '/gift_requests/{gift}/correct_email'],          page: gift },
  remind:         { title: 'Remind the recipient',         operation: ['remindGiftRequest', 'POST', '/gift_requests/{gift}/remind'],                       page: gift },
  extend:         { title: 'Extend the gift',              operation: ['extendGiftRequest', 'POST', '/gift_requests/{gift}/extend'],                       page: gift },
  shipAgain:      { title: 'Ship the items again',         operation: ['shipGiftRequestAgain', 'POST', '/gift_requests/{gift}/ship_again'],                page: gift },
  sendAgain:      { title: 'Send the gift again',          operation: ['sendGiftRequestAgain', 'POST', '/gift_requests/{gift}/send_again'],                page: gift },
  testEndpoint:   { title: 'Send a test event',            operation: ['sendTestEvent', 'POST', '/endpoints/{subject}/test'],                              page: endpoint },
  changeEndpoint: { title: 'Change the endpoint',          operation: ['updateEndpoint', 'PATCH', '/endpoints/{subject}'],                                 page: endpoint },
  recoverEvents:  { title: 'Send the missed events again', operation: ['recoverDeliveries', 'POST', '/endpoints/{subject}/recover'],                       page: endpoint },
  checkConnection:{ title: 'Check the connection',         operation: null,                                                                                page: '/settings/connections' },
  changeSuppliers:{ title: 'Change the suppliers',         operation: null,                                                                                page: '/catalogue' },
  restoreRecord:  { title: 'Restore the DNS record',       operation: null,                                                                                page: '/settings/domains' },
} as const satisfies Record<string, ActionRule>

type RuleName = keyof typeof rules

// biome-ignore format: read down the columns
const actionsByKind: Readonly<Record<AttentionKind, readonly RuleName[]>> = {
  backordered:             ['addStock', 'cancel'],
  address_refused:         ['correctAddress', 'cancel'],
  delivery_attempt_failed: ['seeTracking', 'correctAddress'],
  overdue:                 ['seeTracking'],
  email_bounced:           ['correctEmail', 'cancel'],
  expiring:                ['remind', 'extend'],
  stock_low:               ['addStock'],
  endpoint_failing:        ['testEndpoint', 'changeEndpoint'],
  delivery_abandoned:      ['recoverEvents'],
  parcel_lost:             ['shipAgain'],
  connection_failing:      ['checkConnection'],
  domain_missing:          ['restoreRecord'],
}

/** The causes whose actions differ from those of their kind. */
// biome-ignore format: read down the columns
const actionsByCause: Readonly<Partial<Record<Cause, readonly RuleName[]>>> = {
  lost_and_cancelled:     ['sendAgain'],
  returned_and_cancelled: ['sendAgain'],
  few_codes:              ['importCodes'],
  no_codes:               ['importCodes'],
  price_above_ceiling:    ['changeSuppliers', 'checkConnection'],
  code_unusable:          ['changeSuppliers', 'checkConnection'],
}

/** All action rules. A test compares them with the operations of the API. */
export const allActionRules: readonly ActionRule[] = Object.values(rules)

function actionsFor(item: ItemRow, origin: string): AttentionAction[] {
  const fill = (text: string) =>
    text
      .replace('{gift}', item.gift_request_id ?? item.subject_id)
      .replace('{subject}', item.subject_id)
  return (actionsByCause[item.cause] ?? actionsByKind[item.kind]).map((name) => {
    const { title, operation, page }: ActionRule = rules[name]
    return {
      title,
      operation: operation && { id: operation[0], method: operation[1], path: fill(operation[2]) },
      web_url: `${origin}${fill(page)}`,
    }
  })
}
