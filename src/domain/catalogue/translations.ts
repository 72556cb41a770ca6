import type { FieldError } from '#contract'
import { type Language, languages, toLanguage } from '#platform/lib/languages'
import { toAbsoluteUrl, toRelativeUrl } from './image-urls.ts'

/** The text for screen readers of one picture, in another language. */
interface PictureText {
  url: string
  name: string
}

/** The texts of a variant in one language. A missing text falls back to the text of the variant. */
export interface VariantTranslation {
  name?: string
  images?: readonly PictureText[]
}

/** The texts of a product in one language. */
export interface ItemTranslation extends VariantTranslation {
  description?: string
}

/** The translations of a product or a variant by language. */
export type ItemTranslations<Each extends VariantTranslation = ItemTranslation> = Readonly<
  Partial<Record<Language, Each>>
>

/** Translations as a body has them, with any text as language. */
export type ItemTranslationsInput = Readonly<Record<string, ItemTranslation>>

/** Returns an error for each unknown language. `path` precedes the field names in `param`. */
export const validateItemTranslations = (
  input: ItemTranslationsInput = {},
  path = '',
): FieldError[] =>
  Object.keys(input).flatMap((language) =>
    toLanguage(language) === undefined
      ? [
          {
            code: 'invalid' as const,
            param: `${path}translations.${language}`,
            message: `must be one of ${languages.join(', ')}`,
          },
        ]
      : [],
  )

/**
 * Returns translations as stored: without empty texts, without empty languages, and without texts of pictures that the
 * product does not have. URLs of the deployment are relative.
 */
export const normalizeItemTranslations = (
  input: ItemTranslationsInput,
  pictures: readonly { url: string }[],
  origin: string,
): ItemTranslations => {
  const known = new Set(pictures.map(({ url }) => toRelativeUrl(url, origin)))
  return Object.fromEntries(
    Object.entries(input).flatMap(([language, { name = '', description = '', images = [] }]) => {
      const texts = images
        .map((image) => ({ url: toRelativeUrl(image.url, origin), name: image.name }))
        .filter((image) => known.has(image.url) && !isBlank(image.name))
      const translation = {
        ...(isBlank(name) ? {} : { name }),
        ...(isBlank(description) ? {} : { description }),
        ...(texts.length === 0 ? {} : { images: texts }),
      }
      return Object.keys(translation).length === 0 ? [] : [[language, translation]]
    }),
  )
}

const isBlank = (text: string) => text.trim() === ''

/** Returns stored translations with absolute URLs, in the order of the languages. */
export const toAbsoluteTranslations = <Each extends VariantTranslation>(
  translations: ItemTranslations<Each>,
  origin: string,
): ItemTranslations<Each> =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const translation = translations[language]
      if (translation === undefined) return []
      const { name, images, ...rest }: VariantTranslation = translation
      const texts = images?.map((each) => ({
        url: toAbsoluteUrl(each.url, origin),
        name: each.name,
      }))
      return [[language, { ...(name && { name }), ...rest, ...(texts && { images: texts }) }]]
    }),
  )
