/** A donation is a charity; each of its variants is an amount that the sender gives. */
export type ProductKind = 'physical' | 'digital' | 'donation'
