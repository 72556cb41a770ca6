import { Badge, Button, Group, Menu, Modal, Stack, Table, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedMember } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { DataList } from '#web/components/data-list.tsx'
import { Form } from '#web/components/form.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { SegmentedField } from '#web/components/segmented-field.tsx'
import { EmptyState } from '#web/components/status-views.tsx'
import { toastUndo } from '#web/components/toast.tsx'
import { useAction } from '#web/components/use-action.ts'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { type Role, useMe } from '#web/session.ts'
import { InvitationLink, InvitationsPanel } from './invitations-panel.tsx'
import { confirmEndApps, confirmRemove, formatAppCount } from './remove-user.tsx'

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
      title="People"
      about="Admins manage the account, senders send gifts, and packers pack parcels. An account always has an admin."
      action={<Button onClick={() => set({ invite: 'true' })}>Invite a colleague</Button>}
    >
      <DataList
        label="Users"
        path="/members"
        columns={[
          { header: 'Name', cell: ({ name, id }) => <UserName id={id} name={name} /> },
          { header: 'Email', cell: ({ email }) => email },
          {
            header: 'Role',
            cell: ({ role }) => (
              <Badge variant={role === 'admin' ? 'filled' : 'light'}>{role}</Badge>
            ),
          },
          { header: 'Signs in with', cell: (user) => signInMethods(user) },
          { header: 'Apps', cell: ({ apps }) => (apps === 0 ? 'none' : String(apps)) },
          { header: 'Last seen', cell: ({ last_seen_at }) => <RelativeTime at={last_seen_at} /> },
        ]}
        actions={(user) => <UserActions user={user} reload={reload} />}
        empty={<EmptyState title="No users" />}
      />
      <InvitationsPanel reload={reload} />
      <RoleTable />
      <Modal opened={filters.invite === 'true'} onClose={close} title="Invite a colleague">
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
          you
        </Badge>
      )}
    </Group>
  )
}

function signInMethods({ passkeys, has_totp }: ListedMember): string {
  const methods = ['password', ...(has_totp ? ['code'] : [])].join(' and ')
  if (passkeys === 0) return methods
  return `${passkeys === 1 ? 'passkey' : `${passkeys} passkeys`}, ${methods}`
}

function UserActions({ user, reload }: { user: ListedMember; reload: () => Promise<void> }) {
  const me = useMe()
  const otherRoles = roles.filter((role) => role !== user.role)
  const change = useAction((role: Role) => api.patch(`/members/${user.id}`, { role }), reload)
  const changeRole = (role: Role) =>
    change.mutate(role, {
      onSuccess: () => toastUndo(`${user.name} is ${role} now.`, () => change.mutate(user.role)),
    })
  return (
    <MoreMenu label={`Actions for ${user.name}`}>
      {otherRoles.map((role) => (
        <Menu.Item key={role} onClick={() => changeRole(role)}>
          Make {role}
        </Menu.Item>
      ))}
      {user.id !== me.id && (
        <Menu.Item
          onClick={() =>
            confirm({
              title: `Transfer your admin role to ${user.name}?`,
              children: `${user.name} becomes an admin, and you a sender. Only an admin can give the role back to you.`,
              confirmLabel: 'Transfer',
              typeToConfirm: 'transfer',
              onConfirm: async () => {
                await api.post(`/members/${user.id}/transfer-admin`)
                window.location.assign('/')
              },
            })
          }
        >
          Transfer admin role to {user.name}
        </Menu.Item>
      )}
      <Menu.Divider />
      {user.apps > 0 && (
        <Menu.Item color="red" onClick={() => confirmEndApps(user, reload)}>
          Revoke access of {formatAppCount(user)}…
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => confirmRemove(user, reload)}>
        Remove…
      </Menu.Item>
    </MoreMenu>
  )
}

function InviteForm({ close, onDone }: { close: () => void; onDone: () => void }) {
  const [createdInvitation, setCreatedInvitation] = useState<{ email: string; url: string }>()
  if (createdInvitation !== undefined)
    return <InvitationLink {...createdInvitation} close={close} />
  return (
    <Form
      initial={{ email: '', name: '', role: 'sender' as Role }}
      onSubmit={(values) => api.post('/invitations', values)}
      onDone={(invitation) => {
        setCreatedInvitation(invitation)
        onDone()
      }}
      submitLabel="Send invitation"
      onCancel={close}
    >
      {(form) => (
        <Stack>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
          <SegmentedField
            label="Role"
            fullWidth
            data={[
              { value: 'sender', label: 'Sender' },
              { value: 'packer', label: 'Packer' },
              { value: 'admin', label: 'Admin' },
            ]}
            {...form.getInputProps('role')}
          />
        </Stack>
      )}
    </Form>
  )
}

const roles: readonly Role[] = ['sender', 'packer', 'admin']

/** Each permission with the roles, besides admin, that have it. */
const rolePermissions: readonly (readonly [permission: string, ...others: Role[]])[] = [
  ['Send gifts, see and cancel them', 'sender'],
  ['See recipients', 'sender'],
  ['View campaigns and catalogue', 'sender'],
  ['Pack parcels, see the address of a parcel while packing it', 'packer'],
  ['See any recipient’s address, after giving a reason'],
  ['Change campaigns, catalogue and stock'],
  ['API keys, OAuth clients, webhooks'],
  ['People, branding, privacy, audit log'],
]

/** The permissions of each role. */
const RoleTable = () => (
  <Panel title="Role permissions">
    <Table horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Permission</Table.Th>
          <Table.Th>Sender</Table.Th>
          <Table.Th>Packer</Table.Th>
          <Table.Th>Admin</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rolePermissions.map(([permission, ...others]) => (
          <Table.Tr key={permission}>
            <Table.Td>{permission}</Table.Td>
            <Table.Td>{others.includes('sender') ? 'yes' : '–'}</Table.Td>
            <Table.Td>{others.includes('packer') ? 'yes' : '–'}</Table.Td>
            <Table.Td>yes</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
)
