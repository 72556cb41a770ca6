import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { BodyAt, VariantContent } from '#web/admin-api.ts'
import { t } from '#web/i18n/catalogue.ts'

/** The delivery of a digital variant in the form. The two kinds of links are separate options. */
export interface DeliveryFormValues {
  delivery: 'code' | 'link' | 'link_per_gift' | 'file' | ''
  link_url: string
}

const options = [
  { value: 'code', label: t('A code for each gift') },
  { value: 'link', label: t('One link for all gifts') },
  { value: 'link_per_gift', label: t('A link for each gift') },
  { value: 'file', label: t('A file to download') },
]

export const toDeliveryFormValues = (content: VariantContent | null): DeliveryFormValues => ({
  delivery:
    content === null
      ? 'code'
      : content.delivery === 'link' && content.is_link_per_gift
        ? 'link_per_gift'
        : (content.delivery ?? ''),
  link_url: '',
})

type DeliveryRequest = NonNullable<BodyAt<'POST', '/products'>['variants'][number]['digital']>

/**
 * Builds the delivery for the body of a request. The form does not show the saved link, so an empty link
 * leaves the saved link unchanged.
 */
export const toDeliveryRequest = ({ delivery, link_url }: DeliveryFormValues): DeliveryRequest => {
  const link = link_url.trim()
  if (delivery === '') return {}
  if (delivery === 'link_per_gift') return { delivery: 'link', is_link_per_gift: true }
  if (delivery === 'link')
    return { delivery, is_link_per_gift: false, ...(link !== '' && { link_url: link }) }
  return { delivery }
}

interface FormValues extends Record<string, unknown> {
  variants: { digital: DeliveryFormValues }[]
}

/** The fields for the delivery of a digital variant. */
export function DeliveryFields<Values extends FormValues>({
  form,
  at,
}: {
  form: UseFormReturnType<Values>
  at: number
}) {
  const delivery = form.values.variants[at]?.digital.delivery
  return (
    <>
      <Select
        size="sm"
        aria-label={t('What variant {number} gives', { number: at + 1 })}
        placeholder={t('What recipients get')}
        data={options}
        allowDeselect={false}
        {...form.getInputProps(`variants.${at}.digital.delivery`)}
      />
      {delivery === 'link' && (
        <TextInput
          size="sm"
          type="url"
          aria-label={t('Link of variant {number}', { number: at + 1 })}
          placeholder={t('https:// (leave empty to keep the saved link)')}
          {...form.getInputProps(`variants.${at}.digital.link_url`)}
        />
      )}
    </>
  )
}
