import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'

export type Role = 'admin' | 'sender'

export interface Me {
  id: string
  name: string
  email: string
  role: Role
  has_totp: boolean
  account: {
    id: string
    name: string
    tier: 'enterprise' | 'on_demand'
    stage: 'staging' | 'production'
    region: string
    clock_offset_ms: number
  }
}

export interface SessionState {
  installation: {
    stage: 'staging' | 'production'
    region: string
    origin: string
    can_send_email: boolean
  }
  /** Nobody has used this installation yet. */
  needs_setup: boolean
  me: Me | null
}

const sessionKey = ['session']

export const useSession = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: () => api.get<SessionState>('/session'),
    staleTime: 60_000,
  })

/** Who is signed in. Only for what the shell shows, where somebody is. */
export function useMe(): Me {
  const { data } = useSession()
  if (data?.me == null) throw new Error('nobody is signed in')
  return data.me
}

/** Whether emails can leave; true until that is known. */
export const useCanSendEmail = (): boolean => useSession().data?.installation.can_send_email ?? true

export const useIsAdmin = (): boolean => useSession().data?.me?.role === 'admin'

/** Another person at the same browser must see nothing of what the last one saw. */
export async function resetSession(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
  await queryClient.refetchQueries({ queryKey: sessionKey })
}
