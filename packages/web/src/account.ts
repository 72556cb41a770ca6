/*
 * The account of this tab. A person with several accounts can have tabs in different ones, so each request of such a tab
 * names its account. Links in emails name it in the URL.
 */

const key = 'bestow.account'
const parameter = 'in_account'

let account = readFromUrl() ?? sessionStorage.getItem(key) ?? undefined

/** Returns the account that a link named, and removes it from the URL. */
function readFromUrl(): string | undefined {
  const url = new URL(window.location.href)
  const named = url.searchParams.get(parameter)
  if (named === null) return undefined
  sessionStorage.setItem(key, named)
  url.searchParams.delete(parameter)
  window.history.replaceState(window.history.state, '', url)
  return named
}

/** Returns the account of this tab; undefined for a person with one account, and before the session is known. */
export const getAccount = (): string | undefined => account

export function setAccount(id: string | undefined): void {
  account = id
  if (id === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, id)
}

/** Adds the account to a query, unless the query names one. */
export const withAccount = (
  query: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> => ({ [parameter]: account, ...query })
