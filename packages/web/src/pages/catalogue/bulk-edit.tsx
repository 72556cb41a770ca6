import { Box, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/confirm.tsx'
import { DestinationFields, type DestinationMode } from '#web/components/destination-fields.tsx'
import { Form } from '#web/components/form.tsx'
import { toast, toastError, toastUndo } from '#web/components/toast.tsx'
import { queryClient } from '#web/query-client.ts'
import type { Product } from './product.ts'

/** The most products of one bulk change; the server has the same limit. */
export const maxSelected = 100

const pluralize = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

async function changeProducts(ids: readonly string[], change: object): Promise<void> {
  await api.post('/catalogue/products/bulk', { ids, change })
  await queryClient.invalidateQueries({ queryKey: ['list', '/catalogue/products'] })
  await queryClient.invalidateQueries({ queryKey: ['product'] })
  await queryClient.invalidateQueries({ queryKey: ['campaign-choices'] })
}

/** The actions for the selected products. */
export function BulkEditBar({
  products,
  clear,
}: {
  products: readonly Product[]
  clear: () => void
}) {
  if (products.length === 0) return null
  const ids = products.map(({ id }) => id)
  const isArchived = products.every(({ archived_at }) => archived_at !== null)
  const setArchived = async (archived: boolean) => {
    await changeProducts(ids, { archived })
    toastUndo(`${pluralize(ids.length)} ${archived ? 'archived' : 'restored'}.`, () => {
      void changeProducts(ids, { archived: !archived }).catch(toastError)
    })
    clear()
  }
  const confirmArchive = () =>
    confirm({
      title: `Archive ${pluralize(ids.length)}?`,
      children:
        'Campaigns no longer offer them to new recipients. Gifts already sent keep them. You can restore them.',
      confirmLabel: 'Archive',
      onConfirm: () => setArchived(true),
    })
  return (
    <Box className="panel selection-bar" p="sm" px="md" role="region" aria-label="Selection">
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} role="status">
          {pluralize(ids.length)} selected
          {ids.length >= maxSelected && ' (the maximum)'}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => openBulkEdit(ids, clear)}
          >
            Edit…
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArchive size={15} aria-hidden />}
            onClick={() =>
              isArchived ? void setArchived(false).catch(toastError) : confirmArchive()
            }
          >
            {isArchived ? 'Restore' : 'Archive…'}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear
          </Button>
        </Group>
      </Group>
    </Box>
  )
}

function openBulkEdit(ids: readonly string[], clear: () => void): void {
  const modal = modals.open({
    title: `Edit ${pluralize(ids.length)}`,
    size: 'lg',
    children: (
      <BulkEditForm
        ids={ids}
        onDone={() => {
          modals.close(modal)
          clear()
        }}
      />
    ),
  })
}

interface BulkEditValues extends Record<string, unknown> {
  destination_mode: DestinationMode
  destinations: string[]
  minimum_age: number | string
  weight_grams: number | string
}

/** Changes only the fields that the user has touched. */
function BulkEditForm({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const touch = (name: string) => setTouched((current) => new Set([...current, name]))
  return (
    <Form<BulkEditValues, void>
      initial={{ destination_mode: 'all', destinations: [], minimum_age: '', weight_grams: '' }}
      onSubmit={(values) => changeProducts(ids, toChange(values, touched))}
      onDone={() => {
        toast(`${pluralize(ids.length)} changed.`)
        onDone()
      }}
      submitLabel={`Change ${pluralize(ids.length)}`}
    >
      {(form) => (
        <Stack>
          <Text size="sm" c="dimmed">
            Fields that you leave untouched keep their values.
          </Text>
          <DestinationFields
            mode={form.values.destination_mode}
            destinations={form.values.destinations}
            onChange={(destination_mode, destinations) => {
              touch('destinations')
              form.setFieldValue('destination_mode', destination_mode)
              form.setFieldValue('destinations', destinations)
            }}
            error={form.errors.destinations}
          />
          <NumberInput
            label="Minimum age"
            description="Empty it to remove the limit."
            min={1}
            max={99}
            allowDecimal={false}
            {...form.getInputProps('minimum_age')}
            onChange={(value) => {
              touch('minimum_age')
              form.setFieldValue('minimum_age', value)
            }}
          />
          <NumberInput
            label="Weight of each variant"
            suffix=" g"
            min={1}
            allowDecimal={false}
            {...form.getInputProps('weight_grams')}
            onChange={(value) => {
              touch('weight_grams')
              form.setFieldValue('weight_grams', value)
            }}
          />
        </Stack>
      )}
    </Form>
  )
}

function toChange(values: BulkEditValues, touched: ReadonlySet<string>): object {
  const { destination_mode, destinations, minimum_age, weight_grams } = values
  return {
    ...(touched.has('destinations') && { destination_mode, destinations }),
    ...(touched.has('minimum_age') && { minimum_age: minimum_age === '' ? null : minimum_age }),
    ...(touched.has('weight_grams') && { weight_grams: weight_grams === '' ? null : weight_grams }),
  }
}
