import { type TProperties, Type } from 'typebox'
import { recipientLocales } from './new-gift-request.ts'
import { singleLine } from './normalize.ts'
import { optional, strict } from './request-parts.ts'

/* The texts of products and variants in further languages, in bodies. */

const name = Type.String({ maxLength: 255, ...singleLine })

export const imageUrl = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^(https?://|/)[^\\s]+$',
  description: 'must be an address such as https://example.com/mug.jpg, or one of this service',
})

const variantTranslation = {
  name: optional(name),
  images: optional(
    Type.Array(Type.Object({ url: imageUrl, name }, strict), {
      maxItems: 5,
      description: 'The texts for screen readers of pictures, by their `url`.',
    }),
  ),
}
const productTranslation = {
  ...variantTranslation,
  description: optional(Type.String({ maxLength: 5_000 })),
}
const translationRules = {
  maxProperties: recipientLocales.length,
  description:
    'The texts in further languages, by language such as de. Replaces all translations. A text that is left out stays as it is in the other languages.',
}
const translationsOf = <Members extends TProperties>(members: Members) =>
  optional(Type.Record(Type.String(), Type.Object(members, strict), translationRules))

export const variantTranslations = translationsOf(variantTranslation)
export const productTranslations = translationsOf(productTranslation)
