import { setAccount } from '#web/account.ts'
import type { Me } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { signOut } from '#web/session.ts'
import { openIdentityProvider } from '#web/sign-on.ts'

/** An account of the signed-in person. */
type Account = Me['accounts'][number]

/**
 * Opens a path in another account of the person. The document loads again, so that nothing of the previous account remains. Some
 * accounts need a sign-in of their own first.
 */
export async function switchAccount(
  { email }: Pick<Me, 'email'>,
  { id, entry }: Account,
  path = '/',
): Promise<void> {
  if (entry === 'open') {
    setAccount(id)
    await api.put('/session/account')
    return window.location.assign(path)
  }
  if (entry === 'single_sign_on') {
    const { url } = await api.post('/session/single-sign-on', { email, account_id: id })
    return openIdentityProvider(url, path)
  }
  await signOut()
  setAccount(id)
  window.location.assign(`/sign-in?next=${encodeURIComponent(path)}`)
}
