import { domainToASCII } from 'node:url'
import { ApiError } from '#contract'
import { isDomain } from '#contract/formats'

/** Returns a domain as A-labels in lower case. Throws for what no account can own, such as `co.uk` or `github.io`. */
export async function parseDomainName(text: string): Promise<string> {
  const name = domainToASCII(text.trim().replace(/\.$/, ''))
  if (!isDomain(name)) throw invalidName('must be a domain such as example.com')
  const { getPublicSuffix } = await import('tldts') // loads the list of public suffixes only on demand
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name)
    throw invalidName('is shared by many owners. Enter your own domain below it')
  return name
}

export const invalidName = (message: string): ApiError =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param: 'name', message }] })

/** Returns a domain and the domains above it: `a.b.c`, `b.c`, `c`. */
export const withParents = (name: string): string[] =>
  name.split('.').map((_, index, labels) => labels.slice(index).join('.'))
