import { MutationCache, QueryClient } from '@tanstack/react-query'

/** What `ApiError` says about a retry. */
interface Failure extends Error {
  status?: number
  retryAfterSeconds?: number | undefined
}

/** Failures and the rate limit are temporary; other rejections are not. */
const isTemporary = ({ status = 0 }: Failure) => status >= 500 || status === 429

export const queryClient: QueryClient = new QueryClient({
  // a form or button stays busy until the page shows the result of its action
  mutationCache: new MutationCache({
    onSuccess: () =>
      queryClient.refetchQueries(
        { type: 'active', predicate: ({ state }) => state.isInvalidated },
        { cancelRefetch: false },
      ),
  }),
  defaultOptions: {
    mutations: { networkMode: 'always' }, // what cannot be sent fails at once, and is not sent later
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, error) => count < 2 && isTemporary(error),
      retryDelay: (count, { retryAfterSeconds }: Failure) =>
        1000 * (retryAfterSeconds ?? 2 ** count),
    },
  },
})

/** The POST operations that change nothing that a page shows, and the operations of signing in and out. */
const otherOperations =
  /[/-](address|check|estimate|options|preview|renew|signature)$|^\/(session|invitation)\b/

/** While a series of writes runs, they reload nothing. */
let openSeries = 0

/**
 * A write can change what any page shows: cached data is stale after it, and what is shown loads again. The packing
 * station loads again what an action there changes.
 */
export function reloadAfterWrite(path: string): void {
  if (otherOperations.test(path)) return
  const isLater = openSeries > 0 || path.startsWith('/packing/')
  void queryClient.invalidateQueries({ refetchType: isLater ? 'none' : 'active' })
}

/** Runs many writes with one reload, at their end. */
export async function reloadAfterSeries<Result>(run: () => Promise<Result>): Promise<Result> {
  openSeries++
  try {
    return await run()
  } finally {
    openSeries--
    void queryClient.invalidateQueries()
  }
}
