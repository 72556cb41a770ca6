import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '#web/admin-api.ts'
import { getAccount, setAccount } from './account.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { sessionEnd } from './session-end.ts'

export type Role = Me['role']
export type Permission = Me['permissions'][number]

/** What a page requires. With `any`, every signed-in user is allowed. `operator`: people who operate the installation. */
export type RequiredPermission = Permission | 'any' | 'operator'

/** Returns whether a user may open a page. The server still checks each request. */
export function hasPermission(
  { permissions, is_operator }: Pick<Me, 'permissions' | 'is_operator'>,
  required: RequiredPermission,
): boolean {
  if (required === 'operator') return is_operator
  return required === 'any' || permissions.includes(required)
}

const sessionKey = ['session']

export const useSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: loadSession,
    staleTime: 60_000,
  })

/**
 * Loads the session. If the session has ended, the user signs in again on top of the open page. After a
 * sign-out, the page ends too.
 */
async function loadSession() {
  const session = await readSession()
  const before = queryClient.getQueryData<typeof session>(sessionKey)
  const signedIn = before?.me != null && session.me === null && sessionEnd.waitForSignIn()
  if (!signedIn) return session
  await signedIn
  return readSession()
}

/**
 * Reads the session. A tab of a person with several accounts stays in the account that it shows. `closed` is the account of
 * a link that this session cannot enter.
 */
async function readSession() {
  const wanted = getAccount()
  const session = await api.get('/session')
  const { me } = session
  const closed = me?.accounts.find(({ id, entry }) => id === wanted && entry !== 'open')
  if (me !== null && closed === undefined)
    setAccount(me.accounts.length > 1 ? me.account.id : undefined)
  return { ...session, me: me && toPermitted(me), closed }
}

/** Removes what the access policy of the account refuses, so that the frame shows only the own sign-in. */
const toPermitted = (me: Me): Me =>
  me.restriction === null ? me : { ...me, permissions: [], is_operator: false }

const MeContext = createContext<Me | null>(null)

/**
 * The provider of the signed-in user. The shell sets it, so that a part of the page that renders once more
 * after the sign-out still has its user.
 */
export const MeProvider = MeContext.Provider

/** Returns the signed-in user. The hook works only inside the shell, and in dialogs that the shell opens. */
export function useMe(): Me {
  const { data } = useSession()
  const me = useContext(MeContext) ?? data?.me
  if (me == null) throw new Error('not signed in')
  return me
}

/** Returns whether the installation can send emails. The result is true until the session is loaded. */
export const useCanSendEmail = (): boolean => useSession().data?.deployment.can_send_email ?? true

/** Returns whether the user has a permission. The result is false until the session is loaded. */
export const usePermission = (permission: Permission): boolean =>
  useSession().data?.me?.permissions.includes(permission) ?? false

export const signOut = (): Promise<void> =>
  sessionEnd.signOut(async () => {
    await api.delete('/session')
    setAccount(undefined)
    await resetSession()
  })

/** Clears the cached data, so that the next user of the browser sees no data of the previous user. */
export async function resetSession(): Promise<void> {
  queryClient.setQueryData(
    sessionKey,
    (session: Awaited<ReturnType<typeof loadSession>> | undefined) =>
      session && { ...session, me: null },
  )
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  await queryClient.refetchQueries({ queryKey: sessionKey })
}
