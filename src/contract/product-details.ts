import { type Static, Type } from 'typebox'
import { singleLine } from './normalize.ts'
import { strict } from './request-parts.ts'

/* What recipients read about a product before they choose it: a size guide, the ingredients and the allergens. */

/** The 14 allergens of Annex II of Regulation (EU) No 1169/2011, in its order. */
export const allergens = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const
export type Allergen = (typeof allergens)[number]

export const maxIngredientsLength = 2_000

export const sizeGuideLimits = { columns: 8, rows: 30, cellLength: 40, noteLength: 1_000 } as const

export const lengthUnits = ['cm', 'in'] as const

const cell = (minLength: number, description?: string) =>
  Type.String({
    ...singleLine,
    minLength,
    maxLength: sizeGuideLimits.cellLength,
    ...(description && { description }),
  })

export const SizeGuide = Type.Object(
  {
    unit: Type.Unsafe<(typeof lengthUnits)[number] | null>({
      type: ['string', 'null'],
      enum: [...lengthUnits, null],
      description: 'The unit of the values. Null for values without a unit.',
    }),
    columns: Type.Array(cell(1, 'Such as Chest.'), { maxItems: sizeGuideLimits.columns }),
    rows: Type.Array(
      Type.Object(
        {
          size: cell(1, 'Such as S.'),
          values: Type.Array(cell(0), {
            maxItems: sizeGuideLimits.columns,
            description: 'One for each column.',
          }),
        },
        strict,
      ),
      { maxItems: sizeGuideLimits.rows },
    ),
    note: Type.String({
      maxLength: sizeGuideLimits.noteLength,
      description: 'A text below the table, or instead of it.',
    }),
  },
  { ...strict, description: 'A table of sizes, a text, or both.' },
)
export type SizeGuide = Static<typeof SizeGuide>

export const allergenList = Type.Array(
  Type.Unsafe<Allergen>({ type: 'string', enum: [...allergens] }),
  { maxItems: allergens.length, description: 'The allergens of Regulation (EU) No 1169/2011.' },
)

export const ingredientsText = Type.String({
  maxLength: maxIngredientsLength,
  description: 'For food and cosmetics. Recipients read it before they choose.',
})
