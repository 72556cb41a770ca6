/** Returns the text of a parcel's barcode: `GR-7KQ2M9P4-1` for the first parcel of `GR-7KQ2M9P4`. */
export const toBarcode = (reference: string, number: number): string => `${reference}-${number}`

/** Splits the text of a barcode. Returns undefined for a text that is no barcode. */
export function parseBarcode(text: string): { reference: string; number: number } | undefined {
  const [, reference, number] =
    /^(GR-[0-9A-Z]{4,16})-([1-9]\d{0,3})$/.exec(text.toUpperCase()) ?? []
  return reference === undefined ? undefined : { reference, number: Number(number) }
}
