import { t } from '#web/i18n/common.ts'
import type { Role } from '#web/session.ts'

/** The names of the roles of every account, for use inside a sentence. */
const roleNames: Readonly<Partial<Record<Role, string>>> = {
  admin: t('admin'),
  sender: t('sender'),
  approver: t('approver'),
  finance: t('finance'),
  packer: t('packer'),
  viewer: t('viewer'),
  developer: t('developer'),
}

/** Returns the name of a role: of every account, or the one that the account has given. */
export const describeRole = ({
  role,
  role_name,
}: {
  role: Role
  role_name: string | null
}): string => role_name ?? roleNames[role] ?? role
