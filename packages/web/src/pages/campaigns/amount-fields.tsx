import { Group, NumberInput, type NumberInputProps, Select } from '@mantine/core'
import { fractionDigits, fromMinorUnits, toMinorUnits } from '#web/components/minor-units.ts'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

interface AmountFieldsProps extends Pick<NumberInputProps, 'label' | 'maw'> {
  form: CampaignForm
  /** The names of the form fields. */
  names: { amount: string; currency: string }
  amount_minor: number
  currency: string
}

/** An amount and its currency. The form has the amount in the smallest unit of the currency. */
export const AmountFields = ({
  form,
  names,
  amount_minor,
  currency,
  ...amountProps
}: AmountFieldsProps) => (
  <Group align="flex-start">
    <NumberInput
      min={0}
      decimalScale={fractionDigits(currency)}
      fixedDecimalScale
      hideControls
      {...amountProps}
      {...form.getInputProps(names.amount)}
      value={fromMinorUnits(amount_minor, currency)}
      onChange={(value) => form.setFieldValue(names.amount, toMinorUnits(value, currency))}
    />
    <Select
      label={t('Currency')}
      data={Intl.supportedValuesOf('currency')}
      searchable
      allowDeselect={false}
      maw={120}
      {...form.getInputProps(names.currency)}
    />
  </Group>
)
