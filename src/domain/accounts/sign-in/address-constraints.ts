/** Users without proof who can sign in with one address. A proven user comes first. */
export const maxUsersOfAddress = 5

/** A proven address belongs to one user of the installation, any address to one user of an account. */
export const emailConstraints: readonly string[] = [
  'user_email_key_key',
  'user_account_id_email_key_key',
]
