/** Where the value of a field is from. */
export interface Origin {
  source: 'manual' | 'import' | 'vcard' | 'merge' | 'roster' | 'scim'
  /** The name of the imported file, or of the connection. */
  name?: string
  connection_id?: string
  at: string
}

/** The values of a contact that users and imports set. */
export interface ContactValues {
  given_name: string
  family_name: string
  /** The whole name, if it is not the given name and the family name. */
  display_name: string | null
  /** How to address the person, such as Dr. Larkin. */
  salutation: string | null
  work_emails: readonly string[]
  private_emails: readonly string[]
  /** E.164. */
  phone: string | null
  /** A BCP 47 tag. */
  language: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
  time_zone: string | null
  manager_id: string | null
  department: string | null
  /** A day such as 2024-03-01. */
  start_date: string | null
  /** The last day of work. */
  end_date: string | null
  /** A day such as 1990-04-12, or --04-12 without a year. */
  birthday: string | null
  /** The names of the groups. */
  groups: readonly string[]
  /** The fields of the account's own: key and text. */
  fields: Readonly<Record<string, string>>
  external_ids: readonly string[]
  /** What the person agreed to. */
  consent: string | null
  /** Why the person gets no gifts. Null if the person may get gifts. */
  do_not_gift: string | null
}

export type ContactField = keyof ContactValues
export type Origins = Partial<Record<ContactField, Origin>>

export interface Contact extends ContactValues {
  id: string
  do_not_gift_since: Date | null
  origins: Origins
  created_at: Date
  updated_at: Date
}

export const emptyValues: ContactValues = {
  given_name: '',
  family_name: '',
  display_name: null,
  salutation: null,
  work_emails: [],
  private_emails: [],
  phone: null,
  language: null,
  country: null,
  time_zone: null,
  manager_id: null,
  department: null,
  start_date: null,
  end_date: null,
  birthday: null,
  groups: [],
  fields: {},
  external_ids: [],
  consent: null,
  do_not_gift: null,
}

export const contactFields = Object.keys(emptyValues) as readonly ContactField[]
