import type { BulkSendRow, SendContent } from '#web/admin-api.ts'
import { toLocalInputValue } from '#web/components/forms/local-time-input.ts'
import type { RecipientRow } from './recipient-rows.ts'
import { createDraft, type SendDraft } from './send-draft.ts'

/** Creates a draft from a send that was not approved, so that the user can correct it. */
export function toDraft(name: string, { options, rows }: SendContent): SendDraft {
  const { campaign_id = null, line_items, variant_ids = [], selection_mode = 'one' } = options
  const isOne = rows.length === 1 && rows[0]?.item === undefined
  return {
    ...createDraft(),
    name,
    input_method: isOne ? 'one' : 'paste',
    rows: rows.map(toRow),
    includes_duplicates: rows.some(({ occurrence = 0 }) => occurrence > 0),
    is_resend: !isOne && options.send_id !== undefined,
    campaign_id,
    is_ad_hoc: campaign_id === null,
    variant_ids: line_items?.map(({ variant_id }) => variant_id) ?? variant_ids,
    mode: line_items !== undefined ? 'direct' : selection_mode,
    quantities: Object.fromEntries(
      line_items?.map(({ variant_id, quantity }) => [variant_id, quantity]) ?? [],
    ),
    subject: options.email_message?.subject ?? '',
    body: options.email_message?.body ?? '',
    greeting: options.greeting ?? null,
    team_id: options.team_id ?? '',
    cost_centre: options.cost_centre ?? '',
    purchase_order_number: options.purchase_order_number ?? '',
    send_at: toFutureInput(options.send_at),
    expires_at: toFutureInput(options.expires_at),
  }
}

const toRow = (row: BulkSendRow): RecipientRow => {
  const { line = 1, recipient, shipping_address, phone, item, fields } = row
  const { name: _, ...address } = shipping_address ?? { name: '' }
  return {
    line,
    cells: {
      ...{ ...recipient, ...address },
      ...(phone !== undefined && { phone }),
      ...(item !== undefined && { item }),
    },
    ...(fields !== undefined && { fields }),
  }
}

/**
 * Converts a timestamp to the value of an input. If the time has passed, the function returns an empty text.
 */
const toFutureInput = (timestamp: string | undefined): string =>
  timestamp === undefined || new Date(timestamp) <= new Date()
    ? ''
    : toLocalInputValue(new Date(timestamp))
