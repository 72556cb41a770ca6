import { t } from '#web/i18n/common.ts'
import type { RequiredRole, Role } from '#web/session.ts'

/** The names of the roles, for use inside a sentence. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: t('admin'),
  sender: t('sender'),
  packer: t('packer'),
  viewer: t('viewer'),
  developer: t('developer'),
}

/** Describes which role a page requires. The text is correct for titles in the singular and in the plural. */
export function describeAudience(title: string, role: RequiredRole): string {
  switch (role) {
    case 'admin':
      return t('{title}: for admins only', { title })
    case 'sender':
      return t('{title}: for senders only', { title })
    case 'packer':
      return t('{title}: for packers only', { title })
    case 'viewer':
      return t('{title}: for senders and viewers only', { title })
    case 'developer':
      return t('{title}: for developers only', { title })
    case 'operator':
      return t('{title}: for operators of this installation only', { title })
    case 'any':
      return title
  }
}
