import { NumberInput, Textarea } from '@mantine/core'
import type { Variant, VariantContent } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { needsCode } from './product.ts'

interface SettingsFormValues extends Record<string, unknown> {
  digital: { instructions: string; low_stock_threshold: number }
}

/** Opens a form for the instructions to recipients and the low-stock level. */
export const changeContentSettings = (variant: Variant & { digital: VariantContent }): void => {
  const { instructions, low_stock_threshold } = variant.digital
  openForm<SettingsFormValues, Variant>({
    title: t('Settings of {name}', { name: variant.name }),
    size: 'lg',
    initial: { digital: { instructions, low_stock_threshold } },
    onSubmit: (values) => api.patch(`/variants/${variant.id}`, values),
    onDone: () => toast(t('Settings saved.')),
    submitLabel: t('Save'),
    children: (form) => (
      <>
        <Textarea
          label={t('Instructions (optional)')}
          description={t('Recipients see this next to their code, link or file.')}
          autosize
          minRows={3}
          maxLength={2_000}
          {...form.getInputProps('digital.instructions')}
        />
        {needsCode(variant.digital) && (
          <NumberInput
            label={t('Warn when this many codes are left')}
            description={t('Admins get an email, at most once a day.')}
            min={0}
            max={100_000}
            allowDecimal={false}
            {...form.getInputProps('digital.low_stock_threshold')}
          />
        )}
      </>
    ),
  })
}
