/**
 * The public contract: statuses and events, resources, versions and errors. This layer imports nothing from other
 * layers.
 */

export * from './ad-hoc-gift.ts'
export { type AddressWarning, findAddressWarnings } from './address-warnings.ts'
export * from './addresses.ts'
export * from './advance-request.ts'
export * from './api-error.ts'
export { toAsciiDigits } from './ascii-digits.ts'
export * from './attention.ts'
export * from './campaign.ts'
export * from './campaign-limits.ts'
export * from './catalogue.ts'
export type { Charity } from './catalogue-donations.ts'
export * from './catalogue-limits.ts'
export * from './clock-advance.ts'
export {
  emailDomain,
  isEmail,
  needsSmtpUtf8,
  toDomainKey,
  toEmailKey,
  toSmtpAddress,
} from './email-address.ts'
export * from './endpoints.ts'
export * from './events.ts'
export * from './filter-rules.ts'
export { isDomain, isE164, isTimestamp } from './formats.ts'
export * from './gift-changes.ts'
export * from './gift-filters.ts'
export * from './gift-request.ts'
export * from './greetings.ts'
export * from './json-limits.ts'
export * from './list-query.ts'
export * from './new-gift-request.ts'
export * from './one-link.ts'
export * from './one-link-claims.ts'
export * from './paging.ts'
export * from './parcel-states.ts'
export * from './problem-reports.ts'
export * from './product-details.ts'
export * from './raw-json.ts'
export * from './reactions.ts'
export * from './recipient.ts'
export * from './redemption.ts'
export * from './request-body.ts'
export * from './sample-gift.ts'
export * from './scopes.ts'
export * from './serialize.ts'
export * from './tones.ts'
export * from './us-states.ts'
export * from './validator.ts'
export * from './versions/index.ts'
export * from './wrapping.ts'
