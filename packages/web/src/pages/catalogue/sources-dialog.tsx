import { Button, Group, MultiSelect, NumberInput, Paper, Select, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CodeSource, CodeSources, CodeSupplierChoice, Variant } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import {
  fractionDigits,
  fromMinorUnits,
  toMinorUnits,
} from '#web/components/formats/minor-units.ts'
import { countries } from '#web/components/forms/country-select.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { LastPurchases } from './last-purchases.tsx'
import { ProductSearch } from './product-search.tsx'

type SourceValues = Omit<CodeSource, 'position'>

interface FormValues extends Record<string, unknown> {
  sources: SourceValues[]
}

type SourcesForm = UseFormReturnType<FormValues>

/** Opens a form for the suppliers of a variant, in the order in which they are asked. */
export const openSources = (variant: Variant, { data, suppliers, purchases }: CodeSources): void =>
  openForm<FormValues, CodeSources>({
    title: t('Suppliers of {name}', { name: variant.name }),
    size: 'lg',
    initial: { sources: data.map(({ position: _, ...source }) => source) },
    onSubmit: ({ sources }) =>
      api.put(`/catalogue/variants/${variant.id}/sources`, {
        sources: sources.map(({ stopped_at: _, stopped_reason: __, ...source }) => source),
      }),
    onDone: () => toast(t('Suppliers saved.')),
    submitLabel: t('Save'),
    children: (form) => (
      <Stack>
        <Text size="sm" c="dimmed">
          {t(
            'After a recipient confirms, Bestow buys at the first supplier. The next one is asked only if nothing was bought. Your own codes come last.',
          )}
        </Text>
        {form.values.sources.map((source, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sources have no id, and their order is their meaning
          <SourceFields key={at} form={form} at={at} source={source} suppliers={suppliers} />
        ))}
        <div>
          <Button
            variant="default"
            disabled={suppliers.length === 0 || form.values.sources.length >= 5}
            onClick={() => form.insertListItem('sources', createSource(suppliers))}
          >
            {t('Add supplier')}
          </Button>
        </div>
        <LastPurchases purchases={purchases} suppliers={suppliers} />
      </Stack>
    ),
  })

const createSource = ([supplier]: readonly CodeSupplierChoice[]): SourceValues => ({
  connection_id: supplier?.id ?? '',
  product_id: '',
  product_name: '',
  ...{ amount_minor: 2_500, currency: 'EUR', ceiling_minor: 3_000, ceiling_currency: 'USD' },
  countries: [],
  ...{ stopped_reason: null, stopped_at: null },
})

interface FieldsProps {
  form: SourcesForm
  at: number
  source: SourceValues
  suppliers: readonly CodeSupplierChoice[]
}

const stopLabels = {
  price_above_ceiling: t('Stopped: an order cost more than the ceiling. Save to buy again.'),
  code_unusable: t('Stopped: a code was invalid or bought before. Save to buy again.'),
} as const

function SourceFields({ form, at, source, suppliers }: FieldsProps) {
  const supplier = suppliers.find(({ id }) => id === source.connection_id)
  const path = `sources.${at}`
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('Supplier {number}', { number: at + 1 })}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text fw={600} size="sm">
              {t('Supplier {number}', { number: at + 1 })}
            </Text>
            {supplier?.is_sandbox && (
              <StatusBadge tone="wait">{t('Sandbox: no real codes')}</StatusBadge>
            )}
            {supplier?.is_usable === false && <StatusBadge tone="bad">{t('Disabled')}</StatusBadge>}
          </Group>
          <OrderButtons form={form} at={at} />
        </Group>
        {source.stopped_reason !== null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {stopLabels[source.stopped_reason]}
          </Text>
        )}
        <Select
          label={t('Connection')}
          data={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps(`${path}.connection_id`)}
        />
        <ProductSearch
          connectionId={source.connection_id}
          value={{ id: source.product_id, name: source.product_name }}
          error={form.errors[`${path}.product_id`]}
          onChange={({ id, name, currency }) =>
            form.setFieldValue(path, {
              ...source,
              ...{ product_id: id, product_name: name },
              ...(currency !== undefined && { currency }),
            } as never)
          }
        />
        <MoneyFields
          form={form}
          path={path}
          names={['amount_minor', 'currency']}
          money={[source.amount_minor, source.currency]}
          label={t('Value of each code')}
        />
        <MoneyFields
          form={form}
          path={path}
          names={['ceiling_minor', 'ceiling_currency']}
          money={[source.ceiling_minor, source.ceiling_currency]}
          label={t('Price ceiling with fees')}
        />
        <MultiSelect
          label={t('Countries (optional)')}
          description={t('Recipients who are known to live elsewhere get the next supplier.')}
          data={countries}
          searchable
          {...form.getInputProps(`${path}.countries`)}
        />
      </Stack>
    </Paper>
  )
}

function OrderButtons({ form, at }: Pick<FieldsProps, 'form' | 'at'>) {
  const number = at + 1
  return (
    <Group gap={4}>
      {at > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('Ask supplier {number} earlier', { number })}
          onClick={() => form.reorderListItem('sources', { from: at, to: at - 1 })}
        >
          {t('Earlier')}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={t('Remove supplier {number}', { number })}
        onClick={() => form.removeListItem('sources', at)}
      >
        {t('Remove')}
      </Button>
    </Group>
  )
}

interface MoneyProps {
  form: SourcesForm
  path: string
  names: readonly [amount: string, currency: string]
  money: readonly [amount_minor: number, currency: string]
  label: string
}

/** The fields of an amount in the smallest unit of its currency. */
const MoneyFields = ({
  form,
  path,
  names: [amountName, currencyName],
  money: [amount, currency],
  label,
}: MoneyProps) => (
  <Group align="flex-start" grow>
    <NumberInput
      label={label}
      min={0}
      decimalScale={fractionDigits(currency)}
      fixedDecimalScale
      hideControls
      {...form.getInputProps(`${path}.${amountName}`)}
      value={fromMinorUnits(amount, currency)}
      onChange={(value) =>
        form.setFieldValue(`${path}.${amountName}`, toMinorUnits(value, currency) as never)
      }
    />
    <Select
      label={t('Currency')}
      aria-label={`${t('Currency')}: ${label}`}
      data={Intl.supportedValuesOf('currency')}
      searchable
      allowDeselect={false}
      {...form.getInputProps(`${path}.${currencyName}`)}
    />
  </Group>
)
