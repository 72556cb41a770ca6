import { Badge, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { DataList } from '#web/blocks/data-list.tsx'
import { useFilters } from '#web/blocks/filters.ts'
import { Form } from '#web/blocks/form.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { MoreMenu } from '#web/blocks/more-menu.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { Toned } from '#web/blocks/tone.tsx'
import { openExpire } from './expire-key.tsx'
import { showNewKey } from './new-key.tsx'
import type { Key } from './types.ts'
import { count } from './words.ts'

/** The keys with which programs call the API. */
export function ApiKeys() {
  const { filters, set } = useFilters()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: ['list', '/api-keys'] })
  const close = () => set({ create: undefined })
  const create = <Button onClick={() => set({ create: 'true' })}>Generate new API key</Button>
  return (
    <Page
      title="API keys"
      about="A key lets a program act for this account. It is shown once; to change it, make a new one and expire the old."
      action={create}
    >
      <DataList<Key>
        label="API keys"
        path="/api-keys"
        columns={[
          {
            head: 'Name',
            cell: ({ name }) => (
              <Text inherit fw={600}>
                {name}
              </Text>
            ),
          },
          { head: 'Key', cell: (key) => <Last {...key} /> },
          { head: 'State', cell: (key) => <State {...key} /> },
          { head: 'Last day', cell: (key) => <LastDay {...key} /> },
          { head: 'Last used', cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
          { head: 'Made', cell: ({ created_at }) => <Moment at={created_at} />, wide: true },
        ]}
        actions={(key) => key.expired_at === null && <Actions of={key} reload={reload} />}
        empty={
          <EmptyState title="No API key yet" action={create}>
            With a key, a program can send gifts over the API. The first call takes a minute.
          </EmptyState>
        }
      />
      <Modal opened={filters.create === 'true'} onClose={close} title="Generate new API key">
        <NewKey close={close} reload={reload} />
      </Modal>
    </Page>
  )
}

const Last = ({ last_four, stage }: Key) => (
  <Group gap={6} wrap="nowrap">
    <Badge size="sm" variant="light" className="stage" tt="none">
      {stage}
    </Badge>
    <span className="mono">…{last_four}</span>
  </Group>
)

const State = ({ expired_at }: Key) =>
  expired_at === null ? (
    <Toned tone="good">Works</Toned>
  ) : (
    <Toned tone="end">
      <span>
        Expired <Moment at={expired_at} />
      </span>
    </Toned>
  )

function LastDay({ requests, versions }: Key) {
  if (requests === 0)
    return (
      <Text inherit c="dimmed">
        no request
      </Text>
    )
  return (
    <>
      {count(requests, 'request')}
      <Text size="xs" c="dimmed">
        {versions.map(({ version }) => version || 'no version').join(', ')}
      </Text>
    </>
  )
}

function Actions({ of: key, reload }: { of: Key; reload: () => Promise<void> }) {
  const navigate = useNavigate()
  return (
    <MoreMenu label={`What to do with ${key.name}`}>
      <Menu.Item onClick={() => void navigate({ href: `/developers/api-keys/${key.id}/rotate` })}>
        Rotate, step by step
      </Menu.Item>
      <Menu.Item onClick={() => void navigate({ href: `/developers/requests?token_id=${key.id}` })}>
        Its requests
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => void openExpire(key.id, reload)}>
        Expire …
      </Menu.Item>
    </MoreMenu>
  )
}

function NewKey({ close, reload }: { close: () => void; reload: () => Promise<void> }) {
  return (
    <Form
      initial={{ name: '' }}
      send={(values) => api.post<{ token: string }>('/api-keys', values)}
      onDone={({ token }) => {
        close()
        void reload()
        showNewKey(token)
      }}
      verb="Generate"
      cancel={close}
    >
      {(form) => (
        <Stack>
          <TextInput
            label="Name"
            description="The program that will have it, such as CRM or Shop. One key for each."
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
        </Stack>
      )}
    </Form>
  )
}
