import { Button, Modal, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { countries } from '#web/blocks/address-fields.tsx'
import { DataList } from '#web/blocks/data-list.tsx'
import { Form } from '#web/blocks/form.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { countryName } from '#web/screens/gifts/words.ts'
import { useIsAdmin } from '#web/session.ts'
import type { Warehouse } from './product.ts'

/** Where stock lies. */
export function Warehouses() {
  const isAdmin = useIsAdmin()
  const [editing, edit] = useState<Warehouse | 'new'>()
  const client = useQueryClient()
  const done = async () => {
    edit(undefined)
    toast('Saved.')
    await client.invalidateQueries({ queryKey: ['list', '/catalogue/warehouses'] })
    await client.invalidateQueries({ queryKey: ['warehouses'] })
  }
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit('new')}>
      New warehouse
    </Button>
  )
  return (
    <Page
      title="Warehouses"
      about="A gift is taken from the country that it goes to, where there is enough."
      {...(isAdmin && { action: add })}
    >
      <DataList<Warehouse>
        label="Warehouses"
        path="/catalogue/warehouses"
        columns={[
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Country', cell: ({ country }) => countryName(country) },
        ]}
        {...(isAdmin && {
          actions: (warehouse: Warehouse) => (
            <Button size="compact-sm" variant="subtle" onClick={() => edit(warehouse)}>
              Rename
            </Button>
          ),
        })}
        empty={
          <EmptyState title="No warehouses yet" {...(isAdmin && { action: add })}>
            What is posted lies in one.
          </EmptyState>
        }
      />
      <Modal
        opened={editing !== undefined}
        onClose={() => edit(undefined)}
        title={editing === 'new' ? 'New warehouse' : 'Rename the warehouse'}
      >
        {editing === 'new' && <NewWarehouse done={() => void done()} />}
        {editing !== undefined && editing !== 'new' && (
          <Form
            initial={{ name: editing.name }}
            send={(values) => api.patch(`/catalogue/warehouses/${editing.id}`, values)}
            onDone={() => void done()}
            verb="Save"
          >
            {(form) => <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />}
          </Form>
        )}
      </Modal>
    </Page>
  )
}

const NewWarehouse = ({ done }: { done: () => void }) => (
  <Form
    initial={{ name: '', country: '' }}
    send={(values) => api.post('/catalogue/warehouses', values)}
    onDone={done}
    verb="Add it"
  >
    {(form) => (
      <Stack>
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <Select label="Country" searchable data={countries} {...form.getInputProps('country')} />
      </Stack>
    )}
  </Form>
)
