import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/recipients.ts'

export const catalogue: SameTexts<typeof german> = {
  '{thank_you_count} notes': '',
  'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.':
    '',
  'Allow emails again': '',
  'Copy email address': '',
  'Data request…': '',
  declined: '',
  Declined: '',
  'Declined a gift': '',
  'Download export': '',
  'email bounced': '',
  'Email to this address bounces': '',
  'Emails to this address are allowed again.': '',
  Erase: '',
  'Erase permanently': '',
  'Everyone you’ve sent a gift to.': '',
  Export: '',
  'Export or erase a person’s data': '',
  'Export or erase…': '',
  'Last gift': '',
  'Name, email or domain': '',
  'No data is stored about this person.': '',
  'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.':
    '',
  'No recipients yet': '',
  'Recipients appear here, by email address, once you send them a gift.': '',
  'Request id {requestId}': '',
  'Thank-you note': '',
  'This can’t be undone.': '',
  'Type the email address again': '',
  'View all {gift_requests}': '',
  'Wrote a thank-you note': '',
}
