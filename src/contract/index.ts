/**
 * What crosses the wire, and nothing of ours behind it: statuses and events, resources, versions,
 * refusals. Everything above builds on these words.
 */
export * from './addresses.ts'
export * from './advance.ts'
export * from './clock.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './example-gift.ts'
export { isEmail, isTimestamp } from './formats.ts'
export * from './gift-request.ts'
export * from './json-bounds.ts'
export * from './json-text.ts'
export * from './list-query.ts'
export * from './new-ad-hoc.ts'
export * from './new-gift-request.ts'
export * from './one-link.ts'
export * from './paging.ts'
export * from './redemption.ts'
export * from './shape.ts'
export * from './texts.ts'
export * from './versions/index.ts'
