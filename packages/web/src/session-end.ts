/** A session that ends while its page is open. The frame of the app sets how the user signs in again. */
function createSessionEnd() {
  let ask: (() => Promise<void>) | undefined
  let waiting: Promise<void> | undefined
  let isSigningOut = false
  return {
    setSignIn(next: typeof ask) {
      ask = next
    },
    /** Resolves when the user has signed in again; one dialog serves all requests. Undefined: no page is open that could lose something, or the user signs out. */
    waitForSignIn(): Promise<void> | undefined {
      if (ask === undefined || isSigningOut) return undefined
      waiting ??= ask().finally(() => {
        waiting = undefined
      })
      return waiting
    },
    /** Runs what ends the session: requests that are rejected meanwhile do not ask for it again. */
    async signOut(end: () => Promise<void>): Promise<void> {
      isSigningOut = true
      await end().finally(() => {
        isSigningOut = false
      })
    },
  }
}

export const sessionEnd = createSessionEnd()
