import { Grid, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fractionDigits } from '#web/components/formats/minor-units.ts'
import { CountrySelect } from '#web/components/forms/country-select.tsx'
import { t } from '#web/i18n/catalogue.ts'
import type { ProductFormValues } from './product-form.ts'

/** The fields for the weight, the size and the customs data of a variant. */
export function ShippingFields({
  form,
  at,
}: {
  form: UseFormReturnType<ProductFormValues>
  at: number
}) {
  const label = (name: string) => t('{name} of variant {number}', { name, number: at + 1 })
  const input = (name: string) => form.getInputProps(`variants.${at}.${name}`)
  const number = (name: string, text: string, suffix: string) => (
    <Grid.Col span={{ base: 6, sm: 3 }}>
      <NumberInput
        size="sm"
        label={text}
        aria-label={label(text)}
        suffix={suffix}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        {...input(name)}
      />
    </Grid.Col>
  )
  return (
    <Grid gap="xs" className="shipping-fields">
      {number('weight_grams', t('Weight'), ' g')}
      {number('length_mm', t('Length'), ' mm')}
      {number('width_mm', t('Width'), ' mm')}
      {number('height_mm', t('Height'), ' mm')}
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <TextInput
          size="sm"
          label={t('HS code')}
          aria-label={label(t('HS code'))}
          {...input('hs_code')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <CountrySelect
          size="sm"
          label={t('Made in')}
          aria-label={label(t('Country of origin'))}
          clearable
          {...input('origin_country')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NumberInput
          size="sm"
          label={t('Customs value')}
          aria-label={label(t('Customs value'))}
          min={0}
          decimalScale={fractionDigits(form.values.variants[at]?.declared_value.currency ?? '')}
          fixedDecimalScale
          allowNegative={false}
          hideControls
          {...input('declared_value.amount')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <TextInput
          size="sm"
          label={t('Currency')}
          aria-label={label(t('Currency'))}
          placeholder="EUR"
          maxLength={3}
          {...input('declared_value.currency')}
        />
      </Grid.Col>
    </Grid>
  )
}

/**
 * Returns true if one of the shipping details has an error, so that the form opens the details. Otherwise
 * returns undefined.
 */
export const hasShippingError = (
  { errors }: UseFormReturnType<ProductFormValues>,
  at: number,
): boolean | undefined =>
  Object.keys(errors).some(
    (name) =>
      name.startsWith(`variants.${at}.`) && !/\.(sku|name|images|unit_cost)(\.|$)/.test(name),
  ) || undefined
