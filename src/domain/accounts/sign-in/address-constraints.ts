/** Persons without proof who can sign in with one address. A proven person comes first. */
export const maxPersonsOfAddress = 5

/** A proven address belongs to one person of the installation. In an account, a person and an address belong to one user. */
export const emailConstraints: readonly string[] = [
  'person_proven_email_key',
  'user_account_id_email_key_key',
  'user_account_id_person_id_key',
]
