import { Grid, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CountrySelect } from '#web/components/country-select.tsx'
import { fractionDigits } from '#web/components/minor-units.ts'
import type { ProductFormValues, ShippingDetails } from './product-form.ts'

/** Weight, size and customs data of a variant. */
export function ShippingFields({
  form,
  at,
}: {
  form: UseFormReturnType<ProductFormValues>
  at: number
}) {
  const label = `of variant ${at + 1}`
  const input = (name: keyof ShippingDetails) => form.getInputProps(`variants.${at}.${name}`)
  const number = (name: keyof ShippingDetails, text: string, suffix: string) => (
    <Grid.Col span={{ base: 6, sm: 3 }}>
      <NumberInput
        size="sm"
        label={text}
        aria-label={`${text} ${label}`}
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
      {number('weight_grams', 'Weight', ' g')}
      {number('length_mm', 'Length', ' mm')}
      {number('width_mm', 'Width', ' mm')}
      {number('height_mm', 'Height', ' mm')}
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <TextInput
          size="sm"
          label="HS code"
          aria-label={`HS code ${label}`}
          {...input('hs_code')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <CountrySelect
          size="sm"
          label="Made in"
          aria-label={`Country of origin ${label}`}
          clearable
          {...input('origin_country')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NumberInput
          size="sm"
          label="Customs value"
          aria-label={`Customs value ${label}`}
          min={0}
          decimalScale={fractionDigits(form.values.variants[at]?.declared_value_currency ?? '')}
          allowNegative={false}
          hideControls
          {...input('declared_value_minor')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <TextInput
          size="sm"
          label="Currency"
          aria-label={`Currency ${label}`}
          placeholder="EUR"
          maxLength={3}
          {...input('declared_value_currency')}
        />
      </Grid.Col>
    </Grid>
  )
}
