import type { EncryptedColumn } from '#platform/jobs/reencrypt'
import { contactNoteContext } from './commands/contact-notes.ts'
import { commentContext } from './comments/comments.ts'
import { linkContext } from './lifecycle/link.ts'
import { addressContext } from './lifecycle/snapshot.ts'
import { answerContext, photoContext, reportContext } from './problems/problem-tables.ts'

/**
 * The encrypted columns of this module. Key rotation re-encrypts the columns in this list, so add each new
 * encrypted column here.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'gifting.gift_request', column: 'address', context: addressContext },
  { table: 'gifting.gift_request', column: 'link_code', context: linkContext },
  { table: 'gifting.contact_note', column: 'encrypted_text', context: contactNoteContext },
  { table: 'gifting.gift_comment', column: 'encrypted_text', context: commentContext },
  { table: 'gifting.gift_change', column: 'address', context: addressContext },
  { table: 'gifting.problem_report', column: 'encrypted_text', context: reportContext },
  { table: 'gifting.problem_answer', column: 'encrypted_text', context: answerContext },
  {
    table: 'gifting.problem_photo',
    column: 'encrypted_content',
    context: photoContext,
    batchSize: 10,
  },
]
