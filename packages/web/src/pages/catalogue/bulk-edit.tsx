import { Box, Button, Group, NumberInput, Stack, Text } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import type { Product, ProductsChange } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast, toastError, toastUndo } from '#web/components/feedback/toast.tsx'
import {
  DestinationFields,
  type DestinationMode,
} from '#web/components/forms/destination-fields.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { toNumber } from './product-form.ts'

/** The maximum number of products in one bulk change. The server has the same limit. */
export const maxSelected = 100

const changeProducts = (ids: string[], change: ProductsChange) =>
  api.post('/products/bulk_update', { ids, change })

/** A bar with the actions for the selected products. */
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
    const message = archived
      ? t('{count} products archived.', { count: ids.length })
      : t('{count} products restored.', { count: ids.length })
    toastUndo(message, () => changeProducts(ids, { archived: !archived }))
    clear()
  }
  const confirmArchive = () =>
    confirm({
      title: t('Archive {count} products?', { count: ids.length }),
      children: t(
        'Campaigns no longer offer them to new recipients. Gifts already sent keep them. You can restore them.',
      ),
      confirmLabel: t('Archive'),
      onConfirm: () => setArchived(true),
    })
  return (
    <Box className="panel selection-bar" p="sm" px="md" role="region" aria-label={t('Selection')}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} role="status">
          {ids.length >= maxSelected
            ? t('{count} products selected (the maximum)', { count: ids.length })
            : t('{count} products selected', { count: ids.length })}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => editProducts(ids, clear)}
          >
            {t('Edit…')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArchive size={15} aria-hidden />}
            onClick={() =>
              isArchived ? void setArchived(false).catch(toastError) : confirmArchive()
            }
          >
            {isArchived ? t('Restore') : t('Archive…')}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            {t('Clear')}
          </Button>
        </Group>
      </Group>
    </Box>
  )
}

interface BulkEditValues extends Record<string, unknown> {
  destination_mode: DestinationMode | 'unchanged'
  destinations: string[]
  minimum_age: number | string
  weight_grams: number | string
}

const initialValues: BulkEditValues = {
  destination_mode: 'unchanged',
  destinations: [],
  minimum_age: '',
  weight_grams: '',
}

/** Opens a form that edits many products. An empty field changes nothing, and 0 removes a value. */
const editProducts = (ids: string[], onDone: () => void) =>
  openForm<BulkEditValues, unknown>({
    title: t('Edit {count} products', { count: ids.length }),
    size: 'lg',
    initial: initialValues,
    onSubmit: (values) => changeProducts(ids, toChange(values)),
    onDone: () => {
      toast(t('{count} products changed.', { count: ids.length }))
      onDone()
    },
    submitLabel: t('Change {count} products', { count: ids.length }),
    children: (form) => (
      <Stack>
        <DestinationFields
          mode={form.values.destination_mode}
          destinations={form.values.destinations}
          onChange={(destination_mode, destinations) => {
            form.setFieldValue('destination_mode', destination_mode)
            form.setFieldValue('destinations', destinations)
          }}
          hasUnchanged
          error={form.errors.destinations}
        />
        <NumberInput
          label={t('Minimum age')}
          description={t('Enter 0 to remove the limit.')}
          placeholder={t('No change')}
          min={0}
          max={99}
          allowDecimal={false}
          {...form.getInputProps('minimum_age')}
        />
        <NumberInput
          label={t('Weight of each variant')}
          description={t('Enter 0 to remove the weight.')}
          placeholder={t('No change')}
          suffix=" g"
          min={0}
          allowDecimal={false}
          {...form.getInputProps('weight_grams')}
        />
      </Stack>
    ),
  })

function toChange({
  destination_mode,
  destinations,
  minimum_age,
  weight_grams,
}: BulkEditValues): ProductsChange {
  return {
    ...(destination_mode !== 'unchanged' && { destination_mode, destinations }),
    ...(minimum_age !== '' && { minimum_age: minimum_age === 0 ? null : toNumber(minimum_age) }),
    ...(weight_grams !== '' && {
      weight_grams: weight_grams === 0 ? null : toNumber(weight_grams),
    }),
  }
}
