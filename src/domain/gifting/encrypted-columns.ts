import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { linkContext } from './lifecycle/link.ts'
import { addressContext } from './lifecycle/snapshot.ts'
import { oneLinkContext } from './one-links/view.ts'

/**
 * The encrypted columns of this module. Key rotation re-encrypts the columns in this list, so add each new
 * encrypted column here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: addressContext },
  { table: 'gifting.gift_request', column: 'link_code', context: linkContext },
  { table: 'gifting.gift_change', column: 'address', context: addressContext },
  { table: 'gifting.one_link', column: 'code', context: oneLinkContext },
]
