import { Badge, Button, Group, Menu, Modal, Stack, Table, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Choice } from '#web/blocks/choice.tsx'
import { confirm } from '#web/blocks/confirm.tsx'
import { DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { Form } from '#web/blocks/form.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { MoreMenu } from '#web/blocks/more-menu.tsx'
import { Page, Panel } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { toastError, toastUndo } from '#web/blocks/toast.tsx'
import { type Role, useMe } from '#web/session.ts'
import { InvitationLink, Invitations } from './invitations.tsx'
import { appsOf, askToEndApps, askToRemove, type Person } from './remove-person.tsx'

/** Who is in the account, what they may, and who is on the way. */
export function People() {
  const { filters, set } = useFilters()
  const client = useQueryClient()
  const reload = async () => {
    await client.invalidateQueries({ queryKey: ['list', '/people'] })
    await client.invalidateQueries({ queryKey: ['list', '/invitations'] })
  }
  const close = () => set({ invite: undefined })
  return (
    <Page
      title="People"
      about="Admins manage the account; senders send gifts. An account always has an admin."
      action={<Button onClick={() => set({ invite: 'true' })}>Invite a colleague</Button>}
    >
      <DataList<Person>
        label="People of the account"
        path="/people"
        columns={[
          { head: 'Name', cell: ({ name, id }) => <NameOf id={id} name={name} /> },
          { head: 'Email', cell: ({ email }) => email },
          {
            head: 'Role',
            cell: ({ role }) => (
              <Badge variant={role === 'admin' ? 'filled' : 'light'}>{role}</Badge>
            ),
          },
          { head: 'Signs in with', cell: (person) => waysOf(person) },
          { head: 'Apps', cell: ({ apps }) => (apps === 0 ? 'none' : String(apps)) },
          { head: 'Last seen', cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
        ]}
        actions={(person) => <PersonActions person={person} reload={reload} />}
        empty={<EmptyState title="Nobody is here" />}
      />
      <Invitations reload={reload} />
      <RoleTable />
      <Modal opened={filters.invite === 'true'} onClose={close} title="Invite a colleague">
        <Invite close={close} onDone={() => void reload()} />
      </Modal>
    </Page>
  )
}

function NameOf({ id, name }: { id: string; name: string }) {
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

function waysOf({ passkeys, has_totp }: Person): string {
  const ways = ['password', ...(has_totp ? ['code'] : [])].join(' and ')
  if (passkeys === 0) return ways
  return `${passkeys === 1 ? 'passkey' : `${passkeys} passkeys`}, ${ways}`
}

function PersonActions({ person, reload }: { person: Person; reload: () => Promise<void> }) {
  const me = useMe()
  const other: Role = person.role === 'admin' ? 'sender' : 'admin'
  const change = useMutation({
    mutationFn: (role: Role) => api.patch(`/people/${person.id}`, { role }),
    onSuccess: reload,
    onError: toastError,
  })
  const changeRole = () =>
    change.mutate(other, {
      onSuccess: () =>
        toastUndo(`${person.name} is ${other} now.`, () => change.mutate(person.role)),
    })
  return (
    <MoreMenu label={`What to do with ${person.name}`}>
      <Menu.Item onClick={changeRole}>Make {other}</Menu.Item>
      {person.id !== me.id && (
        <Menu.Item
          onClick={() =>
            confirm({
              title: `Transfer your admin role to ${person.name}?`,
              children: `${person.name} becomes an admin, and you a sender. Only an admin can give the role back to you.`,
              verb: 'Transfer',
              word: 'transfer',
              run: async () => {
                await api.post(`/people/${person.id}/handover`)
                window.location.assign('/')
              },
            })
          }
        >
          Transfer admin role to {person.name}
        </Menu.Item>
      )}
      <Menu.Divider />
      {person.apps > 0 && (
        <Menu.Item color="red" onClick={() => askToEndApps(person, reload)}>
          End access of {appsOf(person)}…
        </Menu.Item>
      )}
      <Menu.Item color="red" onClick={() => askToRemove(person, reload)}>
        Remove…
      </Menu.Item>
    </MoreMenu>
  )
}

function Invite({ close, onDone }: { close: () => void; onDone: () => void }) {
  const [made, setMade] = useState<{ email: string; url: string }>()
  if (made !== undefined) return <InvitationLink {...made} close={close} />
  return (
    <Form
      initial={{ email: '', name: '', role: 'sender' }}
      send={(values) => api.post<{ email: string; url: string }>('/invitations', values)}
      onDone={(invitation) => {
        setMade(invitation)
        onDone()
      }}
      verb="Send invitation"
      cancel={close}
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
          <Choice
            label="Role"
            fullWidth
            data={[
              { value: 'sender', label: 'Sender' },
              { value: 'admin', label: 'Admin' },
            ]}
            {...form.getInputProps('role')}
          />
        </Stack>
      )}
    </Form>
  )
}

const may = [
  ['Send gifts, see and cancel them', true],
  ['See recipients', true],
  ['See where a recipient lives, with a reason', false],
  ['Look at campaigns and the catalogue', true],
  ['Change campaigns, catalogue and stock', false],
  ['API keys, OAuth clients, webhooks', false],
  ['People, branding, privacy, audit log', false],
] as const

/** What the roles mean, in words. */
const RoleTable = () => (
  <Panel title="Role permissions">
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>To</Table.Th>
          <Table.Th>Sender</Table.Th>
          <Table.Th>Admin</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {may.map(([what, sender]) => (
          <Table.Tr key={what}>
            <Table.Td>{what}</Table.Td>
            <Table.Td>{sender ? 'yes' : '–'}</Table.Td>
            <Table.Td>yes</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
)
