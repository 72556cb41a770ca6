import { Badge, Button, Group, Menu, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { DataList } from '#web/components/data-list.tsx'
import { EmptyList } from '#web/components/empty-list.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { roleNames } from '#web/components/role-names.ts'
import { toastUndo } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { type Role, useMe } from '#web/session.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteForm } from './invite-dialog.tsx'
import { confirmEndApps, confirmRemove, confirmUnlink } from './remove-user.tsx'
import { RoleTable } from './role-table.tsx'

/** Users of the account, their roles, and open invitations. */
export function UsersPage() {
  const { filters, set } = useUrlFilters()
  const client = useQueryClient()
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['list', '/members'] })
    await client.invalidateQueries({ queryKey: ['list', '/invitations'] })
  }
  const close = () => set({ invite: undefined })
  return (
    <Page
      title={t('People')}
      about={t(
        'Admins manage the account, senders send gifts, packers pack parcels, viewers see gifts without changing them, and developers connect systems. Every account has at least one admin.',
      )}
      action={<Button onClick={() => set({ invite: 'true' })}>{t('Invite people')}</Button>}
    >
      <DataList
        label={t('Users')}
        path="/members"
        columns={[
          { header: t('Name'), cell: ({ name, id }) => <UserName id={id} name={name} /> },
          { header: t('Email'), cell: ({ email }) => email, isWide: true },
          {
            header: t('Role'),
            cell: ({ role }) => (
              <Badge variant={role === 'admin' ? 'filled' : 'light'}>{roleNames[role]}</Badge>
            ),
          },
          { header: t('Signs in with'), cell: (user) => signInMethods(user) },
          {
            header: t('Apps'),
            cell: ({ apps }) => (apps === 0 ? t('none|apps') : formatNumber(apps)),
          },
          {
            header: t('Last seen'),
            cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
          },
        ]}
        actions={(user) => <UserActions user={user} reload={reload} />}
        empty={
          <EmptyList guide="roles" title={t('No users')}>
            {t('People you invite appear here. Their role decides what they see and change.')}
          </EmptyList>
        }
      />
      <InvitationsPanel reload={reload} />
      <RoleTable />
      <Modal
        opened={filters.invite === 'true'}
        onClose={close}
        title={t('Invite people')}
        size="lg"
      >
        <InviteForm close={close} onDone={() => void reload()} />
      </Modal>
    </Page>
  )
}

function UserName({ id, name }: { id: string; name: string }) {
  const me = useMe()
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{name}</span>
      {me.id === id && (
        <Badge size="sm" variant="outline">
          {t('you')}
        </Badge>
      )}
    </Group>
  )
}

function signInMethods(member: ListedMember): string {
  if (!member.has_single_sign_on) return localMethods(member)
  return member.has_password || member.passkeys > 0
    ? t('single sign-on, {methods}', { methods: localMethods(member) })
    : t('single sign-on')
}

function localMethods({ passkeys, has_totp }: ListedMember): string {
  const methods = has_totp ? t('password and code') : t('password')
  if (passkeys === 0) return methods
  return t('{count} passkeys, {methods}', { count: passkeys, methods })
}

function UserActions({ user, reload }: { user: ListedMember; reload: () => Promise<void> }) {
  const me = useMe()
  const otherRoles = roles.filter((role) => role !== user.role)
  const change = useAction((role: Role) => api.patch(`/members/${user.id}`, { role }), reload)
  const changeRole = (role: Role) =>
    change.mutate(role, {
      onSuccess: () =>
        toastUndo(t('{name} is {role} now.', { name: user.name, role: roleNames[role] }), () =>
          change.mutate(user.role),
        ),
    })
  return (
    <MoreMenu label={t('Actions for {name}', { name: user.name })}>
      {otherRoles.map((role) => (
        <Menu.Item key={role} onClick={() => changeRole(role)}>
          {promotionLabels[role]}
        </Menu.Item>
      ))}
      {user.id !== me.id && (
        <Menu.Item
          onClick={() =>
            confirm({
              title: t('Transfer your admin role to {name}?', { name: user.name }),
              children: t(
                '{name} becomes an admin, and you a sender. Only an admin can give the role back to you.',
                { name: user.name },
              ),
              confirmLabel: t('Transfer'),
              typeToConfirm: t('transfer'),
              onConfirm: async () => {
                await api.post(`/members/${user.id}/transfer-admin`)
                window.location.assign('/')
              },
            })
          }
        >
          {t('Transfer admin role to {name}', { name: user.name })}
        </Menu.Item>
      )}
      <Menu.Divider />
      {user.has_single_sign_on && (
        <Menu.Item onClick={() => confirmUnlink(user, reload)}>
          {t('Unlink single sign-on…')}
        </Menu.Item>
      )}
      {user.apps > 0 && (
        <Menu.Item color="red" onClick={() => confirmEndApps(user, reload)}>
          {t('Revoke access of {count} apps…', { count: user.apps })}
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => confirmRemove(user, reload)}>
        {t('Remove…')}
      </Menu.Item>
    </MoreMenu>
  )
}

const roles: readonly Role[] = ['sender', 'packer', 'viewer', 'developer', 'admin']

const promotionLabels: Readonly<Record<Role, string>> = {
  sender: t('Make sender'),
  packer: t('Make packer'),
  viewer: t('Make viewer'),
  developer: t('Make developer'),
  admin: t('Make admin'),
}
