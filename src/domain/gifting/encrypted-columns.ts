import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { linkContext } from './lifecycle/link.ts'
import { addressContext } from './lifecycle/snapshot.ts'
import { oneLinkContext } from './one-links/view.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: addressContext },
  { table: 'gifting.gift_request', column: 'link_code', context: linkContext },
  { table: 'gifting.one_link', column: 'code', context: oneLinkContext },
]
