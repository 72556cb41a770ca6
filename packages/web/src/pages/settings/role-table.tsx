import './role-table.css'
import { Text } from '@mantine/core'
import { Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatList } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import type { Role } from '#web/session.ts'

export const roleOptions: { value: Role; label: string }[] = [
  { value: 'sender', label: t('Sender') },
  { value: 'packer', label: t('Packer') },
  { value: 'viewer', label: t('Viewer') },
  { value: 'developer', label: t('Developer') },
  { value: 'admin', label: t('Admin') },
]

/** A permission with the roles that have it in addition to admin. */
type RolePermission = readonly [permission: string, ...others: Role[]]

const rolePermissions: readonly RolePermission[] = [
  [t('Send gifts, see and cancel them'), 'sender'],
  [t('See gifts, campaigns and catalogue'), 'sender', 'viewer'],
  [t('See email addresses and links of recipients'), 'sender'],
  [t('Pack parcels, see the address of a parcel while packing it'), 'packer'],
  [t('See any recipient’s address, after giving a reason')],
  [t('Change campaigns, catalogue and stock')],
  [t('API keys, OAuth clients, webhooks, request log'), 'developer'],
  [t('Keys that send gifts or read recipients, in production')],
  [t('People, branding, privacy, audit log')],
]

const hasPermission = ([, ...others]: RolePermission, role: Role) =>
  role === 'admin' || others.includes(role)

/** The name of a permission. In a card, the roles appear below the name instead of a value for each role. */
const PermissionName = ({ row }: { row: RolePermission }) => (
  <>
    {row[0]}
    <Text className="roles" size="sm" c="dimmed">
      {formatList(
        roleOptions.filter(({ value }) => hasPermission(row, value)).map(({ label }) => label),
      )}
    </Text>
  </>
)

/** A table with the permissions of each role. */
export const RoleTable = () => (
  <Panel title={t('Role permissions')}>
    <DetailTable
      label={t('Role permissions')}
      rows={rolePermissions}
      rowKey={([permission]) => permission}
      columns={[
        { header: t('Permission'), cell: (row) => <PermissionName row={row} /> },
        ...roleOptions.map(({ value, label }) => ({
          header: label,
          className: 'role',
          cell: (row: RolePermission) => (hasPermission(row, value) ? t('yes') : '–'),
        })),
      ]}
    />
  </Panel>
)
