/**
 * Creates an object that handles the end of a session while a page is open. The frame of the app decides how
 * the user signs in again.
 */
function createSessionEnd() {
  let ask: (() => Promise<void>) | undefined
  let waiting: Promise<void> | undefined
  let isSigningOut = false
  return {
    setSignIn(next: typeof ask) {
      ask = next
    },
    /**
     * Returns a promise that resolves when the user has signed in again. One dialog serves all waiting
     * requests. Returns undefined if no open page could lose data, or if the user signs out.
     */
    waitForSignIn(): Promise<void> | undefined {
      if (ask === undefined || isSigningOut) return undefined
      waiting ??= ask().finally(() => {
        waiting = undefined
      })
      return waiting
    },
    /**
     * Runs an action that ends the session. Requests that the server rejects during this action do not ask
     * the user to sign in again.
     */
    async signOut(end: () => Promise<void>): Promise<void> {
      isSigningOut = true
      await end().finally(() => {
        isSigningOut = false
      })
    },
  }
}

export const sessionEnd = createSessionEnd()
