/**
 * The parts of an address that follow from a postal code. A part is absent if the code has several of this part,
 * or none.
 */
export interface PostalCodePlace {
  /** The name of the region, as the address form lists it. */
  region?: string
  city?: string
  /** The beginning of the first line, before the number. */
  line_1?: string
  /** The place as one text in its own script, for the recipient to check. */
  place: string
}

/** The places of the postal codes of one country. The recipients' pages then offer to fill the address. */
export interface PostalCodeRegister {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Parses what a person types. Returns the code without its hyphen, or undefined for any other text. */
  parse(text: string): string | undefined
  /** Finds the place of a parsed code. Returns undefined if the register does not list the code. */
  find(code: string): PostalCodePlace | undefined
}
