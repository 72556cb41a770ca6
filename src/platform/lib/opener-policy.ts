import { isLoopback } from './ip-address.ts'

/**
 * Returns the header that separates a page from the window that opened it. Browsers ignore it on an origin that is not
 * trustworthy, and then write an error to the console for every page. So only https and loopback origins have it.
 */
export function openerPolicy(origin: string): { 'cross-origin-opener-policy'?: 'same-origin' } {
  const { protocol, hostname } = new URL(origin)
  const isTrustworthy = protocol === 'https:' || isLoopback(hostname)
  return isTrustworthy ? { 'cross-origin-opener-policy': 'same-origin' } : {}
}
