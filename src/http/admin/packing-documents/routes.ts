import { accountNow } from '#accounts'
import * as audit from '#audit'
import * as fulfilment from '#fulfilment'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { handleWithoutTx } from '../lib/handle.ts'
import type { Body } from '../lib/operation.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

/** Records which documents were printed for which parcels. The file audit-labels.ts has a label for each action. */
function recordPrints(
  ctx: TxContext,
  { kind, paper, card_style }: Body<typeof contract.printDocument>,
  parcels: fulfilment.CollectedDocument['parcels'],
): void {
  for (const { id, name, has_card } of parcels) {
    const record = (action: string, details: Record<string, unknown>) =>
      audit.recordEntry(ctx, { action, subject: { kind: 'parcel', id, name }, details })
    if (kind === 'address_label') record('packing.print_label', { paper })
    if (kind === 'packing_slip' || kind === 'slip_and_card') record('packing.print_slip', { paper })
    if (kind === 'pick_list') record('packing.print_pick_list', { paper })
    if (has_card) record('packing.print_card', { card_format: card_style?.format ?? 'a6' })
  }
}

export const packingDocumentRoutes = [
  // While the document is rendered, no transaction is open.
  handleWithoutTx(contract.printDocument, async ({ db, member, actor, body, documents, reply }) => {
    const now = accountNow(db, member)
    const collected = await inTransaction(
      db,
      member.account_id,
      async (ctx) => {
        const result = await fulfilment.collectDocument(ctx, member.user_id, body)
        recordPrints(ctx, body, result.parcels)
        return result
      },
      now,
      actor,
    )
    const pdf = await documents.render(member.account_id, collected.document)
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${fileNames[body.kind]}"`)
      .header('cache-control', 'no-store')
      .send(pdf)
    return HANDLED
  }),
]

const fileNames = {
  packing_slip: 'packing-slips.pdf',
  address_label: 'address-labels.pdf',
  greeting_card: 'gift-cards.pdf',
  slip_and_card: 'packing-slips-and-cards.pdf',
  pick_list: 'pick-list.pdf',
} as const
