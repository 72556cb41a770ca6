import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { type PreviewContent, previewEmail } from './preview.ts'

/**
 * Sends a user the email that the recipient of a preview would get, marked as a test. It belongs to no gift request, so nothing
 * counts it. `url` is the target of its button. Throws if the address cannot get emails.
 */
export async function sendTestEmail(
  ctx: TxContext,
  preview: PreviewContent,
  url: string,
  { name, email }: { name: string; email: string },
): Promise<void> {
  const { email: original } = await previewEmail(ctx, preview, url)
  await mail.assertMayEmail(ctx, email)
  mail.enqueue(ctx, toTestEmail(original, { name, email }))
}

function toTestEmail(original: mail.Email, to: { name: string; email: string }): mail.Email {
  const { gift_request_id: _, dedup_key: __, onlyIfInvitedByEmail: ___, ...rest } = original
  if (rest.kind !== 'invitation' && rest.kind !== 'announcement')
    return { ...rest, to } as mail.Email
  const { subject, body } = rest.data.message
  const data = { ...rest.data, message: { subject: `Test: ${subject}`, body } }
  return { ...rest, to, data } as mail.Email
}
