import type { AccountRole } from '#web/admin-api.ts'
import { t } from '#web/i18n/settings.ts'
import type { Role } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'

const builtInLabels: Readonly<Partial<Record<Role, string>>> = {
  admin: t('Admin'),
  sender: t('Sender'),
  approver: t('Approver'),
  finance: t('Finance'),
  packer: t('Packer'),
  viewer: t('Viewer'),
  developer: t('Developer'),
}

/** Returns the name of a role in a list: of every account in the language of the page, or as the account wrote it. */
export const roleTitle = ({ id, name }: Pick<AccountRole, 'id' | 'name'>): string =>
  name ?? builtInLabels[id] ?? id

/** Returns the roles that an admin can give, as options of a select. */
export function useRoleOptions(): { value: Role; label: string }[] {
  const { data } = useRead('/roles')
  return data?.data.map((role) => ({ value: role.id, label: roleTitle(role) })) ?? []
}
