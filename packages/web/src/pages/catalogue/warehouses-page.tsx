import { Button, Menu, Stack, Switch, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Warehouse } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { countryName } from '#web/components/formats/country-name.ts'
import {
  AddressFields,
  emptyAddress,
  omitEmptyFields,
} from '#web/components/forms/address-fields.tsx'
import { CountrySelect } from '#web/components/forms/country-select.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { usePermission } from '#web/session.ts'

/** The page with the warehouses of the account. */
export function WarehousesPage() {
  const isAdmin = usePermission('catalogue:write')
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => editWarehouse()}>
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
        path="/warehouses"
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
          actions: (warehouse: Warehouse) => (
            <MoreMenu label={t('Actions for {name}', { name: warehouse.name })}>
              <Menu.Item onClick={() => editWarehouse(warehouse)}>{t('Edit…')}</Menu.Item>
              <Menu.Item disabled={warehouse.has_stock} onClick={() => confirmArchive(warehouse)}>
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
    </Page>
  )
}

function editWarehouse(warehouse?: Warehouse): void {
  const isUsed = warehouse?.is_used === true
  openForm({
    title: warehouse === undefined ? t('New warehouse') : t('Edit warehouse'),
    initial: {
      name: warehouse?.name ?? '',
      country: warehouse?.country ?? '',
      hasAddress: warehouse?.address != null,
      address: { ...emptyAddress, ...warehouse?.address },
    },
    onSubmit: (values) => saveWarehouse(warehouse, values),
    onDone: () => toast(t('Saved.')),
    submitLabel: warehouse === undefined ? t('Add warehouse') : t('Save changes'),
    children: (form) => (
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
    ),
  })
}

interface WarehouseFormValues {
  name: string
  country: string
  hasAddress: boolean
  address: typeof emptyAddress
}

function saveWarehouse(
  warehouse: Warehouse | undefined,
  { name, country, hasAddress, address }: WarehouseFormValues,
) {
  const changes = {
    name,
    address: hasAddress ? omitEmptyFields({ ...address, country }) : null,
  }
  if (warehouse === undefined) return api.post('/warehouses', { ...changes, country })
  return api.patch(
    `/warehouses/${warehouse.id}`,
    warehouse.is_used ? changes : { ...changes, country },
  )
}

const confirmArchive = ({ id, name }: Warehouse): void =>
  confirm({
    title: t('Archive {name}?', { name }),
    confirmLabel: t('Archive'),
    children: t(
      'It no longer appears in stock tables, and gifts no longer ship from it. Past shipments keep its name.',
    ),
    onConfirm: async () => {
      await api.post(`/warehouses/${id}/archive`)
      toast(t('Archived.'))
    },
  })
