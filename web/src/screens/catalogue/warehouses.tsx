import { Button, Menu, Modal, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { confirm } from '#web/blocks/confirm.tsx'
import { CountrySelect } from '#web/blocks/country-select.tsx'
import { DataList } from '#web/blocks/data-list.tsx'
import { Form } from '#web/blocks/form.tsx'
import { MoreMenu } from '#web/blocks/more-menu.tsx'
import { Page } from '#web/blocks/page.tsx'
import { EmptyState } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { countryName } from '#web/screens/gifts/words.ts'
import { useIsAdmin } from '#web/session.ts'
import type { Warehouse } from './product.ts'

/** The places that gifts ship from. */
export function Warehouses() {
  const isAdmin = useIsAdmin()
  const [editing, edit] = useState<Warehouse | 'new'>()
  const client = useQueryClient()
  const done = async (said: string) => {
    edit(undefined)
    toast(said)
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
      about="Gifts ship from the recipient’s country when it has stock."
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
            <MoreMenu label={`Actions for ${warehouse.name}`}>
              <Menu.Item onClick={() => edit(warehouse)}>Edit…</Menu.Item>
              <Menu.Item
                disabled={warehouse.has_stock}
                onClick={() => askToArchive(warehouse, () => done('Archived.'))}
              >
                {warehouse.has_stock ? 'Archive (set its stock to 0 first)' : 'Archive…'}
              </Menu.Item>
            </MoreMenu>
          ),
        })}
        empty={
          <EmptyState title="No warehouses yet" {...(isAdmin && { action: add })}>
            Add the places you ship from.
          </EmptyState>
        }
      />
      <Modal
        opened={editing !== undefined}
        onClose={() => edit(undefined)}
        title={editing === 'new' ? 'New warehouse' : 'Edit warehouse'}
      >
        {editing !== undefined && (
          <WarehouseForm
            warehouse={editing === 'new' ? undefined : editing}
            done={() => void done('Saved.')}
          />
        )}
      </Modal>
    </Page>
  )
}

interface WarehouseFormProps {
  warehouse: Warehouse | undefined
  done: () => void
}

function WarehouseForm({ warehouse, done }: WarehouseFormProps) {
  const isUsed = warehouse?.is_used === true
  return (
    <Form
      initial={{ name: warehouse?.name ?? '', country: warehouse?.country ?? '' }}
      send={({ name, country }) =>
        warehouse === undefined
          ? api.post('/catalogue/warehouses', { name, country })
          : api.patch(
              `/catalogue/warehouses/${warehouse.id}`,
              isUsed ? { name } : { name, country },
            )
      }
      onDone={done}
      verb={warehouse === undefined ? 'Add warehouse' : 'Save changes'}
    >
      {(form) => (
        <Stack>
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <CountrySelect
            disabled={isUsed}
            {...(isUsed && {
              description:
                'Stock was stored here, so the country cannot change. Add another warehouse and archive this one.',
            })}
            {...form.getInputProps('country')}
          />
        </Stack>
      )}
    </Form>
  )
}

const askToArchive = ({ id, name }: Warehouse, done: () => Promise<void>): void =>
  confirm({
    title: `Archive ${name}?`,
    verb: 'Archive',
    children:
      'It no longer appears in stock tables, and no gift ships from it. Past shipments keep its name.',
    run: async () => {
      await api.post(`/catalogue/warehouses/${id}/archive`)
      await done()
    },
  })
