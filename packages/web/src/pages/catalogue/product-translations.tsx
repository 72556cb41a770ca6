import type { UseFormReturnType } from '@mantine/form'
import type { Image } from '#web/admin-api.ts'
import { TranslatedField, TranslationTabs } from '#web/components/forms/translation-tabs.tsx'
import { t } from '#web/i18n/catalogue.ts'
import { useRead } from '#web/use-read.ts'
import { isFileName } from './file-name.ts'
import type { ProductFormValues } from './product-form.ts'

/** One text of the product or of a variant, with its translation into one language. */
interface TranslatedText {
  key: string
  label: string
  source: string
  value: string
  maxLength: number
  isLong?: boolean
  /** Whether the text needs no translation, because recipients also understand the page without it. */
  isOptional?: boolean
  param: string
  change: (values: ProductFormValues, text: string) => ProductFormValues
}

type Translations = Record<string, { name?: string; images?: { url: string; name: string }[] }>

/** The fields for the texts of a product and its variants in other languages. */
export function ProductTranslations({ form }: { form: UseFormReturnType<ProductFormValues> }) {
  const { data: account } = useRead('/account', undefined, { staleTime: 60_000 })
  const { values } = form
  const sourceLanguage = account?.catalogue_language ?? undefined
  return (
    <TranslationTabs
      languages={listLanguages(values)}
      sourceLanguage={sourceLanguage}
      onAdd={(language) =>
        form.setFieldValue('translations', { ...values.translations, [language]: {} })
      }
      onRemove={(language) => form.setValues(withoutLanguage(values, language))}
      countMissing={(language) =>
        listTexts(values, language).filter(
          ({ source, value, isOptional = false }) =>
            !isOptional && source.trim() !== '' && value.trim() === '',
        ).length
      }
    >
      {(language) =>
        listTexts(values, language).map((text) => (
          <TranslatedField
            key={text.key}
            label={text.label}
            language={language}
            source={text.source}
            sourceLanguage={sourceLanguage}
            isLong={text.isLong ?? false}
            maxLength={text.maxLength}
            value={text.value}
            error={form.errors[text.param]}
            onChange={(typed) => {
              form.setValues(text.change(values, typed))
              form.clearFieldError(text.param)
            }}
          />
        ))
      }
    </TranslationTabs>
  )
}

const listLanguages = ({ translations, variants }: ProductFormValues): string[] => [
  ...new Set([
    ...Object.keys(translations),
    ...variants.flatMap((variant) => Object.keys(variant.translations)),
  ]),
]

function withoutLanguage(values: ProductFormValues, language: string): ProductFormValues {
  const remove = <Each,>({ [language]: _, ...others }: Record<string, Each>) => others
  return {
    ...values,
    translations: remove(values.translations),
    variants: values.variants.map((variant) => ({
      ...variant,
      translations: remove(variant.translations),
    })),
  }
}

const listTexts = (values: ProductFormValues, language: string): TranslatedText[] => [
  ...productTexts(values, language),
  ...values.variants.flatMap((variant, at) => variantTexts(variant, at, language)),
]

function productTexts(values: ProductFormValues, language: string): TranslatedText[] {
  const translation = values.translations[language] ?? {}
  const setText =
    (name: 'name' | 'description') =>
    (current: ProductFormValues, text: string): ProductFormValues => ({
      ...current,
      translations: {
        ...current.translations,
        [language]: { ...current.translations[language], [name]: text },
      },
    })
  const param = `translations.${language}`
  return [
    {
      ...{ key: 'name', label: t('Name'), source: values.name, value: translation.name ?? '' },
      ...{ maxLength: 255, param: `${param}.name`, change: setText('name') },
    },
    {
      ...{ key: 'description', label: t('Description'), source: values.description },
      ...{ value: translation.description ?? '', maxLength: 5_000, isLong: true },
      ...{ param: `${param}.description`, change: setText('description') },
    },
    ...values.images.map((image, index) => ({
      ...pictureText(image, index, values.translations, language),
      ...{
        key: `picture ${image.url}`,
        label: t('Text of picture {number}', { number: index + 1 }),
      },
      change: (current: ProductFormValues, text: string) => ({
        ...current,
        translations: withPictureText(current.translations, language, image.url, text),
      }),
    })),
  ]
}

function variantTexts(
  { key, name, sku, images, translations }: ProductFormValues['variants'][number],
  at: number,
  language: string,
): TranslatedText[] {
  const label = name || sku || t('variant {number}', { number: at + 1 })
  const change = (current: ProductFormValues, next: (was: Translations) => Translations) => ({
    ...current,
    variants: current.variants.map((variant) =>
      variant.key === key ? { ...variant, translations: next(variant.translations) } : variant,
    ),
  })
  return [
    {
      ...{ key, label: t('Name of {label}', { label }), source: name, maxLength: 255 },
      value: translations[language]?.name ?? '',
      param: `variants.${at}.translations.${language}.name`,
      change: (current, text) =>
        change(current, (was) => ({ ...was, [language]: { ...was[language], name: text } })),
    },
    ...images.map(
      (image, index): TranslatedText => ({
        ...pictureText(image, index, translations, language, `variants.${at}.`),
        ...{ key: `${key} ${image.url}`, label: t('Text of the picture of {label}', { label }) },
        change: (current, text) =>
          change(current, (was) => withPictureText(was, language, image.url, text)),
      }),
    ),
  ]
}

const pictureText = (
  { url, name }: Image,
  index: number,
  translations: Translations,
  language: string,
  path = '',
) => ({
  source: name,
  isOptional: isFileName(name),
  value: translations[language]?.images?.find((each) => each.url === url)?.name ?? '',
  maxLength: 255,
  param: `${path}translations.${language}.images.${index}.name`,
})

const withPictureText = (
  translations: Translations,
  language: string,
  url: string,
  name: string,
): Translations => {
  const others = (translations[language]?.images ?? []).filter((each) => each.url !== url)
  return {
    ...translations,
    [language]: { ...translations[language], images: [...others, { url, name }] },
  }
}
