/** Recipients follow the URLs that carriers send, so they must be web addresses. */
export const publicUrlPattern = '^https?://'
export const maxUrlLength = 2_000

/** Returns the URL of a carrier; null for any other value. */
export const toPublicUrl = (value: unknown): string | null =>
  typeof value === 'string' &&
  value.length <= maxUrlLength &&
  new RegExp(publicUrlPattern).test(value) &&
  URL.canParse(value)
    ? value
    : null
