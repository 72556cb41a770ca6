import { Button, Menu, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedWarehouse } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { AddressFields, emptyAddress, omitEmptyFields } from '#web/components/address-fields.tsx'
import { confirm } from '#web/components/confirm.tsx'
import { countryName } from '#web/components/country-name.ts'
import { CountrySelect } from '#web/components/country-select.tsx'
import { DataList } from '#web/components/data-list.tsx'
import { EmptyList } from '#web/components/empty-list.tsx'
import { Form } from '#web/components/form.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page } from '#web/components/page.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { useIsAdmin } from '#web/session.ts'

/** The warehouses of the account. */
export function WarehousesPage() {
  const isAdmin = useIsAdmin()
  const [editing, setEditing] = useState<ListedWarehouse | 'new'>()
  const client = useQueryClient()
  const onDone = async (message: string) => {
    setEditing(undefined)
    toast(message)
    await client.invalidateQueries({ queryKey: ['list', '/catalogue/warehouses'] })
    await client.invalidateQueries({ queryKey: ['warehouses'] })
  }
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {t('New warehouse')}
    </Button>
  )
  return (
    <Page
      title={t('Warehouses')}
      about={t('Gifts ship from a warehouse in the recipient’s country if it has stock.')}
      {...(isAdmin && { action: addButton })}
    >
      <DataList
        label={t('Warehouses')}
        path="/catalogue/warehouses"
        columns={[
          { header: t('Name'), cell: ({ name }) => name },
          { header: t('Country'), cell: ({ country }) => countryName(country) },
          {
            header: t('Ships from'),
            cell: ({ address }) =>
              address === null
                ? t('No address')
                : [address.line_1, address.city].filter(Boolean).join(', '),
          },
        ]}
        {...(isAdmin && {
          actions: (warehouse: ListedWarehouse) => (
            <MoreMenu label={t('Actions for {name}', { name: warehouse.name })}>
              <Menu.Item onClick={() => setEditing(warehouse)}>{t('Edit…')}</Menu.Item>
              <Menu.Item
                disabled={warehouse.has_stock}
                onClick={() => confirmArchive(warehouse, () => onDone(t('Archived.')))}
              >
                {warehouse.has_stock ? t('Archive (requires stock 0)') : t('Archive…')}
              </Menu.Item>
            </MoreMenu>
          ),
        })}
        empty={
          <EmptyList
            guide="parcels"
            title={t('No warehouses yet')}
            {...(isAdmin && { action: addButton })}
          >
            {t('Add the places you ship from.')}
          </EmptyList>
        }
      />
      <Modal
        opened={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={editing === 'new' ? t('New warehouse') : t('Edit warehouse')}
      >
        {editing !== undefined && (
          <WarehouseForm
            warehouse={editing === 'new' ? undefined : editing}
            onDone={() => void onDone(t('Saved.'))}
            onCancel={() => setEditing(undefined)}
          />
        )}
      </Modal>
    </Page>
  )
}

interface WarehouseFormProps {
  warehouse: ListedWarehouse | undefined
  onDone: () => void
  onCancel: () => void
}

function WarehouseForm({ warehouse, onDone, onCancel }: WarehouseFormProps) {
  const isUsed = warehouse?.is_used === true
  return (
    <Form
      initial={{
        name: warehouse?.name ?? '',
        country: warehouse?.country ?? '',
        hasAddress: warehouse?.address != null,
        address: { ...emptyAddress, ...warehouse?.address },
      }}
      onSubmit={(values) => saveWarehouse(warehouse, values)}
      onCancel={onCancel}
      onDone={onDone}
      submitLabel={warehouse === undefined ? t('Add warehouse') : t('Save changes')}
    >
      {(form) => (
        <Stack>
          <TextInput label={t('Name')} data-autofocus {...form.getInputProps('name')} />
          <CountrySelect
            disabled={isUsed}
            {...(isUsed && {
              description: t(
                'The country can’t change after stock was entered. Add another warehouse and archive this one.',
              ),
            })}
            {...form.getInputProps('country')}
          />
          <Switch
            label={t('Sender address')}
            description={t(
              'Printed on labels, and sent to the carrier. Without it, the carrier’s saved address is used.',
            )}
            {...form.getInputProps('hasAddress', { type: 'checkbox' })}
          />
          {form.values.hasAddress && (
            <AddressFields
              withoutCountry
              nameLabel={t('Company or person')}
              getInputProps={(field) => form.getInputProps(`address.${field}`)}
            />
          )}
        </Stack>
      )}
    </Form>
  )
}

interface WarehouseFormValues {
  name: string
  country: string
  hasAddress: boolean
  address: typeof emptyAddress
}

function saveWarehouse(
  warehouse: ListedWarehouse | undefined,
  { name, country, hasAddress, address }: WarehouseFormValues,
) {
  const changes = {
    name,
    address: hasAddress ? omitEmptyFields({ ...address, country }) : null,
  }
  if (warehouse === undefined) return api.post('/catalogue/warehouses', { ...changes, country })
  return api.patch(
    `/catalogue/warehouses/${warehouse.id}`,
    warehouse.is_used ? changes : { ...changes, country },
  )
}

const confirmArchive = ({ id, name }: ListedWarehouse, onDone: () => Promise<void>): void =>
  confirm({
    title: t('Archive {name}?', { name }),
    confirmLabel: t('Archive'),
    children: t(
      'It no longer appears in stock tables, and gifts no longer ship from it. Past shipments keep its name.',
    ),
    onConfirm: async () => {
      await api.post(`/catalogue/warehouses/${id}/archive`)
      await onDone()
    },
  })
