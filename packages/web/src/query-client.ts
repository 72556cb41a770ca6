import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Failures and the rate limit are temporary; other rejections are not. */
const isTemporary = ({ status }: ApiError) => status >= 500 || status === 429

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' }, // what cannot be sent fails at once, and is not sent later
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof ApiError && isTemporary(error),
      retryDelay: (count, error) =>
        error instanceof ApiError && error.retryAfterSeconds !== undefined
          ? error.retryAfterSeconds * 1000
          : 1000 * 2 ** count,
    },
  },
})

// A list shows the cached rows first, and always loads the current rows too: a page opened from it can change them.
queryClient.setQueryDefaults(['list'], { refetchOnMount: 'always' })

// A page about one record shows the cached data first, and always loads the current data too.
for (const record of ['bulk-send', 'campaign', 'endpoint', 'recipient'])
  queryClient.setQueryDefaults([record], { refetchOnMount: 'always' })
