import { t } from '#web/i18n/common.ts'
import type { RequiredRole, Role } from '#web/session.ts'

/** Roles as words inside a sentence. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: t('admin'),
  sender: t('sender'),
  packer: t('packer'),
}

/** Says for whom a page is. */
export function describeAudience(title: string, role: RequiredRole): string {
  switch (role) {
    case 'admin':
      return t('{title} is for admins', { title })
    case 'sender':
      return t('{title} is for senders', { title })
    case 'packer':
      return t('{title} is for packers', { title })
    case 'any':
      return title
  }
}
