import type { Deployment } from '#platform/deployment'
import { lazyPackage } from '#platform/lib/lazy-package'

const loadMailchecker = lazyPackage<typeof import('mailchecker')>('mailchecker')

/**
 * Returns whether an address in this domain, or in a domain above it, is disposable: by the list of the
 * package `mailchecker`, with the operator's additions and exceptions.
 */
export function isDisposableDomain({ claims }: Deployment, domain: string): boolean {
  const disposable = loadMailchecker().blacklist()
  for (const parent of parentsOf(domain)) {
    if (claims?.allowedDomains.includes(parent) === true) return false
    if (claims?.disposableDomains.includes(parent) === true || disposable.has(parent)) return true
  }
  return false
}

/** Returns the domain and the domains above it, from the most specific one, without the top-level domain. */
export function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}
