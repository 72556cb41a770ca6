import { Grid, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fractionDigits } from '#web/components/formats/minor-units.ts'
import { t } from '#web/i18n/catalogue.ts'
import type { ProductFormValues } from './product-form.ts'

type ProductForm = UseFormReturnType<ProductFormValues>

/** The fields for the facts about a charity that the recipient can check. */
export const CharityFields = ({ form }: { form: ProductForm }) => (
  <Grid>
    <Grid.Col span={{ base: 12, sm: 6 }}>
      <TextInput
        label={t('Registration number (optional)')}
        description={t('For example of a charity register.')}
        maxLength={100}
        {...form.getInputProps('charity.registration_number')}
      />
    </Grid.Col>
    <Grid.Col span={{ base: 12, sm: 6 }}>
      <TextInput
        label={t('Website (optional)')}
        description={t('Recipients can open it.')}
        placeholder="https://example.org"
        type="url"
        maxLength={500}
        {...form.getInputProps('charity.url')}
      />
    </Grid.Col>
  </Grid>
)

/** The fields for the amount of a variant, and for how often recipients can choose it. */
export function DonationFields({ form, at }: { form: ProductForm; at: number }) {
  const label = (name: string) => t('{name} of variant {number}', { name, number: at + 1 })
  const input = (name: 'amount.amount' | 'amount.currency' | 'cap') =>
    form.getInputProps(`variants.${at}.donation.${name}`)
  const currency = form.values.variants[at]?.donation.amount.currency ?? ''
  return (
    <Grid gap="xs" className="shipping-fields">
      <Grid.Col span={{ base: 6, sm: 4 }}>
        <NumberInput
          size="sm"
          label={t('Amount')}
          aria-label={label(t('Amount'))}
          min={0}
          decimalScale={fractionDigits(currency)}
          fixedDecimalScale
          allowNegative={false}
          hideControls
          {...input('amount.amount')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 4 }}>
        <TextInput
          size="sm"
          label={t('Currency')}
          aria-label={label(t('Currency'))}
          placeholder="EUR"
          maxLength={3}
          {...input('amount.currency')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <NumberInput
          size="sm"
          label={t('Limit')}
          aria-label={label(t('Limit'))}
          placeholder={t('No limit')}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...input('cap')}
        />
      </Grid.Col>
    </Grid>
  )
}
