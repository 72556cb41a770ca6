import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { contentContext, rowContext } from './approvals/tables.ts'
import { failureContext } from './bulk-send/bulk-send-tables.ts'
import { contactNoteContext } from './commands/contact-notes.ts'
import { linkContext } from './lifecycle/link.ts'
import { addressContext } from './lifecycle/snapshot.ts'
import { digestKeyContext } from './one-links/claim-limits.ts'
import { deniedContext } from './one-links/denied-claimants.ts'
import { claimantContext } from './one-links/open-claim.ts'
import { oneLinkContext } from './one-links/view.ts'
import { answerContext, photoContext, reportContext } from './problems/problem-tables.ts'

/**
 * The encrypted columns of this module. Key rotation re-encrypts the columns in this list, so add each new
 * encrypted column here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: addressContext },
  { table: 'gifting.gift_request', column: 'link_code', context: linkContext },
  { table: 'gifting.bulk_send_failure', column: 'encrypted_row', context: failureContext },
  { table: 'gifting.send_approval', column: 'encrypted_content', context: contentContext },
  { table: 'gifting.send_approval_row', column: 'encrypted_row', context: rowContext },
  { table: 'gifting.contact_note', column: 'encrypted_text', context: contactNoteContext },
  { table: 'gifting.gift_change', column: 'address', context: addressContext },
  { table: 'gifting.one_link', column: 'code', context: oneLinkContext },
  { table: 'gifting.one_link_claim', column: 'claimant', context: claimantContext },
  { table: 'gifting.claim_digest_key', column: 'key', context: digestKeyContext },
  { table: 'gifting.denied_claimant', column: 'entry', context: deniedContext },
  { table: 'gifting.problem_report', column: 'encrypted_text', context: reportContext },
  { table: 'gifting.problem_answer', column: 'encrypted_text', context: answerContext },
  {
    table: 'gifting.problem_photo',
    column: 'encrypted_content',
    context: photoContext,
    batchSize: 10,
  },
]
