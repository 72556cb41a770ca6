/**
 * The host of an account for the pages of its recipients, such as `gifts.example.com`.
 *
 * - A host is *verified* while the DNS points it to this installation. New links use it while it is verified, the account has
 *   proven its domain, and the account is not suspended.
 * - A host *serves* the links of its account from its first successful check until it is removed, or until another account
 *   has proven its domain.
 * - The *directory* is the list of hosts in the memory of a process.
 */
export { createDomainLoop } from './check-loop.ts'
export { createHostDirectory, type HostDirectory } from './directory.ts'
export { checkHost, removeHost, setHost } from './hosts.ts'
export { findHostRecords, type HostRecord } from './lookup.ts'
export { find as findHost } from './store.ts'
export type { HostRow } from './tables.ts'
