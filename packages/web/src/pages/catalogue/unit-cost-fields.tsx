import { Grid, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fractionDigits } from '#web/components/formats/minor-units.ts'
import { t } from '#web/i18n/catalogue.ts'
import type { ProductFormValues } from './product-form.ts'

/** The fields for the cost of one unit of a variant, which the sender pays. */
export function UnitCostFields({
  form,
  at,
}: {
  form: UseFormReturnType<ProductFormValues>
  at: number
}) {
  const label = (name: string) => t('{name} of variant {number}', { name, number: at + 1 })
  const input = (name: 'amount' | 'currency') =>
    form.getInputProps(`variants.${at}.unit_cost.${name}`)
  const currency = form.values.variants[at]?.unit_cost.currency ?? ''
  return (
    <Grid gap="xs" align="flex-end" className="shipping-fields">
      <Grid.Col span={{ base: 6, md: 4 }}>
        <NumberInput
          size="sm"
          label={t('Unit cost')}
          description={t('Only your team sees it.')}
          aria-label={label(t('Unit cost'))}
          min={0}
          decimalScale={fractionDigits(currency)}
          fixedDecimalScale
          allowNegative={false}
          hideControls
          {...input('amount')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, md: 4 }}>
        <TextInput
          size="sm"
          label={t('Currency')}
          description={t('For example EUR.')}
          aria-label={label(t('Currency of the unit cost'))}
          placeholder="EUR"
          maxLength={3}
          {...input('currency')}
        />
      </Grid.Col>
    </Grid>
  )
}
