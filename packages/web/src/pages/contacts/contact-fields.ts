import type { Contact } from '#web/admin-api.ts'
import { countryName } from '#web/components/formats/country-name.ts'
import { toLanguageName } from '#web/components/formats/languages.ts'
import { t } from '#web/i18n/contacts.ts'
import { formatDate, formatValues } from '#web/i18n/format.ts'
import { languageOfLocale } from '#web/i18n/shared.ts'

/** The fields of a contact in the order of the pages. */
// biome-ignore format: read down the columns
export const fieldLabels = {
  given_name:     t('First name'),
  family_name:    t('Last name'),
  display_name:   t('Full name'),
  salutation:     t('Addressed as'),
  work_emails:    t('Work email'),
  private_emails: t('Private email'),
  phone:          t('Phone'),
  language:       t('Language'),
  country:        t('Country'),
  time_zone:      t('Time zone'),
  manager_id:     t('Manager'),
  department:     t('Department or team'),
  start_date:     t('Start date'),
  end_date:       t('Last day of work'),
  birthday:       t('Birthday'),
  groups:         t('Groups'),
  fields:         t('Own fields'),
  external_ids:   t('External ID'),
  consent:        t('Consent'),
  do_not_gift:    t('No gifts'),
} as const

export type FieldName = keyof typeof fieldLabels

/** Formats a day such as 1990-04-12, or --04-12 without a year. */
const formatDay = (day: string): string =>
  day.startsWith('--')
    ? formatDate(new Date(`2000${day.slice(1)}T12:00:00Z`), {
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      })
    : formatDate(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })

/** Formats the value of a field. The text is empty for an empty field. */
export function formatField(contact: Contact, name: FieldName, managerName?: string): string {
  const value = contact[name]
  if (value === null) return ''
  if (typeof value !== 'string')
    return Array.isArray(value)
      ? formatValues(value)
      : Object.entries(value)
          .map(([key, text]) => `${key}: ${text}`)
          .join('; ')
  if (name === 'country') return countryName(value)
  if (name === 'language') return toLanguageName(languageOfLocale(value) ?? value)
  if (name === 'start_date' || name === 'end_date' || name === 'birthday') return formatDay(value)
  return name === 'manager_id' ? (managerName ?? '') : value
}

/** Describes where the value of a field is from. */
export function describeOrigin({ source, name = '' }: Contact['origins'][string]): string {
  if (source === 'manual') return t('Entered by hand')
  if (source === 'scim') return t('From the identity provider')
  if (source === 'roster') return t('From the connection {name}', { name })
  return source === 'merge' ? t('From a merge') : t('From the file {name}', { name })
}
