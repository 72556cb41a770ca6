import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { digestKeyContext } from './claim-limits.ts'
import { deniedContext } from './denied-claimants.ts'
import { claimantContext } from './open-claim.ts'
import { oneLinkContext } from './view.ts'

/** The encrypted columns of this module, which a key rotation re-encrypts. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.one_link', column: 'code', context: oneLinkContext },
  { table: 'gifting.one_link_claim', column: 'claimant', context: claimantContext },
  { table: 'gifting.claim_digest_key', column: 'key', context: digestKeyContext },
  { table: 'gifting.denied_claimant', column: 'entry', context: deniedContext },
]
