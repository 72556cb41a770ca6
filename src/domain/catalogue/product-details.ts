import {
  type Allergen,
  allergens as allAllergens,
  type FieldError,
  lengthUnits,
  maxIngredientsLength,
  type SizeGuide,
  sizeGuideLimits,
} from '#contract'

/** The facts about a product that recipients read before they choose it. */
export interface ProductDetails {
  size_guide: SizeGuide | null
  /** The allergens in the order of the regulation, without duplicates. */
  allergens: readonly Allergen[]
  /** The ingredients. Empty if they are unknown. */
  ingredients: string
}

export const noProductDetails: ProductDetails = { size_guide: null, allergens: [], ingredients: '' }

/** Returns only the details of a product. Without a product, returns empty details. */
export const toProductDetails = ({
  size_guide,
  allergens,
  ingredients,
}: ProductDetails = noProductDetails): ProductDetails => ({ size_guide, allergens, ingredients })

/** Applies a change to the details of a product. Returns the details in their stored form. */
export function mergeProductDetails(
  was: ProductDetails,
  change: Partial<ProductDetails>,
): ProductDetails {
  const { size_guide, allergens, ingredients } = { ...toProductDetails(was), ...defined(change) }
  return {
    size_guide: normalizeSizeGuide(size_guide),
    allergens: sortAllergens(allergens),
    ingredients: toMultiline(ingredients),
  }
}

const defined = (change: Partial<ProductDetails>): Partial<ProductDetails> => ({
  ...(change.size_guide !== undefined && { size_guide: change.size_guide }),
  ...(change.allergens !== undefined && { allergens: change.allergens }),
  ...(change.ingredients !== undefined && { ingredients: change.ingredients }),
})

/**
 * Sorts allergens and removes duplicates. Unknown codes come last, so that the validation can report them.
 */
function sortAllergens(codes: readonly Allergen[]): Allergen[] {
  const unknown = codes.filter((code) => !allAllergens.includes(code))
  return [...allAllergens.filter((code) => codes.includes(code)), ...new Set(unknown)]
}

const toMultiline = (text: string): string => text.replace(/\r\n?/g, '\n').trim()

/**
 * Returns a size guide in its stored form. An empty guide becomes null. The members have a fixed order,
 * because an import compares the stored text.
 */
function normalizeSizeGuide(guide: SizeGuide | null): SizeGuide | null {
  if (guide === null) return null
  const note = toMultiline(guide.note)
  if (guide.rows.length === 0 && guide.columns.length === 0 && note === '') return null
  return {
    unit: guide.unit,
    columns: guide.columns.map((name) => name.trim()),
    rows: guide.rows.map(({ size, values }) => ({
      size: size.trim(),
      values: values.map((value) => value.trim()),
    })),
    note,
  }
}

/** Returns the errors of details that already contain the change. */
export function validateProductDetails({
  size_guide,
  allergens,
  ingredients,
}: ProductDetails): FieldError[] {
  const unknown = allergens.filter((code) => !allAllergens.includes(code))
  return [
    ...(unknown.length === 0
      ? []
      : [invalid('allergens', `must be some of ${allAllergens.join(', ')}`)]),
    ...textErrors('ingredients', ingredients, maxIngredientsLength),
    ...(size_guide === null ? [] : sizeGuideErrors(size_guide)),
  ]
}

function sizeGuideErrors({ unit, columns, rows, note }: SizeGuide): FieldError[] {
  const { columns: maxColumns, rows: maxRows, noteLength } = sizeGuideLimits
  if (unit !== null && !lengthUnits.includes(unit))
    return [invalid('size_guide.unit', 'must be cm, in or null')]
  if (columns.length > maxColumns || rows.length > maxRows)
    return [invalid('size_guide', `must have at most ${maxColumns} columns and ${maxRows} sizes`)]
  if ((columns.length === 0) !== (rows.length === 0))
    return [
      columns.length === 0
        ? missing('size_guide.columns', 'must name at least one measurement, such as Chest')
        : missing('size_guide.rows', 'must have at least one size, such as S'),
    ]
  const errors = rows.flatMap(({ size, values }, index) => [
    ...cellErrors(`size_guide.rows.${index}.size`, size, true),
    ...(values.length === columns.length
      ? values.flatMap((value, at) =>
          cellErrors(`size_guide.rows.${index}.values.${at}`, value, false),
        )
      : [
          invalid(
            `size_guide.rows.${index}.values`,
            `must have one value for each column: ${columns.length}`,
          ),
        ]),
  ])
  return [
    ...columns.flatMap((name, index) => cellErrors(`size_guide.columns.${index}`, name, true)),
    ...errors,
    ...textErrors('size_guide.note', note, noteLength),
  ]
}

/**
 * Returns the errors of a cell. A cell must not contain `|`, because this sign separates the cells in the
 * column of a CSV file.
 */
function cellErrors(param: string, text: string, isRequired: boolean): FieldError[] {
  if (isRequired && text === '') return [missing(param, 'is required')]
  if (text.length > sizeGuideLimits.cellLength) return [tooLong(param, sizeGuideLimits.cellLength)]
  return /[\p{Cc}|]/u.test(text) ? [invalid(param, 'must be one line without the sign |')] : []
}

function textErrors(param: string, text: string, maxLength: number): FieldError[] {
  if (text.length > maxLength) return [tooLong(param, maxLength)]
  return /[^\P{Cc}\t\n]/u.test(text)
    ? [invalid(param, 'contains a control character; remove it')]
    : []
}

const invalid = (param: string, message: string): FieldError => ({
  code: 'invalid',
  param,
  message,
})
const missing = (param: string, message: string): FieldError => ({
  code: 'required',
  param,
  message,
})
const tooLong = (param: string, max: number): FieldError => ({
  code: 'too_long',
  param,
  message: `is too long: at most ${max.toLocaleString('en')} characters`,
})
