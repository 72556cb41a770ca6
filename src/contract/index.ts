/**
 * The public contract: statuses and events, resources, versions and errors. This layer imports nothing from other
 * layers.
 */

export * from './ad-hoc-gift.ts'
export * from './addresses.ts'
export * from './advance-request.ts'
export * from './api-error.ts'
export * from './clock-advance.ts'
export * from './endpoints.ts'
export * from './events.ts'
export { isEmail, isTimestamp } from './formats.ts'
export * from './gift-request.ts'
export * from './json-limits.ts'
export * from './list-query.ts'
export * from './new-gift-request.ts'
export * from './one-link.ts'
export * from './paging.ts'
export * from './raw-json.ts'
export * from './redemption.ts'
export * from './request-body.ts'
export * from './sample-gift.ts'
export * from './scopes.ts'
export * from './serialize.ts'
export * from './us-states.ts'
export * from './validator.ts'
export * from './versions/index.ts'
