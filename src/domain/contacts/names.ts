import { emailDomain, toEmailKey } from '#contract'
import { foldAccents } from '#gifting'
import { fullName } from '#platform/lib/person-name'
import type { ContactValues } from './tables.ts'

type NameFields = Pick<
  ContactValues,
  'given_name' | 'family_name' | 'display_name' | 'language' | 'work_emails' | 'private_emails'
>

/** Returns the name of a contact in the order of its language, or else its first address. */
export function toName(contact: NameFields): string {
  const { given_name, family_name, display_name, language, work_emails, private_emails } = contact
  const name = fullName({ first_name: given_name, last_name: family_name }, language ?? 'en')
  return display_name ?? (name || work_emails[0] || private_emails[0] || '')
}

export const toSortName = (contact: NameFields): string =>
  foldAccents(`${contact.family_name} ${contact.given_name}`.trim() || toName(contact)).slice(
    0,
    400,
  )

const maxKeys = 60
const maxKeyLength = 100

/** Returns the keys by which a search finds a contact, and whether a key is a private address. */
export function toSearchKeys(contact: NameFields): { key: string; is_private: boolean }[] {
  const { given_name, family_name, display_name, work_emails, private_emails } = contact
  const words = foldAccents(`${given_name} ${family_name} ${display_name ?? ''}`).split(/[\s,]+/)
  const keysOf = (emails: readonly string[]) =>
    emails.flatMap((email) => [toEmailKey(email), emailDomain(email)])
  const open = new Set([...words, ...keysOf(work_emails)])
  const hidden = keysOf(private_emails).filter((key) => !open.has(key))
  return [
    ...[...open].map((key) => ({ key, is_private: false })),
    ...[...new Set(hidden)].map((key) => ({ key, is_private: true })),
  ]
    .filter(({ key }) => key !== '' && key.length <= maxKeyLength + 154)
    .slice(0, maxKeys)
}

/** Returns the key of a group: names that differ in case or accents name the same group. */
export const toGroupKey = (name: string): string => foldAccents(name)
