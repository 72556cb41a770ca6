import { t } from '#web/i18n/settings.ts'

// biome-ignore format: read down the columns
const names: Readonly<Record<string, string>> = {
  cancel:         t('Cancellation|bulk action'),
  extend:         t('Extension|bulk action'),
  remind:         t('Reminders|bulk action'),
  restore_expiry: t('Undo of an extension|bulk action'),
  send_again:     t('Gifts sent again|bulk action'),
}

/**
 * Translates the subject of a bulk action in the audit log. For example, 'remind (8)' becomes 'Reminders
 * (8)'.
 */
export const translateBulkAction = (subject: string): string =>
  subject.replace(/^\w+/, (kind) => names[kind] ?? kind)
