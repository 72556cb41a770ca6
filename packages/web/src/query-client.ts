import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** A 401 anywhere means that the session is over: ask who we are, and the shell does the rest. */
function onUnauthorized(error: unknown, key: readonly unknown[] | undefined): void {
  if (!(error instanceof ApiError) || error.status !== 401 || key?.[0] === 'session') return
  void queryClient.invalidateQueries({ queryKey: ['session'] })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => onUnauthorized(error, query.queryKey) }),
  mutationCache: new MutationCache({
    onError: (error, _given, _context, mutation) =>
      onUnauthorized(error, mutation.options.mutationKey),
  }),
  defaultOptions: {
    mutations: { networkMode: 'always' }, // what cannot be sent fails at once, and is not sent later
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // what was refused will be refused again; what failed may not
      retry: (count, error) => count < 2 && error instanceof ApiError && error.status >= 500,
    },
  },
})

// What was done on a page of one thing shows in the list that one comes back to.
queryClient.setQueryDefaults(['list'], { refetchOnMount: 'always' })
