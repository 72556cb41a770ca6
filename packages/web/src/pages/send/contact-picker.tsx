import { Badge, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Contact } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { collectPages } from '#web/collect-pages.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/send.ts'
import { useRead } from '#web/use-read.ts'
import { findRefusal, toContactRow } from './contact-rows.ts'
import { personKey } from './recipient-rows.ts'
import type { StepProps } from './step-props.ts'

const maxShown = 10

/** An input that adds contacts or a whole group to the list. Contacts who get no gifts cannot be added. */
export function ContactPicker(stepProps: StepProps) {
  const [search, setSearch] = useState('')
  const [groupId, setGroupId] = useState<string | null>(null)
  const [q] = useDebouncedValue(search.trim(), 300)
  const filter = { ...(q && { q }), ...(groupId && { group_id: groupId }) }
  const { data } = useRead('/contacts', { ...filter, limit: maxShown, sort: 'name', order: 'asc' })
  const { data: groups } = useRead('/contact-groups', undefined, { staleTime: 60_000 })
  const add = useAddContacts(stepProps)
  return (
    <Stack gap="xs">
      <Group grow align="flex-end">
        <TextInput
          label={t('Find contacts')}
          placeholder={t('Name, email or domain')}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          label={t('Group')}
          placeholder={t('All contacts')}
          data={(groups?.data ?? []).map(({ id, name, contacts }) => ({
            value: id,
            label: `${name} (${contacts})`,
          }))}
          value={groupId}
          onChange={setGroupId}
          searchable
          clearable
        />
      </Group>
      {groupId !== null && <AddGroupButton groupId={groupId} add={add} />}
      {data !== undefined && (
        <FoundContacts contacts={data.data} rows={stepProps.draft.rows} add={add} />
      )}
      {data?.has_more === true && (
        <Text size="sm" c="dimmed">
          {t('These are the first {count}. Search for more.', { count: maxShown })}
        </Text>
      )}
    </Stack>
  )
}

type AddContacts = (contacts: readonly Contact[]) => void

/** Returns a function that adds contacts to the list, and says how many were left out. */
function useAddContacts({ draft, change }: StepProps): AddContacts {
  return (contacts) => {
    const known = new Set(draft.rows.map(personKey))
    const sendable = contacts.filter((contact) => findRefusal(contact) === undefined)
    const added = sendable.map(toContactRow).filter((row) => !known.has(personKey(row)))
    const rows = [...draft.rows, ...added].map((row, at) => ({ ...row, line: at + 1 }))
    change({ rows, file: null })
    toast(t('{count} people added.', { count: added.length }))
    const refused = contacts.length - sendable.length
    if (refused > 0)
      toast(
        t('{count} contacts left out: they get no gifts, or have no email address.', {
          count: refused,
        }),
      )
  }
}

function AddGroupButton({ groupId, add }: { groupId: string; add: AddContacts }) {
  const load = useAction(
    () =>
      collectPages((after) =>
        api.get('/contacts', {
          group_id: groupId,
          limit: 100,
          ...(after !== undefined && { after }),
        }),
      ),
    add,
  )
  return (
    <Group>
      <Button variant="default" size="xs" loading={load.isPending} onClick={() => load.mutate()}>
        {t('Add the whole group')}
      </Button>
    </Group>
  )
}

interface FoundContactsProps {
  contacts: readonly Contact[]
  rows: StepProps['draft']['rows']
  add: AddContacts
}

function FoundContacts({ contacts, rows, add }: FoundContactsProps) {
  const known = new Set(rows.map(personKey))
  if (contacts.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No contacts found.')}{' '}
        <PageLink size="sm" to="/contacts/import">
          {t('Import contacts')}
        </PageLink>
      </Text>
    )
  return (
    <DetailTable
      label={t('Contacts')}
      rows={contacts}
      rowKey={({ id }) => id}
      columns={[
        { header: t('Name'), cell: ({ name }) => name },
        {
          header: t('Email'),
          isWide: true,
          cell: (contact) => toContactRow(contact).cells.email || '–',
        },
      ]}
      actions={(contact) => {
        const refusal = findRefusal(contact)
        if (refusal !== undefined)
          return (
            <Text size="xs" c="var(--mantine-color-error)">
              {refusal}
            </Text>
          )
        if (known.has(personKey(toContactRow(contact))))
          return <Badge variant="light">{t('Added')}</Badge>
        return (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Add {name}', { name: contact.name })}
            onClick={() => add([contact])}
          >
            {t('Add')}
          </Button>
        )
      }}
    />
  )
}
