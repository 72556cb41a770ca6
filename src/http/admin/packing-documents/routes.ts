import { accountNow } from '#accounts'
import * as audit from '#audit'
import * as fulfilment from '#fulfilment'
import { inTransaction } from '#platform/postgres/database'
import { handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

// The file audit-labels.ts has a label for each of these actions.
const auditActions = {
  packing_slip: 'packing.print_slip',
  address_label: 'packing.print_label',
} as const

export const packingDocumentRoutes = [
  // While the document is rendered, no transaction is open.
  handleWithoutTx(contract.printDocument, async ({ db, member, actor, body, documents, reply }) => {
    const now = accountNow(db, member)
    const collected = await inTransaction(
      db,
      member.account_id,
      async (ctx) => {
        const result = await fulfilment.collectDocument(ctx, member.user_id, body)
        for (const { id, name } of result.parcels)
          audit.recordEntry(ctx, {
            action: auditActions[body.kind],
            subject: { kind: 'parcel', id, name },
            details: { paper: body.paper },
          })
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
} as const
