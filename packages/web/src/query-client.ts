import { MutationCache, QueryClient } from '@tanstack/react-query'

/** An error with the members of `ApiError` that decide about a retry. */
interface Failure extends Error {
  status?: number
  retryAfterSeconds?: number | undefined
}

/**
 * Returns whether a failed request can succeed later. Failures of the server and the rate limit are
 * temporary. Other rejections are permanent.
 */
const isTemporary = ({ status = 0 }: Failure) => status >= 500 || status === 429

export const queryClient: QueryClient = new QueryClient({
  // A form or a button stays busy until the page shows the result of its action.
  mutationCache: new MutationCache({
    onSuccess: () =>
      queryClient.refetchQueries(
        { type: 'active', predicate: ({ state }) => state.isInvalidated },
        { cancelRefetch: false },
      ),
  }),
  defaultOptions: {
    mutations: { networkMode: 'always' }, // a request without a connection fails at once and is not sent later
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (count, error) => count < 2 && isTemporary(error),
      retryDelay: (count, { retryAfterSeconds }: Failure) =>
        1000 * (retryAfterSeconds ?? 2 ** count),
    },
  },
})

/** The POST operations after which no page needs new data, and the operations for signing in and out. */
const otherOperations =
  /[/-](address|check|dry-run|estimate|forecast|options|preview|preview-links|renew|signature)$|^\/(session|invitation)\b/

/** The number of open series of writes. While a series runs, its writes reload nothing. */
let openSeries = 0

/**
 * Marks cached data as stale after a write, because a write can change the data of any page. The visible data
 * loads again. The packing station itself loads the data that its actions change.
 */
export function reloadAfterWrite(path: string): void {
  if (otherOperations.test(path)) return
  const isLater = openSeries > 0 || path.startsWith('/packing/')
  void queryClient.invalidateQueries({ refetchType: isLater ? 'none' : 'active' })
}

/** Loads the session again. Its frame shows what the access policy of the account refuses, and why. */
export const reloadSession = (): void =>
  void queryClient.invalidateQueries({ queryKey: ['session'] })

/** Runs a series of writes, and reloads the data only once at the end. */
export async function reloadAfterSeries<Result>(run: () => Promise<Result>): Promise<Result> {
  openSeries++
  try {
    return await run()
  } finally {
    openSeries--
    void queryClient.invalidateQueries()
  }
}
