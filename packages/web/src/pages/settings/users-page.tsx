import { Badge, Button, Group, Menu, Modal, Text } from '@mantine/core'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast, toastUndo } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { describeRole } from '#web/components/formats/role-names.ts'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteForm } from './invite-dialog.tsx'
import { confirmEndApps, confirmRemove, confirmUnlink } from './remove-user.tsx'
import { RoleField } from './role-field.tsx'
import { confirmSuspend } from './suspend-user.tsx'

/** The page with the users of the account, their roles, and open invitations. */
export function UsersPage() {
  const { filters, set } = useUrlFilters()
  const close = () => set({ invite: undefined })
  return (
    <Page
      title={t('People')}
      about={t(
        'Everyone with access to this account. Their role decides what they see and change. Every account has at least one admin.',
      )}
      action={<Button onClick={() => set({ invite: 'true' })}>{t('Invite people')}</Button>}
    >
      <DataList
        label={t('Users')}
        path="/members"
        columns={[
          { header: t('Name'), cell: (user) => <UserName user={user} /> },
          { header: t('Email'), cell: ({ email }) => email, isWide: true },
          {
            header: t('Role'),
            cell: (user) => (
              <Badge variant={user.role === 'admin' ? 'filled' : 'light'}>
                {describeRole(user)}
              </Badge>
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
        actions={(user) => <UserActions user={user} />}
        empty={
          <EmptyList guide="roles" title={t('No users')}>
            {t('People you invite appear here. Their role decides what they see and change.')}
          </EmptyList>
        }
      />
      <InvitationsPanel />
      <Modal
        opened={filters.invite === 'true'}
        onClose={close}
        title={t('Invite people')}
        size="lg"
      >
        <InviteForm close={close} />
      </Modal>
    </Page>
  )
}

function UserName({ user: { id, name, suspended_at } }: { user: ListedMember }) {
  const me = useMe()
  return (
    <Group gap="xs" wrap="nowrap">
      <span>{name}</span>
      {suspended_at !== null && (
        <Badge size="sm" color="gray" variant="light">
          {t('suspended')}
        </Badge>
      )}
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

function UserActions({ user }: { user: ListedMember }) {
  const me = useMe()
  const resume = useAction(
    () => api.post(`/members/${user.id}/resume`),
    () => toast(t('{name} can enter the account again.', { name: user.name })),
  )
  return (
    <MoreMenu label={t('Actions for {name}', { name: user.name })}>
      <Menu.Item onClick={() => changeRole(user)}>{t('Change role…')}</Menu.Item>
      {user.id !== me.id && user.suspended_at === null && (
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
        <Menu.Item onClick={() => confirmUnlink(user)}>{t('Unlink single sign-on…')}</Menu.Item>
      )}
      {user.apps > 0 && (
        <Menu.Item color="red" onClick={() => confirmEndApps(user)}>
          {t('Revoke access of {count} apps…', { count: user.apps })}
        </Menu.Item>
      )}
      {user.suspended_at !== null && (
        <Menu.Item onClick={() => resume.mutate()}>{t('Resume access')}</Menu.Item>
      )}
      {user.id !== me.id && user.suspended_at === null && (
        <Menu.Item color="red" disabled={user.is_provisioned} onClick={() => confirmSuspend(user)}>
          {t('Suspend…')}
          {user.is_provisioned && (
            <Text size="xs" c="dimmed">
              {t('Deactivate this person at your identity provider.')}
            </Text>
          )}
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => confirmRemove(user)}>
        {t('Remove…')}
      </Menu.Item>
    </MoreMenu>
  )
}

const changeRole = (user: ListedMember): void =>
  openForm({
    title: t('Role of {name}', { name: user.name }),
    initial: { role: user.role as string },
    onSubmit: (values) => api.patch(`/members/${user.id}`, values),
    onDone: (changed) =>
      toastUndo(
        t('{name} is {role} now.', { name: user.name, role: describeRole(changed) }),
        () => void api.patch(`/members/${user.id}`, { role: user.role }),
      ),
    submitLabel: t('Change role'),
    children: (form) => <RoleField {...form.getInputProps('role')} />,
  })
