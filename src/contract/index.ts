/**
 * What crosses the wire, and nothing of ours behind it: statuses and events, resources, versions,
 * refusals. Everything above builds on these words.
 */
export * from './errors.ts'
export * from './events.ts'
export * from './gift-request.ts'
export * from './json-text.ts'
export * from './payloads/index.ts'
