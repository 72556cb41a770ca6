import { MultiSelect, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { t } from '#web/i18n/catalogue.ts'
import { allergenLabels } from './allergens.ts'
import type { ProductFormValues } from './product-form.ts'

const options = Object.entries(allergenLabels).map(([value, label]) => ({ value, label }))

/** The fields for the allergens and the ingredients of food and cosmetics. */
export const IngredientsFields = ({ form }: { form: UseFormReturnType<ProductFormValues> }) => (
  <Stack>
    <MultiSelect
      label={t('Allergens (optional)')}
      description={t('The 14 allergens that must be declared in the EU.')}
      data={options}
      searchable
      clearable
      {...form.getInputProps('allergens')}
    />
    <Textarea
      label={t('Ingredients (optional)')}
      autosize
      minRows={2}
      maxLength={2_000}
      {...form.getInputProps('ingredients')}
    />
  </Stack>
)
