import { t } from '#web/i18n/common.ts'
import type { RequiredRole, Role } from '#web/session.ts'

/** Roles as words inside a sentence. */
export const roleNames: Readonly<Record<Role, string>> = {
  admin: t('admin'),
  sender: t('sender'),
  packer: t('packer'),
  viewer: t('viewer'),
  developer: t('developer'),
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
    case 'viewer':
      return t('{title} is for senders and viewers', { title })
    case 'developer':
      return t('{title} is for developers', { title })
    case 'operator':
      return t('{title} is for operators of this installation', { title })
    case 'any':
      return title
  }
}
