import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Me } from '#web/admin-api.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { sessionEnd } from './session-end.ts'

export type Role = 'admin' | 'sender' | 'packer' | 'viewer' | 'developer'

/**
 * The role that a page requires. Admins have every role; with `any` every signed-in user is allowed. Pages for `viewer` also
 * are for senders. `operator` is for operators of the installation.
 */
export type RequiredRole = Role | 'any' | 'operator'

/** Whether a user may open a page. The server decides about each request. */
export function hasRole(
  { role, is_operator }: Pick<Me, 'role' | 'is_operator'>,
  requiredRole: RequiredRole,
): boolean {
  if (requiredRole === 'operator') return is_operator
  if (requiredRole === 'viewer' && role === 'sender') return true
  return requiredRole === 'any' || role === 'admin' || role === requiredRole
}

const sessionKey = ['session']

export const useSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: loadSession,
    staleTime: 60_000,
  })

/** A session that has ended is asked for again over the open page. Signing out ends the page too. */
async function loadSession() {
  const session = await api.get('/session')
  const before = queryClient.getQueryData<typeof session>(sessionKey)
  const signedIn = before?.me != null && session.me === null && sessionEnd.waitForSignIn()
  if (!signedIn) return session
  await signedIn
  return api.get('/session')
}

const MeContext = createContext<Me | null>(null)

/** The shell provides the user of what it shows. A part that renders once more after the sign-out still has its user. */
export const MeProvider = MeContext.Provider

/** The signed-in user. Only valid inside the shell, and in dialogs that it opens. */
export function useMe(): Me {
  const { data } = useSession()
  const me = useContext(MeContext) ?? data?.me
  if (me == null) throw new Error('not signed in')
  return me
}

/** Whether email is set up; true until it is known. */
export const useCanSendEmail = (): boolean => useSession().data?.deployment.can_send_email ?? true

/** Whether the user may change what senders change. Viewers only look. */
export const useCanChange = (): boolean => useSession().data?.me?.role !== 'viewer'

export const useIsAdmin = (): boolean => useSession().data?.me?.role === 'admin'

export const signOut = (): Promise<void> =>
  sessionEnd.signOut(async () => {
    await api.delete('/session')
    await resetSession()
  })

/** Clears cached data, so that the next user of the browser sees nothing of the previous one. */
export async function resetSession(): Promise<void> {
  queryClient.setQueryData(
    sessionKey,
    (session: Awaited<ReturnType<typeof loadSession>> | undefined) =>
      session && { ...session, me: null },
  )
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  await queryClient.refetchQueries({ queryKey: sessionKey })
}
