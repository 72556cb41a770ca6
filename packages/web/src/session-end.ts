/** A session that ends while its page is open. The frame of the app sets how the user signs in again. */
function createSessionEnd() {
  let ask: (() => Promise<void>) | undefined
  let waiting: Promise<void> | undefined
  return {
    setSignIn(next: typeof ask) {
      ask = next
    },
    /** Resolves when the user has signed in again; one dialog serves all requests. Undefined: no page is open that could lose something. */
    waitForSignIn(): Promise<void> | undefined {
      if (ask === undefined) return undefined
      waiting ??= ask().finally(() => {
        waiting = undefined
      })
      return waiting
    },
  }
}

export const sessionEnd = createSessionEnd()
