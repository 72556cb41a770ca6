import type { Contact } from '#web/admin-api.ts'
import { t } from '#web/i18n/send.ts'
import type { RecipientRow } from './recipient-rows.ts'

/** Converts a contact to a row of the list. The work address comes first. */
export function toContactRow(contact: Contact): RecipientRow {
  const { given_name, family_name, display_name, work_emails, private_emails, country } = contact
  return {
    line: 1,
    cells: {
      first_name: given_name || (family_name === '' ? (display_name ?? '') : ''),
      last_name: family_name,
      email: work_emails[0] ?? private_emails[0] ?? '',
      ...(country !== null && { country }),
    },
  }
}

/** Returns why a contact cannot be added. The server also refuses these contacts. */
export function findRefusal(contact: Contact): string | undefined {
  if (contact.do_not_gift !== null) return t('No gifts: {reason}', { reason: contact.do_not_gift })
  return toContactRow(contact).cells.email === '' ? t('No email address') : undefined
}
