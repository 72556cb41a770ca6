import { type ReactNode, useEffect, useState } from 'react'
import { apiUrl } from '#web/api.ts'
import { useMe } from '#web/session.ts'
import { switchAccount } from '#web/shell/switch-account.ts'
import { toastError } from './toast.tsx'

const maxSearched = 20

/**
 * Looks for a resource that this account does not have in the other accounts of the person, and opens the page in the
 * account that has it: a link from a colleague or an email can lead to any of them. Shows the children if none has it.
 */
export function OtherAccount({ path, children }: { path: string; children: ReactNode }) {
  const me = useMe()
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const search = new AbortController()
    void findAccount(me, path, search.signal).then((found) => {
      if (search.signal.aborted) return
      if (found === undefined) return setMissing(true)
      const { pathname, search: query, hash } = window.location
      switchAccount(me, found, `${pathname}${query}${hash}`).catch(toastError)
    })
    return () => search.abort()
  }, [me, path])
  return isMissing ? children : null
}

async function findAccount(
  { account, accounts }: ReturnType<typeof useMe>,
  path: string,
  signal: AbortSignal,
) {
  const others = accounts.filter(({ id, entry }) => id !== account.id && entry === 'open')
  for (const other of others.slice(0, maxSearched)) {
    const url = apiUrl(path, { in_account: other.id })
    const response = await fetch(url, { credentials: 'same-origin', signal }).catch(() => undefined)
    if (response?.ok) return other
  }
  return undefined
}
