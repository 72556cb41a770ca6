import type { EncryptedColumn } from '#platform/reseal'
import { contextOfLink } from './link.ts'
import { contextOfOneLink } from './one-link-view.ts'
import { contextOfAddress } from './snapshot.ts'

/** What this room keeps sealed. To add a column, add it here: it is sealed anew when the key changes. */
export const sealedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: contextOfAddress },
  { table: 'gifting.gift_request', column: 'link_code', context: contextOfLink },
  { table: 'gifting.one_link', column: 'code', context: contextOfOneLink },
]
