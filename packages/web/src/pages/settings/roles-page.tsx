import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import type { AccountRole, Roles } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog, openForm } from '#web/components/dialogs/form-dialog.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { permissionLabels } from './permission-labels.ts'
import { RoleFields, RolePreview, type RoleValues } from './role-form.tsx'
import { roleTitle } from './role-options.ts'

/** The page with the roles of the account: those of every account, and its own. */
export function RolesPage() {
  const { data, error, refetch } = useRead('/roles')
  return (
    <Page
      title={t('Roles')}
      about={t(
        'A role decides what a person sees and changes in this account. Give roles to people under Settings › People.',
      )}
      {...(data !== undefined && {
        action: <Button onClick={() => editRole(data)}>{t('New role')}</Button>,
      })}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={7} />}
      {data !== undefined && (
        <DetailTable
          label={t('Roles')}
          rows={data.data}
          rowKey={({ id }) => id}
          columns={[
            { header: t('Role'), cell: (role) => <RoleName role={role} /> },
            { header: t('Can do'), cell: describePermissions, isWide: true },
            { header: t('People'), isNumeric: true, cell: ({ users }) => formatNumber(users) },
          ]}
          actions={(role) => <RoleActions role={role} roles={data} />}
        />
      )}
      <Text size="sm" mt="md">
        <PageLink to="/settings/members">{t('Give roles to people')}</PageLink>
      </Text>
    </Page>
  )
}

const RoleName = ({ role }: { role: AccountRole }) => (
  <Group gap="xs" wrap="nowrap">
    <Text inherit fw={600}>
      {roleTitle(role)}
    </Text>
    {role.name !== null && (
      <Badge size="sm" variant="outline">
        {t('own')}
      </Badge>
    )}
  </Group>
)

function describePermissions({ id, permissions }: AccountRole): string {
  if (id === 'admin') return t('Everything in this account')
  return permissions.flatMap((name) => permissionLabels.get(name) ?? []).join(' · ')
}

const RoleActions = ({ role, roles }: { role: AccountRole; roles: Roles }) => (
  <MoreMenu label={t('Actions for {name}', { name: roleTitle(role) })}>
    <Menu.Item onClick={() => showRole(role, roles)}>{t('What this role can see…')}</Menu.Item>
    {role.name !== null && (
      <Menu.Item onClick={() => editRole(roles, role)}>{t('Change…')}</Menu.Item>
    )}
    {role.id !== 'admin' && (
      <Menu.Item onClick={() => editRole(roles, { ...role, id: '', name: null })}>
        {t('Copy to a new role…')}
      </Menu.Item>
    )}
    {role.name !== null && (
      <Menu.Item color="red" onClick={() => confirmDelete(role)}>
        {t('Delete…')}
      </Menu.Item>
    )}
  </MoreMenu>
)

const showRole = (role: AccountRole, { permissions }: Roles): void =>
  openDialog({ title: roleTitle(role), size: 'lg' }, () => (
    <Stack>
      <RolePreview permissions={role.permissions} operations={permissions} />
      {role.id === 'admin' && (
        <Text size="sm">{t('An admin also manages people, roles, settings and connections.')}</Text>
      )}
    </Stack>
  ))

/** Changes a role of the account; without an id, creates one with the permissions. */
const editRole = (roles: Roles, role?: AccountRole): void => {
  const isNew = role === undefined || role.id === ''
  openForm<RoleValues, unknown>({
    title: isNew ? t('New role') : t('Change {name}', { name: roleTitle(role) }),
    size: 'lg',
    initial: { name: role?.name ?? '', permissions: [...(role?.permissions ?? [])] },
    onSubmit: (values) =>
      isNew ? api.post('/roles', values) : api.put(`/roles/${role.id}`, values),
    onDone: () =>
      toast(isNew ? t('Role created.') : t('Saved. It applies from the next click of its users.')),
    submitLabel: isNew ? t('Create role') : t('Save changes'),
    children: (form) => <RoleFields form={form} operations={roles.permissions} />,
  })
}

const confirmDelete = (role: AccountRole): void =>
  confirm({
    title: t('Delete {name}?', { name: roleTitle(role) }),
    children:
      role.users > 0
        ? t('{count} people have this role. Give them another one first.', { count: role.users })
        : t('No one has this role.'),
    confirmLabel: t('Delete role'),
    onConfirm: async () => {
      await api.delete(`/roles/${role.id}`)
      toast(t('Role deleted.'))
    },
  })
