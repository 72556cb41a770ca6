/* The wrapping of the drawn gift on the pages of recipients. */

export const wrappingPapers = ['dots', 'plain', 'stripes', 'stars'] as const
export const wrappingRibbons = ['cream', 'gold', 'red', 'green', 'white'] as const
