import { Group, NumberInput, type NumberInputProps, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  fractionDigits,
  fromMinorUnits,
  toMinorUnits,
} from '#web/components/formats/minor-units.ts'
import { t } from '#web/i18n/common.ts'

interface AmountFieldsProps<Values extends Record<string, unknown>>
  extends Pick<NumberInputProps, 'label' | 'maw'> {
  form: UseFormReturnType<Values>
  /** The name of the form field. */
  name: string
  value: { amount: number; currency: string }
}

/**
 * The fields for an amount and its currency. The form stores the amount in the smallest unit of the currency.
 */
export const AmountFields = <Values extends Record<string, unknown>>({
  form,
  name,
  value: { amount, currency },
  ...amountProps
}: AmountFieldsProps<Values>) => (
  <Group align="flex-start">
    <NumberInput
      min={0}
      decimalScale={fractionDigits(currency)}
      fixedDecimalScale
      hideControls
      {...amountProps}
      {...form.getInputProps(`${name}.amount`)}
      error={form.errors[`${name}.amount`] ?? form.errors[name]}
      value={fromMinorUnits(amount, currency)}
      onChange={(value) =>
        form.setFieldValue(`${name}.amount`, toMinorUnits(value, currency) as never)
      }
    />
    <Select
      label={t('Currency')}
      data={Intl.supportedValuesOf('currency')}
      searchable
      allowDeselect={false}
      maw={120}
      {...form.getInputProps(`${name}.currency`)}
    />
  </Group>
)
