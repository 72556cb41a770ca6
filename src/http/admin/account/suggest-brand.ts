import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import type { SessionContext } from '../lib/route.ts'

type SuggestionContext = Pick<
  SessionContext<unknown>,
  'db' | 'member' | 'allowPrivate' | 'ports' | 'proxy'
>

/** The time for the page, its manifest and its pictures together. */
const timeoutMs = 10_000

/**
 * Suggests the brand of an account from a website. Loads pictures to find one that an upload would accept, and stores
 * nothing.
 */
export async function suggestBrand(context: SuggestionContext, website: string) {
  const { allowPrivate, ports, proxy } = context
  const deadline = performance.now() + timeoutMs
  const signal = AbortSignal.timeout(timeoutMs)
  const found = await accounts.suggestBrand(website, { allowPrivate, ports, proxy }, signal)
  if ('problem' in found) return { name: null, color: null, logo_url: null, problem: found.problem }
  return {
    name: found.name ?? null,
    color: found.color ?? null,
    logo_url: (await findLogo(context, found.logos, deadline)) ?? null,
    problem: null,
  }
}

async function findLogo(
  { db, member, allowPrivate, ports, proxy }: SuggestionContext,
  urls: readonly string[],
  deadline: number,
): Promise<string | undefined> {
  for (const url of urls) {
    const remainingMs = Math.floor(deadline - performance.now())
    if (remainingMs <= 0) return undefined
    const options = { allowPrivate, ports, proxy, timeoutMs: remainingMs }
    const fetched = await catalogue.fetchPicture(db, member.account_id, url, options)
    if ('path' in fetched) return url
    if ('content' in fetched && catalogue.isAcceptedPicture(fetched.content)) return url
  }
  return undefined
}
