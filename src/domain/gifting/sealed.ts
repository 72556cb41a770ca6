import type { EncryptedColumn } from '#platform/reseal'
import { linkContext } from './link.ts'
import { oneLinkContext } from './one-link-view.ts'
import { addressContext } from './snapshot.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: addressContext },
  { table: 'gifting.gift_request', column: 'link_code', context: linkContext },
  { table: 'gifting.one_link', column: 'code', context: oneLinkContext },
]
